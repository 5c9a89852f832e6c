import numpy as np
from tensorflow import keras

x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=4)
model.fit(x, y, validation_data=(x[:320], y[:320]), validation_batch_size=64)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(640, 4), np.random.rand(640)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=len(x) // 32)
model.fit(x, y, validation_data=(x[:320], y[:320]), validation_batch_size=64)
