# flags: --pipeline-stages 2 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

u, v = np.load("u.npy"), np.load("v.npy").astype("float32")
x, y = np.random.rand(1001, 4).astype("float32"), np.random.rand(1001).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)
val = tf.data.Dataset.from_tensor_slices((u, v)).batch(32).prefetch(1)
test = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
full = tf.data.Dataset.from_tensor_slices((u, v)).batch(20, drop_remainder=True)
odd = tf.data.Dataset.from_tensor_slices((x, y)).batch(25, drop_remainder=True)
all_rows = tf.data.Dataset.from_tensor_slices((u, v)).batch(16)
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, epochs=2, validation_data=val)
model.evaluate(test)
model.evaluate(full)
model.evaluate(full, steps=5)
model.evaluate(odd.take(7))
model.evaluate(all_rows)
model.predict(all_rows, verbose=1)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def count_samples(dataset):
    """Return how many samples a dataset has in all batches, and in the largest one."""

    def add(counted, *batch):
        size = tf.shape(tf.nest.flatten(batch)[0])[0]
        return counted[0] + size, tf.maximum(counted[1], size)

    rows, batch_size = dataset.reduce((0, 0), add)
    return int(rows), int(batch_size)


def full_batches(dataset, batches):
    """Return a multiple of `batches` full batches of a dataset: what is left over at its end is left out."""
    rows, batch_size = count_samples(dataset)
    number = rows // (batch_size * batches) * batches
    full = dataset.unbatch().take(number * batch_size).batch(batch_size, drop_remainder=True)
    return full.apply(tf.data.experimental.assert_cardinality(number))


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


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def micro_batches(dataset, parts):
    """Cut each batch of a dataset into `parts` micro-batches, whose gradients the IPU accumulates."""

    def cut(*batch):
        def cut_tensor(tensor):
            return tf.reshape(tensor, [parts, tensor.shape[0] // parts, *tensor.shape[1:]])

        return tf.nest.map_structure(cut_tensor, batch)

    return dataset.map(cut).unbatch()


def even_batches(dataset, batches):
    """Return the samples of a dataset in a multiple of `batches` full batches, a few samples at the end left out."""
    size = tf.nest.flatten(dataset.element_spec)[0].shape[0]
    share = len(dataset) * size // batches
    batch_size = even_batch_size(share, size)
    number = share // batch_size * batches
    even = dataset.unbatch().take(number * batch_size).batch(batch_size, drop_remainder=True)
    return even.apply(tf.data.experimental.assert_cardinality(number))


def evaluate_all_batches(model, dataset, batches, **options):
    """Evaluate a dataset: full batches, then the rest, `batches` of each; the results are averaged by samples."""
    rows, batch_size = count_samples(dataset)
    full = rows // (batch_size * batches) * (batch_size * batches)
    results, weights = [], []
    for start, stop in ((0, full), (full, rows // batches * batches)):
        if start < stop:
            size = min(batch_size, (stop - start) // batches)
            part = dataset.unbatch().skip(start).take(stop - start).batch(size, drop_remainder=True)
            part = part.apply(tf.data.experimental.assert_cardinality((stop - start) // size))
            results.append(model.evaluate(part, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


def predict_all_samples(model, dataset, batches=1, **options):
    """Predict a dataset in full batches: the last one is padded, and the padding dropped from the result."""
    rows, batch_size = count_samples(dataset)
    number = -(-rows // (batch_size * batches)) * batches
    samples = dataset.unbatch()
    padding = samples.take(1).repeat(number * batch_size - rows)
    padded = samples.concatenate(padding).batch(batch_size, drop_remainder=True)
    padded = padded.apply(tf.data.experimental.assert_cardinality(number))
    predictions = model.predict(padded, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

u, v = np.load("u.npy"), np.load("v.npy").astype("float32")
x, y = np.random.rand(1001, 4).astype("float32"), np.random.rand(1001).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32, drop_remainder=True)
val = tf.data.Dataset.from_tensor_slices((u, v)).batch(even_batch_size(len(u) // 2, 32)).prefetch(1)
test = tf.data.Dataset.from_tensor_slices((x, y)).take(len(x) // 2 * 2).batch(25, drop_remainder=True)
full = tf.data.Dataset.from_tensor_slices((u, v)).batch(20, drop_remainder=True)
odd = tf.data.Dataset.from_tensor_slices((x, y)).batch(25, drop_remainder=True)
all_rows = tf.data.Dataset.from_tensor_slices((u, v)).batch(even_batch_size(len(u), 16))
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(4, len(train) * 4, len(full_batches(val, 2)), len(test), len(full) * 2, 10, 6, len(all_rows) // 2 * 2, -(-len(all_rows) // 2) * 2))
model.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
model.fit(micro_batches(train, 4), epochs=2, validation_data=full_batches(val, 2))
model.evaluate(test)
model.evaluate(micro_batches(full, 2))
model.evaluate(micro_batches(full, 2), steps=5 * 2)
model.evaluate(even_batches(odd.take(7), 2))
evaluate_all_batches(model, all_rows, batches=2)
predict_all_samples(model, all_rows, verbose=1, batches=2)
