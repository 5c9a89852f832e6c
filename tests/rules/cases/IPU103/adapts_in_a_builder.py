# flags: --all-rules --format
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

x, y = np.random.rand(320, 4).astype("float32"), np.random.rand(320).astype("float32")


def build():
    norm = layers.Normalization(axis=-1)
    norm.adapt(x)
    model = tf.keras.Sequential([norm, layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=10)
    return model


model = build()
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.python import ipu

x, y = np.random.rand(320, 4).astype("float32"), np.random.rand(320).astype("float32")


def build():
    norm = layers.Normalization(axis=-1)

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()

    norm.adapt(x)
    with strategy.scope():
        norm = layers.Normalization(axis=-1, mean=norm.mean, variance=norm.variance)
        model = tf.keras.Sequential([norm, layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=10)
    return model


model = build()
model.fit(x, y)
