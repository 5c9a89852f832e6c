# flags: --replicas 2 --all-rules
import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=61)
batch = parser.parse_args().batch
x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=batch)
model.evaluate(x, y, batch_size=batch)
# output
import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


def average_over_replicas(optimizer):
    """Let an optimizer take the mean of the gradients of all replicas, which an IPU would add up."""
    optimizer = tf.keras.optimizers.get(optimizer)

    def average(gradients_and_variables):
        return [
            (ipu.cross_replica_ops.cross_replica_mean(gradient), variable)
            for gradient, variable in gradients_and_variables
        ]

    getattr(optimizer, "inner_optimizer", optimizer).gradient_aggregator = average
    return optimizer


parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=61)
batch = parser.parse_args().batch

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
train_steps = len(x) // (batch // 2 * 2)
train_size = train_steps * (batch // 2 * 2)
x_batch_size = even_batch_size(len(x) // 2, batch)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(average_over_replicas("sgd"), "mse", steps_per_execution=max(train_steps, len(x) // x_batch_size // 2))
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=batch // 2)
model.evaluate(x, y, batch_size=x_batch_size)
