import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
endless = keras.Sequential([keras.layers.Dense(1)])
endless.compile("sgd", "mse")
model.fit(x, y, batch_size=2, steps_per_epoch="12")
endless.fit(x, y, batch_size=2, steps_per_epoch=-1)  # without an end
# output
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `model.fit` is not known at `compile()`
model.compile("sgd", "mse")
endless = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `endless.fit` is not known at `compile()`
endless.compile("sgd", "mse")
model.fit(x, y, batch_size=2, steps_per_epoch="12")
endless.fit(x, y, batch_size=2, steps_per_epoch=-1)  # without an end
