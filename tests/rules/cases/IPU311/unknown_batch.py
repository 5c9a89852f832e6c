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
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


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


def evaluate_all_rows(model, x, y, batch_size=None, batches=1, **options):
    """Evaluate all samples: full batches, then the rest, `batches` of each; the results are averaged by samples."""
    rows, batch_size = len(x), batch_size or 32
    full = rows // (batch_size * batches) * (batch_size * batches)
    results, weights = [], []
    for start, stop in ((0, full), (full, rows // batches * batches)):
        if start < stop:
            size = min(batch_size, (stop - start) // batches)
            results.append(model.evaluate(x[start:stop], y[start:stop], batch_size=size, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


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
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(average_over_replicas("sgd"), "mse", steps_per_execution=max(train_steps, len(x) // (even_batch_size(len(x) // 2, batch) * 2)))
model.set_replication_options(replicated_metric_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=batch // 2)
evaluate_all_rows(model, x, y, batch_size=even_batch_size(len(x) // 2, batch), batches=2)
