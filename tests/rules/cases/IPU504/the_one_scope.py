# flags: --all-rules --format
import tensorflow as tf

print(tf.__version__)
strategy = tf.distribute.MirroredStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
data = tf.data.Dataset.from_tensor_slices((tf.zeros((330, 4)), tf.zeros(330))).batch(batch_size)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
model.fit(data)
# output
import tensorflow as tf
from tensorflow.python import ipu

print(tf.__version__)
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
data = tf.data.Dataset.from_tensor_slices((tf.zeros((330, 4)), tf.zeros(330))).batch(
    batch_size, drop_remainder=True
)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=len(data))
model.fit(data)
