# flags: --all-rules
import numpy as np
from tensorflow import keras

x = np.zeros((4002, 8), "float32")
y = np.zeros(4002, "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, validation_split=0.1)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.zeros((4002, 8), "float32")
y = np.zeros(4002, "float32")
train_rows = int(len(x) * 0.9)
validation_rows = (len(x) - train_rows) // 32 * 32
train_steps = train_rows // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size], validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]), validation_batch_size=32)
