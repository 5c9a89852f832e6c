"""`IPUDataHandler`: the rules for data, steps and executions, in addition to stock Keras's data handler."""

from __future__ import annotations

import contextlib
import math
from typing import Any, Generator, Iterator

import numpy as np
import tensorflow as tf
from keras.engine import base_layer_utils, data_adapter
from tensorflow.python.data.ops import iterator_ops
from tensorflow.python.ipu._errors import DRY, DeviceAborted, refuse_others
from tensorflow.python.platform import tf_logging as logging

from gpu2ipu.simulator import events

from . import _memory
from ._execution import executables, functions
from ._execution.steps import steps_per_execution, value_of
from ._state import Mode
from .extensions_base import KerasExtensionBase

__all__ = ["IPUDataHandler"]

#: How often x and y have been numpy arrays in this process; the second time a warning is logged.
_numpy_uses = {"x": 0, "y": 0}


class IPUDataHandler(data_adapter.DataHandler):  # type: ignore[misc]
    """Checks data, infers steps and iterates over epochs for one call of fit, evaluate or predict.

    The arguments are those of Keras's `DataHandler`. If `replication_factor` is None, it is set later, from the model.
    Raises ValueError for data that an IPU cannot take, in the order of the SDK.
    """

    def __init__(
        self, x: Any, y: Any = None, *args: Any, replication_factor: int | None = 1, **kwargs: Any
    ) -> None:
        """Check the data and infer the steps of an epoch."""
        self._replication_factor = replication_factor
        _warn_of_numpy("x", x, "`fit()`, `predict()` and `evaluate()`")
        _warn_of_numpy("y", y, "`fit()` and `evaluate()`")
        super().__init__(x, y, *args, **kwargs)

    @classmethod
    def of_model(cls, *args: Any, **kwargs: Any) -> IPUDataHandler:
        """Create the handler for the running call of a model, and build the model for the data if needed."""
        handler = cls(*args, replication_factor=None, **kwargs)
        model, state = handler._model, handler._model._ipu
        model._build_for(handler.element_spec)
        if state.training_data_seen and state.mode is Mode.FIT:
            # Validation data is first checked as if there were no replicas.
            handler.set_replication_factor(1)
        handler.set_replication_factor(model._get_replication_factor())
        if state.mode is Mode.FIT and not state.training_data_seen:
            state.training_data_seen = True
            model._log_batch_size(handler)
            functions.make_functions(model)
        return handler

    def _configure_dataset_and_inferred_steps(
        self, strategy: Any, x: Any, steps_per_epoch: int | None, class_weight: Any, distribute: bool
    ) -> None:
        if isinstance(self._adapter, data_adapter.GeneratorDataAdapter):
            raise ValueError(_generator_message(x))
        self._steps_per_epoch = steps_per_epoch
        self._dataset = self._prepared_dataset(class_weight)
        self._inferred_steps: Any = None  # set when the number of replicas is known
        if self._replication_factor is not None:
            self.set_replication_factor(self._replication_factor)

    def set_replication_factor(self, value: int) -> None:
        """Distribute the data among so many replicas, and infer the steps per epoch of each. Raises ValueError."""
        self._replication_factor = value
        self._inferred_steps = self._infer_steps(self._steps_per_epoch, self._dataset)
        self._validate_dataset()
        self._validate_data_handler()

    def _prepared_dataset(self, class_weight: Any) -> Any:
        """Return the dataset with class weights and without float64. Raises ValueError for a partial batch."""
        original = dataset = self._adapter.get_dataset()
        if class_weight:
            dataset = dataset.map(data_adapter._make_class_weight_map_fn(class_weight))
        if self._adapter.has_partial_batch():
            raise ValueError(
                "The provided set of data has a partial batch, which could result in data being dropped. "
                f"Either adjust the `batch_size` (currently {self._adapter.batch_size()}) or pad the data so "
                "that all batches are full."
            )
        dataset = _autocast(dataset)
        prefetch = (
            getattr(original, "_buffer_size", None) if type(original).__name__.endswith(_PREFETCH) else None
        )
        return dataset if dataset is original or prefetch is None else dataset.prefetch(int(prefetch))

    def _infer_steps(self, steps: int | None, dataset: Any) -> int:
        """Return the steps per epoch of each replica. Raises ValueError if they are unknown."""
        batches = super()._infer_steps(steps, dataset)
        if batches is None:
            raise ValueError(
                "Could not infer the size of the data. You must specify the number of steps to run, or give "
                "the dataset a size with `tf.data.experimental.assert_cardinality()`."
            )
        replicas = self._replication_factor or 1
        dropped = batches % replicas
        if dropped and _cardinality(dataset) >= 0:
            logging.warning(
                "Dataset of length %d is being evenly distributed between %d replicas. The remaining %d "
                "batch%s will be dropped.",
                _cardinality(dataset),
                replicas,
                dropped,
                "es" if dropped > 1 else "",
            )
        return int(batches // replicas)

    def _validate_dataset(self) -> None:
        """Raise ValueError for too few batches, and for shapes that are not fully defined."""
        size = _cardinality(self._dataset)
        if size == tf.data.experimental.UNKNOWN_CARDINALITY:
            logging.info(
                "The provided set of data has an unknown size. This can result in runtime errors if there is "
                "less of it than is needed."
            )
        elif size != tf.data.experimental.INFINITE_CARDINALITY and self._needed_batches() > size:
            raise ValueError(
                "Your input does not have enough data. Make sure that your dataset or generator can generate "
                f"at least {self._needed_batches()} batches (currently it can only generate {size} batches). "
                "You may need to use the repeat() function when building your dataset."
            )
        for spec in tf.nest.flatten(self._dataset.element_spec):
            if not spec.shape.is_fully_defined():
                raise ValueError(
                    f"The provided set of data contains a shape {spec.shape} which is not fully defined. "
                    "Executing on IPU requires all dataset elements to have fully defined shapes. If using "
                    "batch() make sure to set `drop_remainder=True`."
                )

    def _needed_batches(self) -> int:
        epochs = 1 if self._adapter.should_recreate_iterator() else self._epochs - self._initial_epoch
        return int(epochs * self._inferred_steps)

    def _validate_data_handler(self) -> None:
        """Raise ValueError if an epoch has no step, or if `steps_per_execution` does not divide its steps."""
        steps, asked = self._inferred_steps, self.steps_per_execution_value
        here = " to this replica" if (self._replication_factor or 1) > 1 else ""
        if asked > steps:
            logging.warning(
                "`steps_per_execution` has been set to %d but the dataset provided%s only contains %d "
                "batches. Using %d as `steps_per_execution`.",
                asked,
                here,
                steps,
                steps,
            )
        if steps == 0:
            raise ValueError(self._too_few_batches())
        if steps % min(asked, steps):
            raise ValueError(
                f"`steps_per_execution` ({asked}) must be a divisor of the number of batches ({steps}) in "
                f"the dataset provided{here}."
            )

    def _too_few_batches(self) -> str:
        """Return the message for too few batches. Raises TypeError for data without a length, as the SDK does here."""
        length, replicas = len(self._dataset), self.replication_factor
        steps = math.ceil(super()._infer_steps(None, self._dataset) / replicas)
        return (
            f"The provided dataset contains {length} items, but all {replicas} replicas are requested to run {steps} "
            f"steps each. Make sure the dataset contains at least {steps * replicas} items."
        )

    @property
    def steps_per_execution_value(self) -> int:
        """The steps of one execution of each replica."""
        return value_of(self._steps_per_execution)

    @property
    def element_spec(self) -> Any:
        """The types and shapes of one batch."""
        return self._dataset.element_spec

    @property
    def replication_factor(self) -> int:
        """The number of replicas among which the batches are distributed."""
        return self._replication_factor or 1

    @property
    def batch_size(self) -> int | None:
        """The rows of one batch, None if its elements are scalars."""
        size = self._adapter.batch_size()
        shape = tf.nest.flatten(self.element_spec)[0].shape
        rows: int | None = size if size is not None or not shape else shape[0]
        return rows

    def enumerate_epochs(self) -> Iterator[Any]:
        """Yield `(epoch, iterator)`, after checking feeds and program. Raises what the SDK raises for these."""
        with self._truncate_execution_to_epoch():
            if isinstance(self._model, KerasExtensionBase):
                self._model._check_feeds(self.element_spec)
                self._model._check_program(self.steps_per_execution_value)
                self._model._log_executions(self.steps_per_execution_value)
                executables.tell_plan(self._model, self)
                _memory.place_stages(self._model)
            iterator = self._iterator()
            for epoch in range(self._initial_epoch, self._epochs):
                if self._insufficient_data:
                    break
                if self._adapter.should_recreate_iterator():
                    iterator = self._iterator()
                events.tell("epoch")
                yield epoch, iterator
                self._adapter.on_epoch_end()

    def _iterator(self) -> Any:
        # Not the iterator of a strategy's scope: Keras takes the elements of all replicas one after the other.
        return iterator_ops.OwnedIterator(self._dataset)

    @contextlib.contextmanager
    def _truncate_execution_to_epoch(self) -> Iterator[None]:
        steps = min(self.steps_per_execution_value, self._inferred_steps)
        with steps_per_execution(self, steps):
            yield

    @contextlib.contextmanager
    def catch_stop_iteration(self) -> Iterator[None]:
        """Raise DeviceAborted if the data runs out, as the Poplar runtime aborts the process."""
        if not isinstance(self._model, KerasExtensionBase):
            with super().catch_stop_iteration():
                yield
            return
        try:
            yield
            self.sync()
        except (StopIteration, tf.errors.OutOfRangeError):
            asked = f"{self._inferred_steps * self.replication_factor} batches were asked for in each epoch."
            raise DeviceAborted(f"{DRY} {asked}") from None


#: The class of a prefetching dataset is PrefetchDataset, _PrefetchDataset in newer TensorFlow.
_PREFETCH = "PrefetchDataset"


def _warn_of_numpy(name: str, value: Any, calls: str) -> None:
    if not isinstance(value, np.ndarray):
        return
    _numpy_uses[name] += 1
    if _numpy_uses[name] == 2:
        logging.warning(
            "%s is of type `np.ndarray`. This will be cast to `tf.Tensor` during every call to: %s. To call "
            "these functions several times, cast it to a `tf.Tensor` once beforehand.",
            name,
            calls,
        )


def _generator_message(x: Any) -> str:
    hint = "use `tf.data.Dataset.from_generator()` to specify the shape of your data."
    if isinstance(x, Iterator) and not isinstance(x, Generator):
        wrapped = "def generator:\n    while True:\n        yield next(iterator)"
        hint = f"wrap your iterator inside a generator like so:\n\n{wrapped}\n\nand {hint}"
    return (
        f"The provided set of data is of type `{type(x).__name__}` which is not compatible with the IPU's "
        f"requirement to know the data shape ahead of time. Please {hint}"
    )


def _autocast(dataset: Any) -> Any:
    """Return the dataset with float64 cast to float32, as layers do in stock Keras."""
    spec = dataset.element_spec
    has_float64 = any(part.dtype == tf.float64 for part in tf.nest.flatten(spec))
    if not has_float64 or not base_layer_utils.v2_dtype_behavior_enabled():
        return dataset

    def cast(*element: Any) -> Any:
        narrowed = tf.nest.map_structure(
            lambda part: tf.cast(part, tf.float32) if part.dtype == tf.float64 else part, element
        )
        return narrowed if isinstance(spec, tuple) else narrowed[0]

    return dataset.map(cast)


def _cardinality(dataset: Any) -> int:
    return int(tf.data.experimental.cardinality(dataset))


__getattr__ = refuse_others("keras.ipu.extensions.data_adapter")
