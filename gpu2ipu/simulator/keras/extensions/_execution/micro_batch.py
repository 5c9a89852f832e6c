"""A model's step for one micro-batch, separated from the update of the weights."""

from __future__ import annotations

import contextlib
import functools
import inspect
from typing import Any, Callable, Sequence

import tensorflow as tf
from tensorflow.python.ipu._device import program
from tensorflow.python.ipu.eager.backprop import GradientCaptureContext

from gpu2ipu.simulator.compiler import tracing
from gpu2ipu.simulator.keras2.training_step import converted, is_of_tensorflow_1, is_taken, optimizing
from gpu2ipu.simulator.memory.graph import size_of

from .._state import Mode
from .aggregation import aggregated, not_aggregating

Tensors = Sequence[Any]


class Step:
    """A model's step for one micro-batch on one replica, traced once."""

    def __init__(
        self,
        model: Any,
        mode: Mode,
        element_spec: Any,
        all_gradients: bool = True,
        scales_back: int = 0,
        hands_on: bool = False,
    ) -> None:
        """Trace the step. Raises what the step raises, and ValueError for a missing gradient if `all_gradients`.

        `scales_back`: how many gradients of an `ALSOptimizer` an update takes; each is unscaled at once (0: not).
        `hands_on`: whether the update gets captured gradients as well.
        """
        self._model = model
        self._hands_on = hands_on
        self._scales_back = scales_back
        self._all_gradients = all_gradients
        self._stock = converted(getattr(model, f"{mode.value}_step"))
        self._spec = element_spec
        #: The trained variables, without those that have no gradient.
        self.variables: list[Any] = []
        self._all_variables: list[Any] = []
        self.structure: Any = None
        #: Whether layers of `keras.ipu.layers` capture gradients.
        self.captures = False
        #: The gradients of the variables, followed by the captured ones.
        self.gradients: list[Any] = []
        #: Tag -> the number of captured gradients with it.
        self._tags: dict[str, int] = {}
        try:
            self._concrete = tracing.trace(self._flat_step, tf.nest.flatten(element_spec))
        except Exception as error:
            if not hasattr(error, "ag_error_metadata"):
                raise
            raise error.ag_error_metadata.to_exception(error) from None  # as a `tf.function` does
        outputs = self._concrete.outputs
        #: Shape and type of each result of a step.
        self.results = [(out.shape, out.dtype) for out in outputs[: len(outputs) - len(self.gradients)]]

    @property
    def bytes_of_results(self) -> int:
        """The bytes that a step sends to the host."""
        return size_of(self._concrete.outputs[: len(self.results)])

    @property
    def captured(self) -> list[Any]:
        """The captured gradients that the update gets."""
        return self.gradients[len(self.variables) :]

    def __call__(self, data: Any) -> tuple[Tensors, Tensors]:
        """Return results and gradients of one micro-batch."""
        outputs = list(self._concrete(*tf.nest.flatten(data)))
        return outputs[: len(self.results)], outputs[len(self.results) :]

    def of_replicas(self, replicas: int) -> list[tuple[Any, Any]]:
        """Return shape and type of each result, with an axis for the replicas."""
        return [(tf.TensorShape([replicas]).concatenate(shape), dtype) for shape, dtype in self.results]

    def _flat_step(self, *tensors: Any) -> list[Any]:
        data = tf.nest.pack_sequence_as(self._spec, tensors)
        with program.by_keras():
            results, gradients = self._model.distribute_strategy.run(self._run, args=(data,))
        self.structure = results
        self.gradients = gradients
        return [*tf.nest.flatten(results), *gradients]

    def _run(self, data: Any) -> Any:
        taken: list[tuple[Any, Any]] = []
        with GradientCaptureContext() as source, optimizing(self._model, taken.extend):
            results = tf.nest.map_structure(tf.convert_to_tensor, self._stock(data))
        captured = source.captured_gradients
        self.captures = bool(captured)
        if self._all_gradients:
            refuse_missing(taken, self._model.optimizer)
        if self._scales_back:
            taken = self._model.optimizer._taken(taken, captured, self._scales_back)
        self._all_variables = [variable for _, variable in taken]
        self.variables = [variable for gradient, variable in taken if gradient is not None]
        gradients = [tf.convert_to_tensor(gradient) for gradient, _ in taken if gradient is not None]
        self._tags = {tag: len(found) for tag, found in captured.items() if self._hands_on}
        return results, gradients + [each for tag in self._tags for each in captured[tag]]

    def trace_aggregation(self, dtypes: Sequence[Any], replicas: int) -> Any:
        """Trace the script's own aggregation: a function of the accumulated gradients with an axis for replicas."""

        def aggregate(*gradients: Any) -> list[Any]:
            def run(gradients: Any) -> list[Any]:
                return aggregated(self._model.optimizer, gradients, self.variables, replicas)

            with program.by_keras():
                found: list[Any] = self._model.distribute_strategy.run(run, args=(list(gradients),))
            return found

        axis = tf.TensorShape([replicas])
        pairs = zip(self.variables, dtypes)
        return tracing.trace(
            aggregate, [tf.TensorSpec(axis.concatenate(each.shape), dtype) for each, dtype in pairs]
        )

    def trace_update(self, dtypes: Sequence[Any], is_aggregated: bool = False) -> Any:
        """Trace the update of the weights, a function of the accumulated and the captured gradients.

        `is_aggregated`: the gradients are those of all replicas as the optimizer aggregates them.
        """
        trained = {id(variable) for variable in self.variables}

        def apply(gradients: Any) -> None:
            given = iter(gradients)
            pairs = [(next(given) if id(each) in trained else None, each) for each in self._all_variables]
            captured = {tag: [next(given) for _ in range(count)] for tag, count in self._tags.items()}
            optimizer = self._model.optimizer
            update = optimizer._apply_taken if self._scales_back else optimizer.apply_gradients
            with not_aggregating(optimizer) if is_aggregated else contextlib.nullcontext():
                update(pairs, **({"captured_grads": captured} if captured else {}))

        def update(*gradients: Any) -> list[Any]:
            with program.by_keras():
                self._model.distribute_strategy.run(apply, args=(list(gradients),))
            return []

        specs = [tf.TensorSpec(variable.shape, dtype) for variable, dtype in zip(self.variables, dtypes)]
        return tracing.trace(
            update, specs + [tf.TensorSpec(each.shape, each.dtype) for each in self.captured]
        )


def train_step(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `Model.train_step`: in `fit` on an IPU it raises ValueError for variables without a gradient."""

    @functools.wraps(stock)
    def step(self: Any, data: Any) -> Any:
        state = getattr(self, "_ipu", None)
        if state is None or state.mode is not Mode.FIT or is_taken(self.optimizer):
            return stock(self, data)
        optimizer, source = self.optimizer, GradientCaptureContext()

        def apply(pairs: list[tuple[Any, Any]]) -> None:
            refuse_missing(pairs, optimizer)
            captured = source.captured_gradients
            takes = captured and supports_captured_gradients(optimizer)
            optimizer.apply_gradients(pairs, **({"captured_grads": captured} if takes else {}))

        with source, optimizing(self, apply):
            return stock(self, data)

    return step


def supports_captured_gradients(optimizer: Any) -> bool:
    """Return whether an optimizer takes the gradients that layers of `keras.ipu.layers` capture."""
    if hasattr(optimizer, "supports_captured_grads"):
        return bool(optimizer.supports_captured_grads)
    return "captured_grads" in inspect.getfullargspec(type(optimizer).apply_gradients).kwonlyargs


def refuse_missing(pairs: Sequence[tuple[Any, Any]], optimizer: Any) -> None:
    """Raise ValueError for a variable without a gradient; optimizers of TensorFlow 1 skip it instead."""
    for gradient, variable in pairs:
        if gradient is None and not is_of_tensorflow_1(optimizer):
            raise ValueError(
                f"Variable {variable.name} has `None` for gradient: the loss does not depend on it, or an operation "
                "between them has no gradient (K.argmax, K.round, K.eval). Make it not trainable, or leave out its "
                "layer."
            )
