# flags: --precision float16
import tensorflow as tf
from tensorflow.python import ipu

tf.keras.backend.set_floatx("float16")
tf.keras.backend.set_epsilon(1e-3)
config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
config.configure_ipu_system()
with ipu.ipu_strategy.IPUStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(epsilon=1e-3), "mse")
