# flags: --pipeline-stages 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

a, b, y = np.load("a.npy"), np.load("b.npy"), np.load("y.npy").astype("float32")
first, second = keras.Input((4,)), keras.Input((4,))
x = layers.Concatenate()([first, second])
x = layers.Dense(4)(x)
outputs = layers.Dense(1)(x)
model = keras.Model([first, second], outputs)
model.compile("sgd", "mse")
inputs = [a, b]
model.fit(inputs, y, validation_data=([a, b], y))
model.evaluate(inputs, y)
model.predict(inputs)
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


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


def evaluate_all_rows(model, x, y, batch_size=None, batches=1, **options):
    """Evaluate all samples: full batches, then the rest, `batches` of each; the results are averaged by samples."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    if np.isscalar(tf.nest.flatten(y)[0]):
        y = np.array(y)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32
    full = rows // (batch_size * batches) * (batch_size * batches)
    results, weights = [], []
    for start, stop in ((0, full), (full, rows // batches * batches)):
        if start < stop:
            size = min(batch_size, (stop - start) // batches)
            part = tf.nest.map_structure(lambda array: array[start:stop], (x, y))
            results.append(model.evaluate(*part, batch_size=size, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


def predict_batch_by_batch(model, x, batch_size=None, batches=1, **options):
    """Predict all samples with one call of `predict` for each `batches` batches, so that any number will do."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % (batch_size * batches)))

    padded = tf.nest.map_structure(pad, x)
    parts = []
    for start in range(0, rows, batch_size * batches):
        part = tf.nest.map_structure(lambda array: array[start : start + batch_size * batches], padded)
        parts.append(model.predict(part, batch_size=batch_size, **options))
    return tf.nest.map_structure(lambda *arrays: np.concatenate(arrays)[:rows], *parts)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

a, b, y = np.load("a.npy"), np.load("b.npy"), np.load("y.npy").astype("float32")
train_steps = len(y) // 32 * 4
train_size = train_steps * 8
a_batch_size = even_batch_size(len(a) // 2, 32)
a_size = len(a) // (a_batch_size * 2) * (a_batch_size * 2)
with strategy.scope():
    first, second = keras.Input((4,)), keras.Input((4,))
    with keras.ipu.PipelineStage(0):
        x = layers.Concatenate()([first, second])
        x = layers.Dense(4)(x)
    with keras.ipu.PipelineStage(1):
        outputs = layers.Dense(1)(x)
    model = keras.Model([first, second], outputs)
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(4, train_steps, len(a) // (a_batch_size * 2) * 2, len(y) // (even_batch_size(len(y) // 2, 32) * 2) * 2))
model.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
inputs = [a, b]
model.fit(take_rows(inputs, 0, train_size), y[:train_size], validation_data=([a[:a_size], b[:a_size]], y[:a_size]), validation_batch_size=a_batch_size, batch_size=8)
evaluate_all_rows(model, inputs, y, batch_size=even_batch_size(len(y) // 2, 32), batches=2)
predict_batch_by_batch(model, inputs, batches=2)
