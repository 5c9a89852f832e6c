"""The helper functions that a port may contain: their text, and how they are recognised in a script.

A port does not import gpu2ipu, so the helpers are written into it. The analysis knows what they do: a helper is
recognised by its syntax tree. Its docstring, its annotations and the names of modules in it may be edited.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

#: Fields of a template: names that the script chooses.
_FIELDS = {
    field: f"_field_{field}"
    for field in (
        *("name", "np", "tf", "ipu", "random"),
        *("fed_batch", "even_batch_size", "count_samples", "predict_batch_by_batch"),
    )
}
#: Parts of a function that say nothing about what it does.
_IGNORED = frozenset(("ctx", "annotation", "returns", "type_comment"))


def _in_rounds(template: str) -> str:
    """The form of a helper that evaluates, which takes a multiple of `batches` batches."""
    return (
        template.replace(
            "full batches, then the rest as a smaller one", "full batches, then the rest, `batches` of each"
        )
        .replace("rows // batch_size * batch_size", "rows // (batch_size * batches) * (batch_size * batches)")
        .replace("(full, rows))", "(full, rows // batches * batches))")
        .replace("min(batch_size, stop - start)", "min(batch_size, (stop - start) // batches)")
    )


def _by_executions(template: str) -> str:
    """The form of a helper that evaluates whose calls suit any `steps_per_execution`, read from the model."""
    return (
        template.replace(
            ": full batches, then the rest as a smaller one;", " in calls that suit `steps_per_execution`;"
        )
        .replace(
            "    results, weights = [], []\n",
            "    whole = full - full % (batch_size * int(model._steps_per_execution.numpy()))\n"
            "    results, weights = [], []\n",
        )
        .replace("((0, full), (full, rows))", "((0, whole), (whole, full), (full, rows))")
    )


EVEN_BATCH_SIZE = '''
def {name}(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)
'''

DIVIDING_BATCH_SIZE = '''
def {name}(rows, batch_size):
    """Return a batch size that divides `rows`, so that no batch is partial: near `batch_size`, else smaller."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 2 * below < min(rows, batch_size) else below
'''

EVALUATE_ALL_ROWS = '''
def {name}(model, x, y, batch_size=None, **options):
    """Evaluate all samples: full batches, then the rest as a smaller one; the results are averaged by samples."""
    rows, batch_size = len(x), batch_size or 32
    full = rows // batch_size * batch_size
    results, weights = [], []
    for start, stop in ((0, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            results.append(model.evaluate(x[start:stop], y[start:stop], batch_size=size, **options))
            weights.append(stop - start)
    return {tf}.nest.map_structure(lambda *values: float({np}.average(values, weights=weights)), *results)
'''

EVALUATE_ALL_ROWS_NESTED = '''
def {name}(model, x, y, batch_size=None, **options):
    """Evaluate all samples: full batches, then the rest as a smaller one; the results are averaged by samples."""
    if {np}.isscalar({tf}.nest.flatten(x)[0]):
        x = {np}.array(x)
    if {np}.isscalar({tf}.nest.flatten(y)[0]):
        y = {np}.array(y)
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32
    full = rows // batch_size * batch_size
    results, weights = [], []
    for start, stop in ((0, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            part = {tf}.nest.map_structure(lambda array: array[start:stop], (x, y))
            results.append(model.evaluate(*part, batch_size=size, **options))
            weights.append(stop - start)
    return {tf}.nest.map_structure(lambda *values: float({np}.average(values, weights=weights)), *results)
'''

EVALUATE_ROUNDS, EVALUATE_ROUNDS_NESTED = (
    _in_rounds(template.replace("batch_size=None,", "batch_size=None, batches=1,"))
    for template in (EVALUATE_ALL_ROWS, EVALUATE_ALL_ROWS_NESTED)
)

EVALUATE_BY_EXECUTIONS, EVALUATE_BY_EXECUTIONS_NESTED = map(
    _by_executions, (EVALUATE_ALL_ROWS, EVALUATE_ALL_ROWS_NESTED)
)

PREDICT_ALL_ROWS = '''
def {name}(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]
'''

PREDICT_ALL_ROWS_NESTED = '''
def {name}(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if {np}.isscalar({tf}.nest.flatten(x)[0]):
        x = {np}.array(x)
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict({tf}.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return {tf}.nest.map_structure(lambda array: array[:rows], predictions)
'''

PREDICT_BATCH_BY_BATCH = '''
def {name}(model, x, batch_size=None, **options):
    """Predict all samples with one call of `predict` per batch, so that any number of batches will do."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    parts = {np}.split(padded, len(padded) // batch_size)
    return {np}.concatenate([model.predict(part, batch_size=batch_size, **options) for part in parts])[:rows]
'''

PREDICT_BATCH_BY_BATCH_NESTED = '''
def {name}(model, x, batch_size=None, **options):
    """Predict all samples with one call of `predict` per batch, so that any number of batches will do."""
    if {np}.isscalar({tf}.nest.flatten(x)[0]):
        x = {np}.array(x)
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    padded = {tf}.nest.map_structure(pad, x)
    parts = []
    for start in range(0, rows, batch_size):
        part = {tf}.nest.map_structure(lambda array: array[start : start + batch_size], padded)
        parts.append(model.predict(part, batch_size=batch_size, **options))
    return {tf}.nest.map_structure(lambda *arrays: {np}.concatenate(arrays)[:rows], *parts)
'''

PREDICT_ONE_BY_ONE = '''
def {name}(model, x, batch_size=None, **options):
    """Predict arrays, a dataset or a generator with one call of `predict` per batch, whatever their number is."""
    if isinstance(x, {tf}.keras.utils.Sequence):
        x = map(x.__getitem__, range(len(x)))
    elif not (isinstance(x, {tf}.data.Dataset) or hasattr(x, "__next__")):
        return {predict_batch_by_batch}(model, x, batch_size=batch_size, **options)
    parts = []
    for batch in x:
        inputs = batch[0] if isinstance(batch, tuple) else batch
        size = len({tf}.nest.flatten(inputs)[0])
        parts.append(model.predict(inputs, batch_size=size, **options))
    return {tf}.nest.map_structure(lambda *arrays: {np}.concatenate(arrays), *parts)
'''

PREDICT_ROUNDS = '''
def {name}(model, x, batch_size=None, batches=1, **options):
    """Predict all samples in a multiple of `batches` full batches: what pads them is dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % (batch_size * batches)))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]
'''

PREDICT_ROUNDS_NESTED = '''
def {name}(model, x, batch_size=None, batches=1, **options):
    """Predict all samples in a multiple of `batches` full batches: what pads them is dropped from the result."""
    if {np}.isscalar({tf}.nest.flatten(x)[0]):
        x = {np}.array(x)
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % (batch_size * batches)))

    predictions = model.predict({tf}.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return {tf}.nest.map_structure(lambda array: array[:rows], predictions)
'''

PREDICT_ROUND_BY_ROUND = '''
def {name}(model, x, batch_size=None, batches=1, **options):
    """Predict all samples with one call of `predict` for each `batches` batches, so that any number will do."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % (batch_size * batches)))
    parts = {np}.split(padded, len(padded) // (batch_size * batches))
    return {np}.concatenate([model.predict(part, batch_size=batch_size, **options) for part in parts])[:rows]
'''

PREDICT_ROUND_BY_ROUND_NESTED = '''
def {name}(model, x, batch_size=None, batches=1, **options):
    """Predict all samples with one call of `predict` for each `batches` batches, so that any number will do."""
    if {np}.isscalar({tf}.nest.flatten(x)[0]):
        x = {np}.array(x)
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % (batch_size * batches)))

    padded = {tf}.nest.map_structure(pad, x)
    parts = []
    for start in range(0, rows, batch_size * batches):
        part = {tf}.nest.map_structure(lambda array: array[start : start + batch_size * batches], padded)
        parts.append(model.predict(part, batch_size=batch_size, **options))
    return {tf}.nest.map_structure(lambda *arrays: {np}.concatenate(arrays)[:rows], *parts)
'''

PREDICT_ALL_BATCHES = '''
def {name}(model, x, batches, **options):
    """Predict a dataset of full batches in a multiple of `batches`: what pads them is dropped from the result."""
    rows = len(x) * {tf}.nest.flatten(x.element_spec)[0].shape[0]
    padding = x.take(1).repeat(-len(x) % batches)
    predictions = model.predict(x.concatenate(padding), **options)
    return {tf}.nest.map_structure(lambda array: array[:rows], predictions)
'''

TAKE_ROWS = '''
def {name}(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if {np}.isscalar({tf}.nest.flatten(data)[0]):
        data = {np}.array(data)
    return {tf}.nest.map_structure(lambda array: array[start:stop], data)
'''

WITHOUT_INT64 = '''
def {name}(data):
    """Return arrays with int32 in place of int64, which the IPU does not support; other types stay as they are."""
    if isinstance(data, ({tf}.data.Dataset, {tf}.keras.utils.Sequence)):
        return data
    if {np}.isscalar({tf}.nest.flatten(data)[0]):
        data = {np}.array(data)

    def cast(array):
        return {np}.asarray(array, "int32") if {np}.asarray(array).dtype == "int64" else array

    return {tf}.nest.map_structure(cast, data)
'''

BATCHES_WITHOUT_INT64 = '''
def {name}(dataset):
    """Return a dataset with int32 in place of int64, which the IPU does not support; other types stay as they are."""

    def cast(part):
        return {tf}.cast(part, {tf}.int32) if part.dtype == {tf}.int64 else part

    return dataset.map(lambda *batch: {tf}.nest.map_structure(cast, batch if len(batch) > 1 else batch[0]))
'''

ROW_COUNT = '''
def {name}(data):
    """Return the number of samples in an array or a list of numbers, or in the arrays of a list or dict."""
    first = {tf}.nest.flatten(data)[0]
    return len(first) if getattr(first, "shape", ()) else len(data)
'''


SUITABLE_STEPS = '''
def {name}(training, validation, *others):
    """Return the largest `steps_per_execution` that divides all step counts that are not smaller than it."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))
'''

SET_STEPS = '''
def {name}(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)
'''

SUITABLE_ACCUMULATED_STEPS = '''
def {name}(accumulation, training, validation, *others):
    """Return the largest `steps_per_execution` of whole weight updates that suits all step counts."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    updates = range(1, -(-max(training, *others, 1) // accumulation) + 1)
    return max((n * accumulation for n in updates if suit(n * accumulation)), default=accumulation)
'''

SUITABLE_REPLICATED_STEPS = '''
def {name}(replicas, accumulation, training, validation, *others):
    """Return the largest `steps_per_execution` of whole weight updates that suits the steps of each replica."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        validations = [validation, validation * replicas]  # Keras also checks the batches of all replicas
        inside = training % left == 0 and all(each % min(left, each) == 0 for each in validations)
        return inside and all(other % min(steps, other) == 0 for other in others)

    updates = range(1, -(-max(training, *others, 1) // accumulation) + 1)
    return max((n * accumulation for n in updates if suit(n * accumulation)), default=accumulation)
'''

AVERAGE_OVER_REPLICAS = '''
def {name}(optimizer):
    """Let an optimizer take the mean of the gradients of all replicas, which an IPU would add up."""
    optimizer = {tf}.keras.optimizers.get(optimizer)

    def average(gradients_and_variables):
        return [
            ({ipu}.cross_replica_ops.cross_replica_mean(gradient), variable)
            for gradient, variable in gradients_and_variables
        ]

    getattr(optimizer, "inner_optimizer", optimizer).gradient_aggregator = average
    return optimizer
'''

WARM_UP = '''
def {name}(initial_lr, warmup_epochs, replicas, verbose=0):
    """Raise the learning rate once an epoch, from `initial_lr` for one replica to `initial_lr` for all of them."""

    def learning_rate(epoch, current):
        if epoch > warmup_epochs or not warmup_epochs:
            return current
        progress = min((epoch + 0.5) / warmup_epochs, 1)  # the middle of the epoch
        return initial_lr * (1 + progress * (replicas - 1)) / replicas

    return {tf}.keras.callbacks.LearningRateScheduler(learning_rate, verbose)
'''

SCHEDULED_RATE = '''
def {name}(initial_lr, multiplier, start_epoch=0, end_epoch=None):
    """Set the learning rate to a multiple of `initial_lr` at the start of each epoch in a range."""

    def learning_rate(epoch, current):
        if epoch < start_epoch or (end_epoch is not None and epoch >= end_epoch):
            return current
        return float(initial_lr * (multiplier(epoch) if callable(multiplier) else multiplier))

    return {tf}.keras.callbacks.LearningRateScheduler(learning_rate)
'''

MICRO_BATCH_PARAMETERS = ("dataset", "parts")
MICRO_BATCHES = '''
def {name}(dataset, parts):
    """Cut each batch of a dataset into `parts` micro-batches, whose gradients the IPU accumulates."""

    def cut(*batch):
        def cut_tensor(tensor):
            return {tf}.reshape(tensor, [parts, tensor.shape[0] // parts, *tensor.shape[1:]])

        return {tf}.nest.map_structure(cut_tensor, batch)

    return dataset.map(cut).unbatch()
'''

EVEN_BATCHES_PARAMETERS = ("dataset", "batches")
EVEN_BATCHES = '''
def {name}(dataset, batches):
    """Return the samples of a dataset in a multiple of `batches` full batches, a few samples at the end left out."""
    size = {tf}.nest.flatten(dataset.element_spec)[0].shape[0]
    share = len(dataset) * size // batches
    batch_size = {even_batch_size}(share, size)
    number = share // batch_size * batches
    even = dataset.unbatch().take(number * batch_size).batch(batch_size, drop_remainder=True)
    return even.apply({tf}.data.experimental.assert_cardinality(number))
'''

COUNT_SAMPLES = '''
def {name}(dataset):
    """Return how many samples a dataset has in all batches, and in the largest one."""

    def add(counted, *batch):
        size = {tf}.shape({tf}.nest.flatten(batch)[0])[0]
        return counted[0] + size, {tf}.maximum(counted[1], size)

    rows, batch_size = dataset.reduce((0, 0), add)
    return int(rows), int(batch_size)
'''

FULL_BATCHES = '''
def {name}(dataset):
    """Return the full batches of a dataset: the last one is left out if it is partial."""
    rows, batch_size = {count_samples}(dataset)
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return full.apply({tf}.data.experimental.assert_cardinality(rows // batch_size))
'''

FULL_BATCHES_OF_FILES = '''
def {name}(dataset, batch_size):
    """Return the full batches of a dataset of image files: a partial one at its end is left out."""
    steps = len(dataset.file_paths) // batch_size
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply({tf}.data.experimental.assert_cardinality(steps))
    full.class_names, full.file_paths = dataset.class_names, dataset.file_paths
    return full
'''

FULL_BATCHES_OF_TEXTS = '''
def {name}(dataset, batch_size):
    """Return the full batches of a dataset of text files: a partial one at its end is left out."""
    files = dataset
    while files._inputs():
        files = files._inputs()[0]
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply({tf}.data.experimental.assert_cardinality(len(files) // batch_size))
    full.class_names = dataset.class_names
    return full
'''

BATCHES_OF_WINDOWS = '''
def {name}(data, targets, sequence_length, batch_size=128, drop_remainder=False, **options):
    """As `timeseries_dataset_from_array`: windows in types that the IPU supports, with their length in the shape."""
    create = {tf}.keras.preprocessing.timeseries_dataset_from_array
    types = {{{tf}.float64: {tf}.float32, {tf}.int64: {tf}.int32}}

    def shaped(windows, *others):
        windows = {tf}.ensure_shape(windows, [None, sequence_length, *windows.shape[2:]])
        windows, *others = [{tf}.cast(part, types.get(part.dtype, part.dtype)) for part in (windows, *others)]
        return (windows, *others) if others else windows

    dataset = create(data, targets, sequence_length, batch_size=batch_size, **options).map(shaped)
    if not drop_remainder:
        return dataset
    samples = len(create(data, targets, sequence_length, batch_size=1, **{{**options, "shuffle": False}}))
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return full.apply({tf}.data.experimental.assert_cardinality(samples // batch_size))
'''

FULL_ROUNDS = '''
def {name}(dataset, batches):
    """Return a multiple of `batches` full batches of a dataset: what is left over at its end is left out."""
    rows, batch_size = {count_samples}(dataset)
    number = rows // (batch_size * batches) * batches
    full = dataset.unbatch().take(number * batch_size).batch(batch_size, drop_remainder=True)
    return full.apply({tf}.data.experimental.assert_cardinality(number))
'''

_EVALUATE_BATCHES = '''
def {name}(model, dataset, **options):
    """Evaluate a dataset: full batches, then the rest as a smaller one; the results are averaged by samples."""
    rows, batch_size = {count_samples}(dataset)
    full = rows // batch_size * batch_size
    results, weights = [], []
    for start, stop in ((0, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            part = dataset.unbatch().skip(start).take(stop - start).batch(size, drop_remainder=True)
            part = part.apply({tf}.data.experimental.assert_cardinality((stop - start) // size))
            results.append(model.evaluate(part, **options))
            weights.append(stop - start)
    return {tf}.nest.map_structure(lambda *values: float({np}.average(values, weights=weights)), *results)
'''

EVALUATE_ALL_BATCHES = _by_executions(_EVALUATE_BATCHES)
EVALUATE_ALL_ROUNDS = _in_rounds(_EVALUATE_BATCHES.replace("dataset, **", "dataset, batches, **"))

PREDICT_ALL_SAMPLES = '''
def {name}(model, dataset, batches=1, **options):
    """Predict a dataset in full batches: the last one is padded, and the padding dropped from the result."""
    rows, batch_size = {count_samples}(dataset)
    number = -(-rows // (batch_size * batches)) * batches
    samples = dataset.unbatch()
    padding = samples.take(1).repeat(number * batch_size - rows)
    padded = samples.concatenate(padding).batch(batch_size, drop_remainder=True)
    padded = padded.apply({tf}.data.experimental.assert_cardinality(number))
    predictions = model.predict(padded, **options)
    return {tf}.nest.map_structure(lambda array: array[:rows], predictions)
'''

FED_BATCH = '''
def {name}(batch):
    """Return a batch in the element types that the IPU supports, with tuples for lists as Keras has them."""
    if isinstance(batch, dict):
        return {{key: {name}(part) for key, part in batch.items()}}
    if isinstance(batch, (list, tuple)):
        return tuple({name}(part) for part in batch)
    array = {np}.array(batch)
    if array.dtype.kind == "f":
        return array.astype("float32")
    return array.astype("int32") if array.dtype.kind in "iu" and array.dtype.itemsize > 1 else array
'''

DATASET_OF_GENERATOR = '''
def {name}(generator, steps, drop_remainder=False):
    """Return a dataset of the next `steps` batches of a generator per epoch; all have the shapes of the first."""
    first = {fed_batch}(next(generator))

    def is_short(batch):
        return len({tf}.nest.flatten(batch)[0]) < len({tf}.nest.flatten(first)[0])

    def read():
        yield first
        for batch in map({fed_batch}, generator):
            if not (drop_remainder and is_short(batch)):
                yield batch

    def next_batches():
        for _, batch in zip(range(int(steps)), batches):
            yield batch

    batches = read()
    signature = {tf}.nest.map_structure(lambda array: {tf}.TensorSpec(array.shape, array.dtype), first)
    dataset = {tf}.data.Dataset.from_generator(next_batches, output_signature=signature)
    return dataset.apply({tf}.data.experimental.assert_cardinality(int(steps)))
'''

DATASET_OF_SEQUENCE = '''
def {name}(sequence, steps, shuffle=False):
    """Return a dataset of the first `steps` batches of a Sequence; each epoch ends with `on_epoch_end`."""
    first = {fed_batch}(sequence[0])
    signature = {tf}.nest.map_structure(lambda array: {tf}.TensorSpec(array.shape, array.dtype), first)

    def batches():
        order = list(range(steps))
        if shuffle:
            {random}.shuffle(order)
        for index in order[:-1]:
            yield {fed_batch}(sequence[index])
        last = {fed_batch}(sequence[order[-1]])
        sequence.on_epoch_end()
        yield last

    dataset = {tf}.data.Dataset.from_generator(batches, output_signature=signature)
    return dataset.apply({tf}.data.experimental.assert_cardinality(steps))
'''

DATASET_OF_ROWS = '''
def {name}(sequence, rows, batch_size):
    """Return a dataset of all samples of a Sequence in batches of another size, read again in each epoch."""
    first = {fed_batch}(sequence[0])
    signature = {tf}.nest.map_structure(
        lambda array: {tf}.TensorSpec([None, *array.shape[1:]], array.dtype), first
    )

    def batches():
        for index in range(len(sequence) - 1):
            yield {fed_batch}(sequence[index])
        last = {fed_batch}(sequence[len(sequence) - 1])
        sequence.on_epoch_end()
        yield last

    dataset = {tf}.data.Dataset.from_generator(batches, output_signature=signature)
    dataset = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return dataset.apply({tf}.data.experimental.assert_cardinality(rows // batch_size))
'''

DATASET_OF_FIRST_ROWS = DATASET_OF_ROWS.replace("all samples", "the first samples").replace(
    ".unbatch()", ".unbatch().take(rows)"
)

ASSIGN_STAGES = '''
def {name}(model, stages):
    """Split a model into pipeline stages, each with the same number of layers that have kernels."""

    def calls(assignments):
        for each in assignments:
            nested = getattr(each, "is_nested_model", False)
            yield from calls(each.pipeline_stage_assignments) if nested else (each,)

    assignments = model.get_pipeline_stage_assignment()
    layers = list(calls(assignments))
    kernels = [any(len(weight.shape) > 1 for weight in each.layer.weights) for each in layers]
    for index, each in enumerate(layers):
        each.pipeline_stage = max(0, sum(kernels[: index + 1]) - 1) * stages // sum(kernels)
    model.set_pipeline_stage_assignment(assignments)
'''

ASSIGN_PLANNED_STAGES = '''
def {name}(model, begins):
    """Assign layers to pipeline stages: those in `begins` to the stage there, all others to that of their inputs."""
    names = set()

    def assign(assignments, path, first):
        stages, stage = {{}}, first
        for each in assignments:
            nested = getattr(each, "is_nested_model", False)
            layer = each.nested_model if nested else each.layer
            inputs = getattr(each, "inbound_layers", None)
            if inputs is not None:
                stage = max([stages.get(one.name, first) for one in inputs], default=first)
            names.add(path + layer.name)
            stage = begins.get(path + layer.name, stage)
            if nested:
                stage = assign(each.pipeline_stage_assignments, path + layer.name + "/", stage)
            else:
                each.pipeline_stage = stage
            stages[layer.name] = stage
        return stage

    assignments = model.get_pipeline_stage_assignment()
    assign(assignments, "", 0)
    if not names.issuperset(begins):
        raise ValueError("no layers " + ", ".join(sorted(set(begins) - names)))
    model.set_pipeline_stage_assignment(assignments)
'''

CLASSES_OF = '''
def {name}(predictions):
    """Return the class of each prediction: the largest output, or of a single output whether it exceeds 0.5."""
    if predictions.shape[-1] > 1:
        return predictions.argmax(axis=-1)
    return (predictions > 0.5).astype("int32")
'''

INSPECT_LAYERS = '''
def {name}(*names):
    """Return a callback that prints, each epoch, the outputs of layers and the gradients of their weights."""

    def send(state, key, tensors):
        graphs = [getattr(getattr(each, "graph", None), "name", "scratch_graph") for each in tensors.values()]
        queue = state["queues"][key]
        if state["trains"] and graphs and "scratch_graph" not in graphs[0] and not queue.enqueued:
            queue.enqueue(tensors)

    def inspect(state, layer, optimizer):
        call, of_weights = layer.call, layer.name + " gradient"

        def call_and_send(*args, **kwargs):
            outputs = call(*args, **kwargs)
            flat = {tf}.nest.flatten(outputs)
            names = [f"{{layer.name}} {{number}}" for number in range(len(flat))] if flat[1:] else [layer.name]
            send(state, layer.name, dict(zip(names, flat)))
            return outputs

        def send_gradients(pairs):
            weights, pairs = {{id(weight) for weight in layer.trainable_weights}}, list(pairs)
            own = [(gradient, weight.name) for gradient, weight in pairs if id(weight) in weights]
            known = [(name, {tf}.convert_to_tensor(each)) for each, name in own if each is not None]
            send(state, of_weights, {{f"{{name}} gradient": tensor for name, tensor in known}})
            return pairs

        for key in (layer.name, of_weights):
            state["queues"][key] = {ipu}.ipu_outfeed_queue.IPUOutfeedQueue()
        layer.call = call_and_send
        optimizer.gradient_transformers.append(send_gradients)

    class LayerInspection({tf}.keras.callbacks.Callback):
        def set_model(self, model):
            super().set_model(model)
            self.state = vars(model).get("inspection")
            if self.state is not None:
                return
            self.state = vars(model)["inspection"] = {{"trains": False, "queues": {{}}}}
            others = ({tf}.keras.layers.InputLayer, {tf}.keras.metrics.Metric)
            found = [each for each in (*model.layers, *model.submodules) if isinstance(each, {tf}.keras.layers.Layer)]
            layers = {{each.name: each for each in found if not isinstance(each, others)}}
            optimizer = getattr(model.optimizer, "inner_optimizer", model.optimizer)
            for name in names:
                if name not in layers:
                    raise ValueError(f"the model has no layer {{name}}; its layers are {{', '.join(layers)}}")
                with model.distribute_strategy.scope():
                    inspect(self.state, layers[name], optimizer)

        def on_train_begin(self, logs=None):
            self.state["trains"] = True

        def on_train_end(self, logs=None):
            self.state["trains"] = False

        def on_test_begin(self, logs=None):
            self.state["trains"] = False

        def on_test_end(self, logs=None):
            self.state["trains"] = True

        def on_epoch_end(self, epoch, logs=None):
            queues = [queue for queue in self.state["queues"].values() if queue.enqueued]
            for key, values in (item for queue in queues for item in queue.dequeue().items()):
                values = {np}.asarray(values, "float32")
                known = values[{np}.isfinite(values)]
                of_all = ("mean", "std", "min", "max") if known.size else ()
                numbers = [f"{{part}} {{getattr(known, part)():.5g}}" for part in of_all]
                numbers += [f"NaN {{{np}.isnan(values).sum()}}", f"inf {{{np}.isinf(values).sum()}}"]
                print(f"epoch {{epoch + 1}} {{key}}:", *numbers)

    return LayerInspection()
'''

TEMPLATES = (
    CLASSES_OF,
    INSPECT_LAYERS,
    EVEN_BATCH_SIZE,
    DIVIDING_BATCH_SIZE,
    EVALUATE_ALL_ROWS,
    EVALUATE_ALL_ROWS_NESTED,
    EVALUATE_ROUNDS,
    EVALUATE_ROUNDS_NESTED,
    EVALUATE_BY_EXECUTIONS,
    EVALUATE_BY_EXECUTIONS_NESTED,
    PREDICT_ALL_ROWS,
    PREDICT_ALL_ROWS_NESTED,
    PREDICT_BATCH_BY_BATCH,
    PREDICT_BATCH_BY_BATCH_NESTED,
    PREDICT_ONE_BY_ONE,
    PREDICT_ROUNDS,
    PREDICT_ROUNDS_NESTED,
    PREDICT_ROUND_BY_ROUND,
    PREDICT_ROUND_BY_ROUND_NESTED,
    PREDICT_ALL_BATCHES,
    TAKE_ROWS,
    ROW_COUNT,
    WITHOUT_INT64,
    BATCHES_WITHOUT_INT64,
    SUITABLE_STEPS,
    SET_STEPS,
    ASSIGN_STAGES,
    ASSIGN_PLANNED_STAGES,
    SUITABLE_ACCUMULATED_STEPS,
    SUITABLE_REPLICATED_STEPS,
    AVERAGE_OVER_REPLICAS,
    WARM_UP,
    SCHEDULED_RATE,
    MICRO_BATCHES,
    EVEN_BATCHES,
    COUNT_SAMPLES,
    FULL_BATCHES,
    FULL_BATCHES_OF_FILES,
    FULL_BATCHES_OF_TEXTS,
    BATCHES_OF_WINDOWS,
    FULL_ROUNDS,
    EVALUATE_ALL_BATCHES,
    EVALUATE_ALL_ROUNDS,
    PREDICT_ALL_SAMPLES,
    FED_BATCH,
    DATASET_OF_GENERATOR,
    DATASET_OF_SEQUENCE,
    DATASET_OF_ROWS,
    DATASET_OF_FIRST_ROWS,
)
#: The helpers that make int32 of int64 when the port runs: of arrays, and of the batches of a dataset.
CASTS_OF_INT64 = (WITHOUT_INT64, BATCHES_WITHOUT_INT64)
#: Template -> the form of the helper that also takes arrays in lists and dicts.
NESTED_FORMS = {
    EVALUATE_ALL_ROWS: EVALUATE_ALL_ROWS_NESTED,
    EVALUATE_ROUNDS: EVALUATE_ROUNDS_NESTED,
    EVALUATE_BY_EXECUTIONS: EVALUATE_BY_EXECUTIONS_NESTED,
    PREDICT_ALL_ROWS: PREDICT_ALL_ROWS_NESTED,
    PREDICT_BATCH_BY_BATCH: PREDICT_BATCH_BY_BATCH_NESTED,
    PREDICT_ROUNDS: PREDICT_ROUNDS_NESTED,
    PREDICT_ROUND_BY_ROUND: PREDICT_ROUND_BY_ROUND_NESTED,
}


def template_of(function: ast.AST | None) -> str | None:
    """Return the template of a helper that a port contains, None for any other function."""
    if not isinstance(function, ast.FunctionDef):
        return None
    return next((template for template in TEMPLATES if is_made_from(function, template)), None)


def asks_for_numbers(test: ast.expr) -> bool:
    """True for the test by which helpers find that their data are numbers in lists: those become one array."""
    match test:
        case ast.Call(ast.Attribute(_, "isscalar")):
            return True
    return False


def is_micro_batches(function: ast.AST | None) -> bool:
    """True if `function` is the helper that cuts the batches of a dataset into micro-batches."""
    return isinstance(function, ast.FunctionDef) and is_made_from(function, MICRO_BATCHES)


def sets_steps(function: ast.AST | None) -> bool:
    """True if `function` is the helper that compiles a model again with another `steps_per_execution`."""
    return isinstance(function, ast.FunctionDef) and is_made_from(function, SET_STEPS)


def casts_int64(function: ast.AST | None) -> bool:
    """True if `function` is a helper that makes int32 of int64 when the port runs."""
    return isinstance(function, ast.FunctionDef) and any(
        is_made_from(function, template) for template in CASTS_OF_INT64
    )


def averages_over_replicas(function: ast.AST | None) -> bool:
    """True if `function` is the helper that gives an optimizer the mean of the gradients of all replicas."""
    return isinstance(function, ast.FunctionDef) and is_made_from(function, AVERAGE_OVER_REPLICAS)


def is_made_from(function: ast.FunctionDef, template: str) -> bool:
    """True if the code of `function` is that of a template, docstring and chosen names aside."""
    return _matches(_parsed(template), function)


@functools.cache
def _parsed(template: str) -> ast.FunctionDef:
    (function,) = ast.parse(template.format_map(_FIELDS)).body
    assert isinstance(function, ast.FunctionDef)
    return function


def _matches(template: ast.AST, code: ast.AST) -> bool:
    if isinstance(template, ast.Name) and template.id in _FIELDS.values():
        return isinstance(code, (ast.Name, ast.Attribute))
    if type(template) is not type(code):
        return False
    pairs = zip(_parts(template), _parts(code), strict=False)
    return len(list(_parts(template))) == len(list(_parts(code))) and all(_same(*pair) for pair in pairs)


def _same(template: object, code: object) -> bool:
    if isinstance(template, ast.AST):
        return isinstance(code, ast.AST) and _matches(template, code)
    return template in _FIELDS.values() or template == code


def _parts(node: ast.AST) -> Iterator[object]:
    """The fields of a node in order, lists written out, without a docstring and without what is ignored."""
    for field, value in ast.iter_fields(node):
        if field in _IGNORED:
            continue
        if field == "body" and isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            yield from value[1:]
        elif isinstance(value, list):
            yield from value
        else:
            yield value
