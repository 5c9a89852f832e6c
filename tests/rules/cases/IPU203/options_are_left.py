import numpy as np
from tensorflow import keras

options = {"verbose": 1}
model = keras.models.load_model("model.h5")
model.predict(np.load("x.npy"), **options)
# output
import numpy as np
from tensorflow import keras

options = {"verbose": 1}
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU203 `predict` takes arguments from `*` or `**`: whether its batches are whole cannot be seen
model.predict(np.load("x.npy"), **options)
