import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
x, y = np.random.rand(320, 4).astype("float32"), np.random.rand(320).astype("float32")
normalizer = layers.Normalization(input_shape=(4,))
normalizer.adapt(x)
model = tf.keras.Sequential([normalizer, layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y)
normalizer = layers.Normalization(input_shape=(4,))
normalizer.adapt(x)
with strategy.scope():
    normalizer = layers.Normalization(input_shape=(4,), mean=normalizer.mean, variance=normalizer.variance)
    model = tf.keras.Sequential([normalizer, layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
x, y = np.random.rand(320, 4).astype("float32"), np.random.rand(320).astype("float32")
normalizer = layers.Normalization(input_shape=(4,))
normalizer.adapt(x)
with strategy.scope():
    normalizer = layers.Normalization(input_shape=(4,), mean=normalizer.mean, variance=normalizer.variance)
    model = tf.keras.Sequential([normalizer, layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y)
normalizer = layers.Normalization(input_shape=(4,))
normalizer.adapt(x)
with strategy.scope():
    normalizer = layers.Normalization(input_shape=(4,), mean=normalizer.mean, variance=normalizer.variance)
    model = tf.keras.Sequential([normalizer, layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y)
