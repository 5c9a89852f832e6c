import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

images = tf.data.Dataset.from_tensor_slices(np.zeros((64, 8), "float32"))
numbers = tf.data.Dataset.from_tensor_slices(np.zeros((64, 3), "float32"))
labels = tf.data.Dataset.from_tensor_slices(np.arange(64) % 5)
rows = tf.data.Dataset.zip(((images, numbers), labels)).batch(8, drop_remainder=True)

with strategy.scope():
    inputs = [tf.keras.Input(8), tf.keras.Input(3)]
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(5)(tf.keras.layers.Concatenate()(inputs)))
    model.compile(loss="sparse_categorical_crossentropy", steps_per_execution=len(rows))
model.fit(rows)
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

images = tf.data.Dataset.from_tensor_slices(np.zeros((64, 8), "float32"))
numbers = tf.data.Dataset.from_tensor_slices(np.zeros((64, 3), "float32"))
labels = tf.data.Dataset.from_tensor_slices(np.arange(64) % 5)
rows = tf.data.Dataset.zip(((images, numbers), labels)).batch(8, drop_remainder=True)

with strategy.scope():
    inputs = [tf.keras.Input(8), tf.keras.Input(3)]
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(5)(tf.keras.layers.Concatenate()(inputs)))
    model.compile(loss="sparse_categorical_crossentropy", steps_per_execution=len(rows))
model.fit(rows.map(lambda x, y: (x, tf.cast(y, tf.int32))))
