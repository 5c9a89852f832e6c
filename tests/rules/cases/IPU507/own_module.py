from multi_gpu import multi_gpu_model
from tensorflow import keras

model = multi_gpu_model(keras.models.load_model("model.h5"), 2)
