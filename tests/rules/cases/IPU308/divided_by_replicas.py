from tensorflow import keras
from tensorflow.python import ipu
import numpy as np

replicas = 2
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = replicas
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.1 / replicas), "mse", steps_per_execution=16)
    model.fit(x, y)
