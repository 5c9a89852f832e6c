import numpy as np
from tensorflow import keras

pixels = np.zeros((320, 16), dtype=np.uint16)
model = keras.models.load_model("model.h5")
model.predict(pixels / 1)
model.predict(pixels)
# output
import numpy as np
from tensorflow import keras

pixels = np.zeros((320, 16), dtype=np.uint16)
model = keras.models.load_model("model.h5")
model.predict(pixels / 1)
model.predict(pixels.astype("int32"))
