from keras.utils import multi_gpu_model
from tensorflow import keras

model = keras.models.load_model("model.h5")
