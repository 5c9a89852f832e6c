import tensorflow as tf

tf.reset_default_graph()
tf.keras.backend.clear_session()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

tf.compat.v1.reset_default_graph()
tf.keras.backend.clear_session()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
