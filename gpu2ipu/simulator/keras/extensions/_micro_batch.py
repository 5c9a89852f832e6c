"""A model's step for one micro-batch, with the update of the weights taken out of it."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Sequence

import tensorflow as tf

from gpu2ipu.simulator import hlo

from ._state import Mode

Tensors = Sequence[Any]


class Step:
    """A model's step for one micro-batch on one replica, traced once."""

    def __init__(self, model: Any, mode: Mode, element_spec: Any) -> None:
        self._model = model
        self._stock = getattr(model, f"{mode.value}_step")
        self._spec = element_spec
        #: The variables that are trained; those without a gradient are not among them.
        self.variables: list[Any] = []
        self._all_variables: list[Any] = []
        self.structure: Any = None
        self.gradients: list[Any] = []
        self._concrete = hlo.trace(self._flat_step, tf.nest.flatten(element_spec))
        outputs = self._concrete.outputs
        #: Shape and type of each result of a step.
        self.results = [(out.shape, out.dtype) for out in outputs[: len(outputs) - len(self.gradients)]]

    def __call__(self, data: Any) -> tuple[Tensors, Tensors]:
        """Results and gradients of one micro-batch."""
        outputs = list(self._concrete(*tf.nest.flatten(data)))
        return outputs[: len(self.results)], outputs[len(self.results) :]

    def of_replicas(self, replicas: int) -> list[tuple[Any, Any]]:
        """Shape and type of each result of all replicas."""
        return [(tf.TensorShape([replicas]).concatenate(shape), dtype) for shape, dtype in self.results]

    def _flat_step(self, *tensors: Any) -> list[Any]:
        data = tf.nest.pack_sequence_as(self._spec, tensors)
        results, gradients = self._model.distribute_strategy.run(self._run, args=(data,))
        self.structure = results
        self.gradients = gradients
        return [*tf.nest.flatten(results), *gradients]

    def _run(self, data: Any) -> Any:
        with _gradients_only(self._model) as taken:
            results = tf.nest.map_structure(tf.convert_to_tensor, self._stock(data))
        self._all_variables = [variable for _, variable in taken]
        self.variables = [variable for gradient, variable in taken if gradient is not None]
        return results, [tf.convert_to_tensor(gradient) for gradient, _ in taken if gradient is not None]

    def trace_update(self, dtypes: Sequence[Any]) -> Any:
        """The update of the weights as a function of the accumulated gradients."""
        trained = {id(variable) for variable in self.variables}

        def apply(gradients: Any) -> None:
            given = iter(gradients)
            pairs = [(next(given) if id(each) in trained else None, each) for each in self._all_variables]
            self._model.optimizer.apply_gradients(pairs)

        def update(*gradients: Any) -> list[Any]:
            self._model.distribute_strategy.run(apply, args=(list(gradients),))
            return []

        specs = [tf.TensorSpec(variable.shape, dtype) for variable, dtype in zip(self.variables, dtypes)]
        return hlo.trace(update, specs)


@contextlib.contextmanager
def _gradients_only(model: Any) -> Iterator[list[tuple[Any, Any]]]:
    """Let the model's train step hand over its gradients where it would update the weights."""
    taken: list[tuple[Any, Any]] = []
    optimizer = getattr(model, "optimizer", None)

    class Taker:
        def minimize(
            self, loss: Any, var_list: Any, grad_loss: Any = None, tape: Any = None, **_: Any
        ) -> None:
            taken.extend(_gradients(optimizer, loss, list(var_list), tape))

        def __getattr__(self, name: str) -> Any:
            return getattr(optimizer, name)

    if optimizer is None:
        yield taken
        return
    vars(model)["optimizer"] = Taker()  # past Keras, which would track it
    try:
        yield taken
    finally:
        vars(model)["optimizer"] = optimizer


def _gradients(optimizer: Any, loss: Any, variables: list[Any], tape: Any) -> list[tuple[Any, Any]]:
    """The gradients of one micro-batch, as the optimizer computes them: loss scaling is undone."""
    if hasattr(optimizer, "_compute_gradients"):
        return list(optimizer._compute_gradients(loss, variables, tape=tape))
    if hasattr(optimizer, "compute_gradients"):
        return list(optimizer.compute_gradients(loss, variables, tape))
    if hasattr(optimizer, "get_grads"):  # an optimizer of TensorFlow 1
        return list(optimizer.get_grads(loss, variables))
    return list(zip(tape.gradient(loss, variables), variables))
