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
# gpu2ipu: IPU203 `predict` takes arguments from `*` or `**`: make sure that its batches are full
model.predict(np.load("x.npy"), **options)
