# flags: --gradient-accumulation 4 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=3)
model.evaluate(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
train_steps = len(x) // 32 * 4
train_size = train_steps * 8
with strategy.scope():
    model = keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], epochs=3, batch_size=8)
model.evaluate(x, y, batch_size=101)
