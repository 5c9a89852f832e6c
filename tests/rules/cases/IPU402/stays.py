from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu
import numpy as np

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=4)
model.evaluate(x[:96], y[:96])
