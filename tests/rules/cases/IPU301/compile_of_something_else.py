import re

from tensorflow import keras

pattern = re.compile("loss: (.*)")
model = keras.models.load_model("model.h5")
