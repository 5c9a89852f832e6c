from tensorflow import keras
from tensorflow.python.keras.utils.multi_gpu_utils import multi_gpu_model as on_all

model = on_all(keras.models.load_model("model.h5"), gpus=2)
# output
from tensorflow import keras

model = keras.models.load_model("model.h5")
