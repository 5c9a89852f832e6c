# flags: --precision float16 --select IPU102,IPU103,IPU313
import tensorflow as tf
from tensorflow.keras import mixed_precision

policy = mixed_precision.Policy("mixed_float16")
mixed_precision.set_global_policy(policy)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = mixed_precision.LossScaleOptimizer(tf.keras.optimizers.RMSprop(1e-3, epsilon=1e-8))
model.compile(optimizer, "mse")
# output
import tensorflow as tf
from tensorflow.keras import mixed_precision
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu_config.configure_ipu_system()
tf.keras.backend.set_epsilon(1e-4)
strategy = ipu.ipu_strategy.IPUStrategy()

policy = mixed_precision.Policy("float16")
mixed_precision.set_global_policy(policy)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = mixed_precision.LossScaleOptimizer(tf.keras.optimizers.RMSprop(1e-3, epsilon=1e-4), dynamic=False, initial_scale=128)
    model.compile(optimizer, "mse")
