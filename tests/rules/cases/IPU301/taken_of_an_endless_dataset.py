# flags: --all-rules --format
import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.rand(190, 4).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, x[:, 0])).repeat().shuffle(50).batch(24).take(30)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(ds, epochs=2)
model.fit(ds.take(5), epochs=1)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(190, 4).astype("float32")
ds = (
    tf.data.Dataset.from_tensor_slices((x, x[:, 0]))
    .repeat()
    .shuffle(50)
    .batch(24, drop_remainder=True)
    .take(30)
)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=len(ds))
model.fit(ds, epochs=2)
model.fit(ds.take(5), epochs=1)
