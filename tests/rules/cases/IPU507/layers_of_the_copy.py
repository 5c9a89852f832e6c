from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model

model = multi_gpu_model(keras.models.load_model("model.h5"), 2)
model.layers[-2].save("single.h5")
# output
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.layers[-2].save("single.h5")
