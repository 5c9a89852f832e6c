import tensorflow as tf

try:
    tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
except ValueError:
    tpu = None
batch_size = 128 if tpu else 32
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.predict(range(256), batch_size=batch_size)
# output
import tensorflow as tf

try:
    # gpu2ipu: IPU511 this call looks for a TPU or sets one up; there is no TPU on IPU hosts: remove it
    tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
except ValueError:
    tpu = None
batch_size = 128 if tpu else 32
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.predict(range(256), batch_size=batch_size)
