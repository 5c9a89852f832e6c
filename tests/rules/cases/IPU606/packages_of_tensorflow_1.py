import tensorflow as tf
import tensorflow.compat.v1 as tf1
from tensorflow import keras, losses
from tensorflow.train import GradientDescentOptimizer, Saver

tf.enable_eager_execution()
tf.random.set_random_seed(1)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=tf.losses.huber_loss, optimizer=tf.train.AdamOptimizer(learning_rate=0.005))
model.compile(loss=losses.mean_squared_error, optimizer=GradientDescentOptimizer(0.1))
model.compile(loss="mse", optimizer=tf1.train.RMSPropOptimizer(tf.compat.v1.train.exponential_decay(0.1, 0, 9, 0.9)))
images = tf.image.resize_images(tf.zeros((1, 4, 4, 3)), (8, 8))
try:
    optimizer = tf.train.AdagradOptimizer(0.1)
except AttributeError:
    optimizer = keras.optimizers.Adagrad(0.1)
writer = tf.summary.FileWriter("logs")
latest = tf.train.latest_checkpoint("logs")
# output
import tensorflow as tf
import tensorflow.compat.v1 as tf1
from tensorflow import keras, losses
from tensorflow.compat.v1.train import GradientDescentOptimizer
# gpu2ipu: IPU606 `tf.train.Saver` is of TensorFlow 1; `tf.compat.v1.train.Saver` needs graph mode: implement it with Keras
from tensorflow.train import Saver

tf.compat.v1.enable_eager_execution()
tf.random.set_seed(1)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=tf.compat.v1.losses.huber_loss, optimizer=tf.compat.v1.train.AdamOptimizer(learning_rate=0.005))
model.compile(loss=losses.mean_squared_error, optimizer=GradientDescentOptimizer(0.1))
model.compile(loss="mse", optimizer=tf1.train.RMSPropOptimizer(tf.compat.v1.train.exponential_decay(0.1, 0, 9, 0.9)))
images = tf.compat.v1.image.resize_images(tf.zeros((1, 4, 4, 3)), (8, 8))
try:
    optimizer = tf.train.AdagradOptimizer(0.1)
except AttributeError:
    optimizer = keras.optimizers.Adagrad(0.1)
# gpu2ipu: IPU606 `tf.summary.FileWriter` is of TensorFlow 1; `tf.compat.v1.summary.FileWriter` needs graph mode: implement it with Keras
writer = tf.summary.FileWriter("logs")
latest = tf.train.latest_checkpoint("logs")
