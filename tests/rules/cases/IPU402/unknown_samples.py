# flags: --pipeline-stages 3 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.load("x.npy"), np.load("y.npy").astype("float32")
u, v = np.load("u.npy"), np.load("v.npy").astype("float32")
model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=48, validation_data=(u, v))
model.evaluate(u, v)
model.evaluate(x[:100], y[:100], batch_size=16)
model.predict(u)
model.predict(u[:1])
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def suitable_accumulated_steps(accumulation, training, validation, *others):
    """Return the largest `steps_per_execution` of whole weight updates that suits all step counts."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    updates = range(1, -(-max(training, *others, 1) // accumulation) + 1)
    return max((n * accumulation for n in updates if suit(n * accumulation)), default=accumulation)


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


def predict_all_rows(model, x, batch_size=None, batches=1, **options):
    """Predict all samples in a multiple of `batches` full batches: what pads them is dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % (batch_size * batches)))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.load("x.npy"), np.load("y.npy").astype("float32")
u, v = np.load("u.npy"), np.load("v.npy").astype("float32")
train_steps = len(x) // 48 * 6
train_size = train_steps * 8
u_batch_size = even_batch_size(len(u) // 3, 48)
u_size = len(u) // (u_batch_size * 3) * (u_batch_size * 3)
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 2])
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(6, train_steps, len(u) // (u_batch_size * 3) * 3, len(u) // (even_batch_size(len(u) // 3, 32) * 3) * 3, len(x[:100]) // (even_batch_size(len(x[:100]) // 3, 16) * 3) * 3, -(-len(u) // (32 * 3)) * 3))
model.set_pipelining_options(gradient_accumulation_steps_per_replica=6, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=8, validation_data=(u[:u_size], v[:u_size]), validation_batch_size=u_batch_size)
evaluate_all_rows(model, u, v, batch_size=even_batch_size(len(u) // 3, 32), batches=3)
evaluate_all_rows(model, x[:100], y[:100], batch_size=even_batch_size(len(x[:100]) // 3, 16), batches=3)
predict_all_rows(model, u, batches=3)
predict_all_rows(model, u[:1], batch_size=1, batches=3)
