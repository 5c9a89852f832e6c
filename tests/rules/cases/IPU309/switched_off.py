import tensorflow as tf
from tensorflow.compat.v1 import disable_eager_execution

tf.compat.v1.disable_v2_behavior()
disable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.compat.v1 import disable_eager_execution

# gpu2ipu: IPU309 `disable_v2_behavior` gives Keras the models of TensorFlow 1, which the IPU does not extend: remove it, and write without sessions and placeholders what depends on it
tf.compat.v1.disable_v2_behavior()
# gpu2ipu: IPU309 `disable_eager_execution` gives Keras the models of TensorFlow 1, which the IPU does not extend: remove it, and write without sessions and placeholders what depends on it
disable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
