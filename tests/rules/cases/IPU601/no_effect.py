import tensorflow as tf

tf.config.experimental.enable_op_determinism()
tf.keras.utils.disable_interactive_logging()
model = tf.keras.Sequential()
# output
import tensorflow as tf

model = tf.keras.Sequential()
