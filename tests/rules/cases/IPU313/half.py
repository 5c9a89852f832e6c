# flags: --precision float16 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([layers.Dense(8), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu_config.configure_ipu_system()
tf.keras.mixed_precision.set_global_policy("float16")
tf.keras.backend.set_epsilon(1e-4)
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    model = keras.Sequential([layers.Dense(8), layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(epsilon=1e-4), "mse", steps_per_execution=len(x) // 32)
model.fit(x, y)
