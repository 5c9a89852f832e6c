import json

import numpy as np
from tensorflow import keras

options = json.load(open("options.json"))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(**options)
model.fit(np.random.rand(96, 4), np.random.rand(96))
# output
import json

import numpy as np
from tensorflow import keras

options = json.load(open("options.json"))
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU301 `compile` takes arguments from `**`: whether `steps_per_execution` is among them cannot be seen
model.compile(**options)
model.fit(np.random.rand(96, 4), np.random.rand(96))
