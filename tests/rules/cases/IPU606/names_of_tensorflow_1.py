import tensorflow as tf
import tensorflow.contrib.slim as slim
from tensorflow import keras, log as logarithm
from tensorflow import placeholder as ph
from tensorflow import set_random_seed
from tensorflow.contrib import predictor

flags = tf.app.flags
tf.logging.set_verbosity(tf.logging.ERROR)
set_random_seed(tf.to_int32(1))
if hasattr(tf, "placeholder"):
    x = tf.placeholder(tf.float32, (None, 4))
try:
    tf.set_random_seed(1)
except AttributeError:
    tf.random.set_seed(1)
print(tf.log(2.0), tf.math.log(2.0), tf.compat.v1.log(2.0), tf.random_normal(shape=(2,)), tf.layers)
tf.contrib.saved_model.save_keras_model(keras.Sequential(), "model")
w = tf.get_variable("w", (4,))
# output
import tensorflow as tf
# gpu2ipu: IPU606 `tf.contrib` is of TensorFlow 1 and gone in 2.6: implement it with Keras
import tensorflow.contrib.slim as slim
from tensorflow import keras
from tensorflow.math import log as logarithm
# gpu2ipu: IPU606 `tf.placeholder` is of TensorFlow 1; `tf.compat.v1.placeholder` needs graph mode: implement it with Keras
from tensorflow import placeholder as ph
from tensorflow.random import set_seed as set_random_seed

flags = tf.compat.v1.app.flags
tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
set_random_seed(tf.compat.v1.to_int32(1))
if hasattr(tf, "placeholder"):
    x = tf.placeholder(tf.float32, (None, 4))
try:
    tf.set_random_seed(1)
except AttributeError:
    tf.random.set_seed(1)
# gpu2ipu: IPU606 `tf.layers` is of TensorFlow 1; `tf.compat.v1.layers` needs graph mode: implement it with Keras
print(tf.math.log(2.0), tf.math.log(2.0), tf.compat.v1.log(2.0), tf.random.normal(shape=(2,)), tf.layers)
# gpu2ipu: IPU606 `tf.contrib` is of TensorFlow 1 and gone in 2.6: implement it with Keras
tf.contrib.saved_model.save_keras_model(keras.Sequential(), "model")
# gpu2ipu: IPU606 `tf.get_variable` is of TensorFlow 1; `tf.compat.v1.get_variable` needs graph mode: implement it with Keras
w = tf.get_variable("w", (4,))
