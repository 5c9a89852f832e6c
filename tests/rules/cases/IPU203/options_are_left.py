import json

import numpy as np
from tensorflow import keras

options = json.load(open("options.json"))
model = keras.models.load_model("model.h5")
model.predict(np.load("x.npy"), **options)
# output
import json

import numpy as np
from tensorflow import keras

options = json.load(open("options.json"))
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU203 `predict` takes arguments from `*` or `**`: whether its batches are whole cannot be seen
model.predict(np.load("x.npy"), **options)
