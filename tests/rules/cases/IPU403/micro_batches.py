# flags: --all-rules --gradient-accumulation 4
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.zeros((640, 4), "float32"), np.zeros((640, 1), "float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y, batch_size=64)
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.zeros((640, 4), "float32"), np.zeros((640, 1), "float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=len(x) // 64 * 4)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
model.fit(x, y, batch_size=16)
