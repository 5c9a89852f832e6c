# flags: --all-rules
import numpy as np
from tensorflow import keras

x = np.random.rand(1000, 4)
y = np.random.randint(2, size=1000)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, validation_split=0.1)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(1000, 4)
y = np.random.randint(2, size=1000)
train_rows = int(len(x) * 0.9)
train_steps = train_rows // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size].astype("int32"), validation_data=(x[train_rows:], y[train_rows:].astype("int32")), validation_batch_size=25)
