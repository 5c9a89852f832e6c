import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

model = keras.Sequential([keras.layers.Dense(1)])

# data comes in between
x = np.random.rand(100, 4)
weights = np.random.rand(4, 1)
noise = np.random.rand(100, 1)
y = x @ weights + noise

model.compile("sgd", "mse")
model.fit(x, y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])

# data comes in between
x = np.random.rand(100, 4)
weights = np.random.rand(4, 1)
noise = np.random.rand(100, 1)
y = x @ weights + noise

with strategy.scope():
    model.compile("sgd", "mse")
model.fit(x, y)
