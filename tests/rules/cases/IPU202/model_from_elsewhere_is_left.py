from models import create_model
from tensorflow.keras.datasets import mnist

(x, y), _ = mnist.load_data()
model = create_model()
model.fit(x, y)
# output
from models import create_model
from tensorflow.keras.datasets import mnist

(x, y), _ = mnist.load_data()
model = create_model()
# gpu2ipu: IPU202 whether `fit` is that of a Keras model cannot be seen: its batches must be whole
model.fit(x, y)
