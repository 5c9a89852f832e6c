"""Benchmarks of a dataset or an infeed: how fast this host produces elements, measured as by the SDK."""

from __future__ import annotations

import json
import math
import time
from typing import Any

import tensorflow as tf
from tensorflow.python.data.ops import iterator_ops
from tensorflow.python.platform import tf_logging as logging

from ._errors import not_emulated, refuse_others
from .ipu_infeed_queue import IPUInfeedQueue

__all__ = ["dataset_benchmark", "infeed_benchmark"]


def dataset_benchmark(
    dataset: Any,
    number_of_epochs: int,
    elements_per_epochs: int,
    print_stats: bool = True,
    apply_debug_options: bool = True,
    do_memcpy: bool = True,
) -> Any:
    """Return a tensor of one string: JSON with the figures of each epoch under "epochs".

    For invalid arguments it returns a ValueError or TypeError, as the SDK does, and does not raise it. Raises
    InvalidArgumentError if an element has a dimension of size 0, OutOfRangeError if there are too few elements.
    """
    if number_of_epochs < 1:
        return ValueError("Expected `number_of_epochs` to be at least 1.")
    if elements_per_epochs < 1:
        return ValueError("Expected `elements_per_epochs` to be at least 1.")
    if not isinstance(dataset, tf.data.Dataset):
        return TypeError(
            f"Expected `dataset` argument to be of type `tf.data.Dataset`, but got {dataset} instead."
        )
    if not tf.executing_eagerly():
        raise not_emulated("a benchmark in a graph", ": call it in eager code")
    size = _element_size(dataset)
    iterator = iterator_ops.OwnedIterator(dataset)  # not that of the current strategy
    epochs = []
    for number in range(number_of_epochs):
        figures = _epoch(iterator, elements_per_epochs, size, do_memcpy)
        epochs.append(figures)
        if print_stats:
            logging.info("Processed: %g elements/second.", figures["elements_per_second"])
            logging.info("Bandwidth: %g GB/s.", figures["bandwidth"])
        logging.info("Dataset iterator completed epoch %d.", number)
    return tf.constant([json.dumps({"epochs": epochs})])


def infeed_benchmark(
    infeed_queue: Any,
    number_of_epochs: int,
    elements_per_epochs: int,
    print_stats: bool = True,
    do_memcpy: bool = True,
) -> Any:
    """Benchmark the dataset of an infeed, see `dataset_benchmark`; the feed itself keeps its position."""
    if not isinstance(infeed_queue, IPUInfeedQueue):
        return TypeError(
            "Expected `infeed_queue` argument to be of type `ipu.ipu_infeed_queue.IPUInfeedQueue`, but got "
            f"{infeed_queue} instead."
        )
    return dataset_benchmark(
        infeed_queue._dataset, number_of_epochs, elements_per_epochs, print_stats, False, do_memcpy
    )


def _element_size(dataset: Any) -> int:
    """Return the bytes of an element. Raises InvalidArgumentError for a dimension of size 0."""
    size = 0
    for spec in tf.nest.flatten(dataset.element_spec, expand_composites=True):
        count = math.prod(spec.shape)
        if not count:
            raise tf.errors.InvalidArgumentError(
                None,
                None,
                "Detected a tensor in the dataset with a dimension of size 0. Please remove it from the inputs.",
            )
        size += count * spec.dtype.size
    return size


def _epoch(iterator: Any, elements: int, size: int, do_memcpy: bool) -> dict[str, float]:
    """Measure so many elements of `size` bytes, and return seconds, elements per second and GB per second.

    Raises OutOfRangeError if there are fewer.
    """
    begin = time.perf_counter()
    for _ in range(elements):
        try:
            element = next(iterator)
        except StopIteration:
            raise tf.errors.OutOfRangeError(
                None, None, "The dataset iterator has reached the end of the dataset."
            ) from None
        if do_memcpy:
            for tensor in tf.nest.flatten(element, expand_composites=True):
                tensor.numpy().copy()
    elapsed = time.perf_counter() - begin
    return {
        "bandwidth": elements * size / (1e9 * elapsed),
        "elements_per_second": elements / elapsed,
        "elements_processed": float(elements),
        "time_elapsed": elapsed,
        "total_bytes_processed": float(elements * size),
    }


__getattr__ = refuse_others("tensorflow.python.ipu.dataset_benchmark")
