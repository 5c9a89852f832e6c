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
# gpu2ipu: IPU313 `compile` scales the loss of a mixed precision until float16 overflows, which it does not on an IPU: use a `LossScaleOptimizer` with `dynamic=False`
model.compile(sys.modules["optimizers"].best(), "mse")
