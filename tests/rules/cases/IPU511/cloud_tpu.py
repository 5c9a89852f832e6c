import tensorflow as tf


def connect(name):
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu=name)
    tf.config.experimental_connect_to_cluster(resolver)
    tf.tpu.experimental.initialize_tpu_system(resolver)
    print("All devices:", tf.config.list_logical_devices("TPU"))


connect("")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
