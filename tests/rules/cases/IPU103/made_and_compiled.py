from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

model = keras.Sequential()
model.add(keras.layers.Dense(8))  # hidden
model.add(keras.layers.Dense(1))
model.summary()
model.compile("sgd", "mse")

model.fit([[0.0]], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential()
    model.add(keras.layers.Dense(8))  # hidden
    model.add(keras.layers.Dense(1))
    model.summary()
    model.compile("sgd", "mse")

model.fit([[0.0]], [[0.0]])
