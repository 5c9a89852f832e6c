# flags: --precision mixed
import sys

import tensorflow as tf

tf.keras.mixed_precision.set_global_policy(sys.argv[1])
model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32")])
model.compile(sys.modules["optimizers"].best(), "mse")
# output
import sys

import tensorflow as tf

# gpu2ipu: IPU313 cannot determine the policy that is set here: set that of mixed precision
tf.keras.mixed_precision.set_global_policy(sys.argv[1])
# gpu2ipu: IPU313 the script lacks stochastic rounding for mixed precision: configure an IPU in the script that is run, and set them there
model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype="float32")])
model.compile(tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.get(sys.modules["optimizers"].best()), dynamic=False, initial_scale=128), "mse")
