"""The input arguments of fit, evaluate and predict: their kinds, rows and batches, and how to shorten them."""

from __future__ import annotations

import functools
import math
from typing import Any, Callable

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import context

from ..keras2 import installed

# The default batch size of Keras.
DEFAULT_BATCH = 32

# The arguments of fit and evaluate that have a row for each sample; predict has only the first.
ARRAYS = ("x", "y", "sample_weight")

# Transformations of a dataset whose elements stay batches.
_KEEPING_BATCHES = ("cache", "map", "prefetch", "repeat", "shard", "shuffle", "skip", "take", "with_options")

# The attribute of a dataset whose batches are shuffled: its batch size, and the same dataset without partial batches.
_FULL = "_gpu2ipu_full_batches"


def kind_of(x: Any) -> str:
    """Return "arrays", "dataset" or "generator"; the last is anything that Python code iterates over."""
    if isinstance(x, tf.data.Dataset):
        return "dataset"
    if x is None or hasattr(x, "__next__") or isinstance(x, tf.keras.utils.Sequence):
        return "generator"
    leaves = tf.nest.flatten(x)
    if leaves and all(hasattr(leaf, "shape") or isinstance(leaf, (int, float, str)) for leaf in leaves):
        return "arrays"
    return "generator"


def rows_of(arrays: Any) -> int:
    """Return the number of rows of a structure of arrays, or of a list of numbers."""
    leaf = tf.nest.flatten(arrays)[0]
    return int(leaf.shape[0]) if hasattr(leaf, "shape") else len(arrays)


def cut(arrays: Any, start: int, stop: int) -> Any:
    """Return the rows from `start` to `stop` of each array in a structure; None stays None."""
    if arrays is None:
        return None
    if not hasattr(tf.nest.flatten(arrays)[0], "shape"):
        return arrays[start:stop]
    return tf.nest.map_structure(lambda array: _rows(array, start, stop), arrays)


def numbers_as_arrays(arguments: dict[str, Any]) -> None:
    """Replace lists of numbers by arrays, as a port may: a seeded Keras shuffles lists alike in every epoch."""
    given = [name for name in ARRAYS if arguments.get(name) is not None]
    leaves = [leaf for name in given for leaf in tf.nest.flatten(arguments[name])]
    if leaves and all(isinstance(leaf, (int, float)) for leaf in leaves):
        arguments.update((name, np.array(arguments[name])) for name in given)


def split_like_keras(arguments: dict[str, Any]) -> None:
    """Replace `validation_split` by `validation_data` with the rows that Keras would use, the last ones."""
    split = arguments.get("validation_split")
    if not split or arguments.get("validation_data") is not None or kind_of(arguments["x"]) != "arrays":
        return
    count = rows_of(arguments["x"])
    border = math.floor(count * (1.0 - split))
    given = [arguments[name] for name in ARRAYS]
    arguments["validation_data"] = tuple(cut(arrays, border, count) for arrays in given if arrays is not None)
    arguments["validation_split"] = 0.0
    cut_arrays(arguments, border)


def cut_arrays(arguments: dict[str, Any], stop: int) -> None:
    """Keep the first rows of the inputs, targets and sample weights of a call."""
    for name in ARRAYS:
        if arguments.get(name) is not None:
            arguments[name] = cut(arguments[name], 0, stop)


def validation_of(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the validation data of a call of fit, as arguments of evaluate."""
    data = arguments["validation_data"]
    nested: dict[str, Any] = dict(zip(ARRAYS, data)) if isinstance(data, (tuple, list)) else {"x": data}
    nested["steps"] = arguments.get("validation_steps")
    nested["batch_size"] = arguments.get("validation_batch_size") or arguments.get("batch_size")
    return nested


def set_validation(arguments: dict[str, Any], nested: dict[str, Any]) -> None:
    """Set the validation data of a call of fit to the changed result of `validation_of`."""
    arguments["validation_steps"] = nested["steps"]
    if isinstance(arguments["validation_data"], (tuple, list)):
        arguments["validation_data"] = tuple(nested[name] for name in ARRAYS if name in nested)
    else:
        arguments["validation_data"] = nested["x"]


def cardinality(dataset: Any) -> int:
    """Return the number of batches in a dataset; -1 if it is infinite, -2 if unknown."""
    return int(tf.data.experimental.cardinality(dataset).numpy())


def batch_of(dataset: Any) -> int | None:
    """Return the batch size of a dataset, found along its input datasets; None if unknown."""
    size = getattr(dataset, "_batch_size", None)
    if size is not None:
        return int(size)
    sources = dataset._inputs()
    return batch_of(sources[0]) if len(sources) == 1 else None


def source_of(dataset: Any) -> Any:
    """Return the dataset that makes the batches of a dataset, or the first one along its input datasets."""
    sources = dataset._inputs()
    if getattr(dataset, "_batch_size", None) is not None or len(sources) != 1:
        return dataset
    return source_of(sources[0])


def partial_batches(dataset: Any) -> int:
    """Return how many batches of a dataset may be partial: one in each repetition after batching."""
    if getattr(dataset, "_batch_size", None) is not None:
        return 1
    count = getattr(dataset, "_count", None) if "Repeat" in type(dataset).__name__ else None
    repetitions = 1 if count is None else int(count)
    sources = dataset._inputs()
    return repetitions * partial_batches(sources[0]) if len(sources) == 1 else repetitions


def partial_in_steps(dataset: Any, steps: int) -> int:
    """Return how many of the first `steps` batches may be partial: known for whole rounds of a repeated dataset."""
    round_of = _repeated(dataset)
    size = cardinality(round_of) if round_of is not None else 0
    return steps // size * partial_batches(round_of) if size > 0 and steps % size == 0 else 0


def _repeated(dataset: Any) -> Any:
    """Return what a dataset repeats; None if it does not."""
    sources = dataset._inputs()
    if len(sources) != 1:
        return None
    return sources[0] if "Repeat" in type(dataset).__name__ else _repeated(sources[0])


def said_to_have(dataset: Any, batches: int) -> Any:
    """Return a dataset with an asserted cardinality, for callers that read no more than these batches.

    `take` would end the iterator after the last batch, and a repeated shuffle would continue in another order.
    """
    return dataset.apply(tf.data.experimental.assert_cardinality(batches))


def of_size(dataset: Any, batches: int) -> Any:
    """Return the first batches of a dataset that has at least so many, with an asserted cardinality."""
    return said_to_have(dataset.take(batches), batches)


def drop_before_shuffles() -> None:
    """Let `whole_batches` leave partial batches out before batches are shuffled, as a port does.

    To leave them out of what has been shuffled leaves the others in another order.
    """
    for name in _KEEPING_BATCHES:
        setattr(tf.data.Dataset, name, _keeping_full(name, getattr(tf.data.Dataset, name)))


def _keeping_full(name: str, stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of datasets: it is called on those without partial batches, too, with the same random seeds."""

    @functools.wraps(stock)
    def method(dataset: Any, *args: Any, **kwargs: Any) -> Any:
        found = getattr(dataset, _FULL, None)
        if found is None and name == "shuffle" and tf.executing_eagerly():
            batch = batch_of(dataset)
            found = None if batch is None else (batch, whole_batches(dataset, batch))
        if found is None or found[1] is dataset:
            return stock(dataset, *args, **kwargs)
        batch, full = found
        seeds = context.context()._rng.getstate()
        full = stock(full, *args, **kwargs)
        context.context()._rng.setstate(seeds)
        result = stock(dataset, *args, **kwargs)
        setattr(result, _FULL, (batch, full))
        return result

    return method


def whole_batches(dataset: Any, batch: int) -> Any:
    """Return the dataset without partial batches; unchanged if it cannot have any."""
    size, full = getattr(dataset, _FULL, (None, None))
    if size == batch:
        return full
    shapes = [spec.shape for spec in tf.nest.flatten(dataset.element_spec) if hasattr(spec, "shape")]
    if not shapes or shapes[0].rank in (None, 0) or shapes[0][0] is not None:
        return dataset

    def is_whole(*element: Any) -> Any:
        return tf.equal(tf.shape(tf.nest.flatten(element)[0])[0], batch)

    return dataset.filter(is_whole)


def spec_of(x: Any, with_rows: bool = False) -> Any:
    """Return the tensor specs of what a model gets from an input; None if unknown.

    The batch dimension of arrays is open, or the number of their rows if `with_rows`.
    """
    kind = kind_of(x)
    if kind == "dataset":
        spec = x.element_spec
        return spec[0] if isinstance(spec, tuple) else spec
    if kind == "arrays" and all(hasattr(leaf, "shape") for leaf in tf.nest.flatten(x)):
        return tf.nest.map_structure(lambda array: _row_spec(array, array.shape[0] if with_rows else None), x)
    return None


def open_spec(specs: Any) -> Any:
    """Return tensor specs with an open batch dimension."""

    def opened(spec: tf.TensorSpec) -> tf.TensorSpec:
        return tf.TensorSpec([None, *spec.shape[1:]] if len(spec.shape) else [], spec.dtype)

    return tf.nest.map_structure(opened, specs)


def _rows(array: Any, start: int, stop: int) -> Any:
    return array.iloc[start:stop] if hasattr(array, "iloc") else array[start:stop]


def _row_spec(array: Any, rows: int | None) -> Any:
    shape = [rows, *array.shape[1:]]
    # Keras up to 2.9 adds a second dimension to vectors.
    if len(shape) == 1 and hasattr(installed.module("engine.data_adapter"), "expand_1d"):
        shape = [rows, 1]
    dtype = array.dtype if isinstance(array, tf.Tensor) else tf.as_dtype(np.asarray(array[:1]).dtype)
    # Keras casts numpy floats of any precision to its default float type.
    return tf.TensorSpec(shape, tf.as_dtype(tf.keras.backend.floatx()) if dtype.is_floating else dtype)
