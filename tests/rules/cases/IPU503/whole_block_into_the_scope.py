# flags: --all-rules --format
import tensorflow as tf

x, y = tf.zeros((330, 4)), tf.zeros(330)
with tf.device("/gpu:0"):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")

with tf.device("/gpu:0"):
    model.fit(x, y)
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = tf.zeros((330, 4)), tf.zeros(330)
train_steps = len(x) // 32
train_size = train_steps * 32
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=train_steps)

model.fit(x[:train_size], y[:train_size])
