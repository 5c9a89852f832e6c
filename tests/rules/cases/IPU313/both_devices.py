# flags: --precision mixed --both-devices --all-rules
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

try:
    from tensorflow.python import ipu
except ImportError:
    ipu = None

USES_IPU = ipu is not None

if USES_IPU:
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
    ipu_config.configure_ipu_system()
    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    strategy = ipu.ipu_strategy.IPUStrategy()
else:
    strategy = tf.distribute.get_strategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    model = keras.Sequential([layers.Dense(8), layers.Dense(1, dtype="float32") if USES_IPU else layers.Dense(1)])
    model.compile(tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.get("adam"), dynamic=False, initial_scale=128) if USES_IPU else "adam", "mse", steps_per_execution=len(x) // 32 if USES_IPU else 1)
model.fit(x, y)
