import popdist
from tensorflow import keras

popdist.init()
model = keras.models.load_model("model.h5")
