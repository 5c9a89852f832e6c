try:
    from keras.backend.tensorflow_backend import set_session
except ImportError:
    from keras.backend import set_session
import tensorflow as tf

config = tf.ConfigProto()
set_session(tf.Session(config=config))

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
