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
# gpu2ipu: IPU202 cannot determine whether `model.fit` is called on a Keras model; if it is, make sure that its batches are full
model.fit(x, y)
