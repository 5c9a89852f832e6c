import tensorflow as tf
from tensorflow import config

if tf.__version__ < "2.3":
    config.experimental_run_functions_eagerly(True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# output
import tensorflow as tf
from tensorflow import config

if tf.__version__ < "2.3":
    pass
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
