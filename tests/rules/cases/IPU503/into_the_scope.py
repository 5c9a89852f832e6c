# flags: --all-rules --format
import tensorflow as tf

with tf.device("/gpu:0"):
    # one layer
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=10)
    model.fit(tf.zeros((320, 4)), tf.zeros(320))
    print(model.count_params())
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    # one layer
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=10)
model.fit(tf.zeros((320, 4)), tf.zeros(320))
print(model.count_params())
