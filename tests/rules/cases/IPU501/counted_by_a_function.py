import tensorflow as tf
from tensorflow.python.client import device_lib


def get_available_gpus():
    devices = device_lib.list_local_devices()
    return [device.name for device in devices if device.device_type == "GPU"]


n_gpus = len(get_available_gpus())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.fit(tf.zeros((64, 4)), tf.zeros(64), batch_size=32 * n_gpus)
# output
import tensorflow as tf
from tensorflow.python.client import device_lib


def get_available_gpus():
    devices = device_lib.list_local_devices()
    return [device.name for device in devices if device.device_type == "GPU"]


n_gpus = 1
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.fit(tf.zeros((64, 4)), tf.zeros(64), batch_size=32 * n_gpus)
