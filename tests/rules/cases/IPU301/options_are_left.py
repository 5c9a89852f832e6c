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
# gpu2ipu: IPU301 cannot determine whether `**` passes `steps_per_execution` to `compile`: pass it by name
model.compile(**options)
model.fit(np.random.rand(96, 4), np.random.rand(96))
