from tensorflow import keras
from tensorflow.python import ipu
import numpy as np

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def mean(gradients):
    return [(ipu.cross_replica_ops.cross_replica_mean(gradient), variable) for gradient, variable in gradients]


x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=16)
    model.optimizer.gradient_aggregator = mean
    model.fit(x, y)
