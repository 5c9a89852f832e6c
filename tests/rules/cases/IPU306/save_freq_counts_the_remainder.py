# flags: --all-rules --format
import sys

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
batch_size = int(sys.argv[1])
steps = -(-len(x) // batch_size)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
saves = keras.callbacks.ModelCheckpoint("{epoch:02d}.h5", save_freq=int(5 * steps))
model.fit(x, y, batch_size=batch_size, epochs=20, callbacks=[saves])
# output
import sys

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
batch_size = int(sys.argv[1])
steps = -(-len(x) // batch_size)
train_steps = len(x) // batch_size
train_size = train_steps * batch_size
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("adam", "mse", steps_per_execution=train_steps)
# gpu2ipu: IPU306 `save_freq=int(5 * steps)` counts batches, but an IPU stops only after each `steps_per_execution` batches: use "epoch"
saves = keras.callbacks.ModelCheckpoint("{epoch:02d}.h5", save_freq=int(5 * steps))
model.fit(x[:train_size], y[:train_size], batch_size=batch_size, epochs=20, callbacks=[saves])
