import tensorflow as tf

try:
    tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
    print("Running on TPU", tpu.cluster_spec().as_dict()["worker"])
except ValueError:
    raise BaseException("ERROR: Not connected to a TPU runtime")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
