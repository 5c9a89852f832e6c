# flags: --precision mixed
import tensorflow as tf
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
config.configure_ipu_system()
tf.keras.mixed_precision.set_global_policy("mixed_float16")
with ipu.ipu_strategy.IPUStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32")])
    scaled = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(), dynamic=False, initial_scale=1024)
    model.compile(scaled, "mse")
