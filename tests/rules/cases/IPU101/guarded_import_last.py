import sys

try:
    import tensorflow as tf
except ImportError:
    sys.exit("needs TensorFlow")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import sys

try:
    import tensorflow as tf
except ImportError:
    sys.exit("needs TensorFlow")
from tensorflow.python import ipu

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
