import numpy as np
from tensorflow import keras

x, y = np.random.rand(1010, 4), np.random.rand(1010)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1010, 4), np.random.rand(1010)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
train_size = len(x) // 32 * 32
model.fit(x[:train_size], y[:train_size])
