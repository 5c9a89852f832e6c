from tensorflow import keras

options = {"units": 4}
both = options | {"activation": "relu"}
options |= both
layer = keras.layers.Dense(**(both | dict(name="dense")))
flags = 1 | 2
flags |= 4
# output
from tensorflow import keras

options = {"units": 4}
both = {**options, **{"activation": "relu"}}
options.update(both)
layer = keras.layers.Dense(**({**both, **dict(name="dense")}))
flags = 1 | 2
flags |= 4
