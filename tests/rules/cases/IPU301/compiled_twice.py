import numpy as np
from tensorflow import keras

x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=64)
model.compile("adam", "mse")
model.fit(x, y, batch_size=16)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=len(x) // 64)
model.fit(x, y, batch_size=64)
model.compile("adam", "mse", steps_per_execution=len(x) // 16)
model.fit(x, y, batch_size=16)
