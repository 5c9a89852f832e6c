import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(320, 4).astype("float32"), np.random.randint(3, size=320)
rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
same = rows.map(lambda x, y: (x, tf.cast(y, tf.int32)))

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    iterator = iter(rows.repeat())
    others = iter(same)
on_host = iter(rows)


@tf.function(jit_compile=True)
def predict(iterator, steps):
    for _ in tf.range(steps):
        features, labels = next(iterator)
        model(features)


strategy.run(predict, args=(iterator, len(rows)))
strategy.run(predict, args=(others, len(rows)))
print(next(on_host)[1])
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(320, 4).astype("float32"), np.random.randint(3, size=320)
rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
same = rows.map(lambda x, y: (x, tf.cast(y, tf.int32)))

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    iterator = iter(rows.repeat().map(lambda x, y: (x, tf.cast(y, tf.int32))))
    others = iter(same)
on_host = iter(rows)


@tf.function(jit_compile=True)
def predict(iterator, steps):
    for _ in tf.range(steps):
        features, labels = next(iterator)
        model(features)


strategy.run(predict, args=(iterator, len(rows)))
strategy.run(predict, args=(others, len(rows)))
print(next(on_host)[1])
