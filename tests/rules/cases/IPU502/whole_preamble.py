# flags: --all-rules --format
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import tensorflow as tf
from tensorflow import keras

# GPU set-up
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)

(x_train, y_train), _ = keras.datasets.mnist.load_data()
with tf.device("/GPU:0"):
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", "mse")
model.fit(x_train, y_train, batch_size=100)
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

(x_train, y_train), _ = keras.datasets.mnist.load_data()
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", "mse", steps_per_execution=len(x_train) // 100)
model.fit(x_train, y_train, batch_size=100)
