import tensorflow as tf
from tensorflow.python import ipu


def policy_for_gpus():
    if tf.config.list_physical_devices("GPU"):
        return "mixed_float16"
    return "float32"


config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
