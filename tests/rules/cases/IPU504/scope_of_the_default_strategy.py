# flags: --all-rules
"""The ULHPC tutorial's form: a scope of the default strategy. Port: the IPUStrategy's scope takes its place (today: nested, and the port fails)."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

scope = tf.distribute.get_strategy().scope
x, y = np.ones((64, 4), "float32"), np.ones((64, 1), "float32")
with scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd")
    model.fit(x, y)
# output
"""The ULHPC tutorial's form: a scope of the default strategy. Port: the IPUStrategy's scope takes its place (today: nested, and the port fails)."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

scope = ipu.ipu_strategy.IPUStrategy().scope
x, y = np.ones((64, 4), "float32"), np.ones((64, 1), "float32")
with scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd", steps_per_execution=len(x) // 32)
    model.fit(x, y)
