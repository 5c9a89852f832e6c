import tensorflow as tf
from tensorflow.compat.v1 import disable_eager_execution

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
tf.compat.v1.disable_v2_behavior()
disable_eager_execution()
print(tf.compat.v1.disable_eager_execution())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.compat.v1 import disable_eager_execution

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
# gpu2ipu: IPU309 `disable_eager_execution` makes Keras use the models of TensorFlow 1, which do not run on an IPU: remove it, and rewrite code that uses sessions and placeholders
print(tf.compat.v1.disable_eager_execution())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
