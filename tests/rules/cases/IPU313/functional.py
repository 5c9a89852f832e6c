# flags: --precision mixed
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu.config.configure_ipu_system(ipu_config)
with ipu.ipu_strategy.IPUStrategy().scope():
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(8)(inputs)
    probabilities = tf.keras.layers.Activation("softmax")
    model = tf.keras.Model(inputs, [probabilities(hidden), tf.keras.layers.Dense(1, dtype="float32")(hidden)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    model.compile(optimizer, ["categorical_crossentropy", "mse"])
    other = tf.keras.models.load_model("other.h5")
    other.compile(loss="mse")
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu.config.configure_ipu_system(ipu_config)
tf.keras.mixed_precision.set_global_policy("mixed_float16")
with ipu.ipu_strategy.IPUStrategy().scope():
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(8)(inputs)
    probabilities = tf.keras.layers.Activation("softmax", dtype="float32")
    model = tf.keras.Model(inputs, [probabilities(hidden), tf.keras.layers.Dense(1, dtype="float32")(hidden)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    model.compile(tf.keras.mixed_precision.LossScaleOptimizer(optimizer, dynamic=False, initial_scale=128), ["categorical_crossentropy", "mse"])
    other = tf.keras.models.load_model("other.h5")
    other.compile(loss="mse", optimizer=tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.get("rmsprop"), dynamic=False, initial_scale=128))
