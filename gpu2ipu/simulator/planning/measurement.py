"""Measure the layers of a model: trace its training step for one micro-batch, compile it to HLO, and read that.

Nothing runs. The step is the one of the model, up to the gradients: weights, and what is kept for the backward pass,
belong to the calls that read them; optimizer slots are those that the update of the weights creates.
"""

from __future__ import annotations

from typing import Any, Iterator

import tensorflow as tf

from ..compiler import tracing
from ..compiler.lowering import compile_to_hlo
from ..keras2.training_step import converted, optimizing
from ..memory import graph, liveness, programs, variables
from ..memory.liveness import Breakdown
from ..memory.variables import SLOT, WEIGHT, Variable
from .layer_calls import LayerCalls


def measure(model: Any, data: Any) -> dict[str, Any]:
    """Return the measurements of a compiled model for a batch like `data`, a tuple of tensor specs, as JSON values.

    Raises what the model raises when it is traced, and ValueError if it calls no layers.
    """
    step = _GradientStep(model, data)
    calls = step.calls.named()
    if not calls:
        raise ValueError("its training step calls none of its layers")
    text, _ = compile_to_hlo(step.concrete)
    found = liveness.by_stage(programs.read(step.concrete, text), len(calls))
    for call, working, flops in zip(calls, found.working, found.flops):
        call.update(parameters=0, weights=0, optimizer=0, accumulators=0, working=working, flops=flops)
    together = sorted(_add_variables(calls, step, found))
    kept = [value for value in found.values if value.kept]
    return {
        "layers": calls,
        "kept": _values(value for value in kept if value.varies and not value.is_data),
        "kept_once": _values(value for value in kept if not value.varies),
        "kept_data": _values(value for value in kept if value.is_data),
        "handed": [
            [value.size, value.origin, sorted(value.received)] for value in found.values if value.received
        ],
        "together": together,
        "received": graph.size_of(step.concrete.inputs[: len(tf.nest.flatten(data))]),
        "sent": graph.size_of(step.concrete.outputs[: step.results]),
    }


class _GradientStep:
    """The training step of a model up to the gradients, and the update of the weights, traced."""

    def __init__(self, model: Any, data: Any) -> None:
        self._model = model
        self._strategy = model.distribute_strategy
        self._stock = converted(model.train_step)
        self._data = data
        self.calls = LayerCalls(model)
        #: The number of results other than gradients.
        self.results = 0
        self._trained: list[Any] = []
        #: The keys of the variables that have a gradient.
        self.trained: set[int] = set()
        with self._strategy.scope(), self.calls.recorded():
            self.concrete = tracing.trace(self._flat_step, tf.nest.flatten(data))

    def _flat_step(self, *tensors: Any) -> list[Any]:
        given = tf.nest.pack_sequence_as(self._data, tensors)
        # not `run`, with which a strategy for IPUs compiles and checks a program
        results: list[Any] = self._strategy.extended.call_for_each_replica(self._run, args=(given,))
        return results

    def _run(self, data: Any) -> list[Any]:
        taken: list[tuple[Any, Any]] = []
        with optimizing(self._model, taken.extend):
            results = tf.nest.flatten(self._stock(data))
        self.results = len(results)
        if not taken:
            raise ValueError(
                "its training step hands no gradients to `optimizer.minimize`: nothing is trained, or `train_step` is "
                "overridden, which cannot be a pipeline"
            )
        self._trained = [variable for gradient, variable in taken if gradient is not None]
        self.trained = {id(variable.handle) for variable in self._trained}
        gradients = [tf.convert_to_tensor(gradient) for gradient, _ in taken if gradient is not None]
        return [*(tf.convert_to_tensor(result) for result in results), *gradients]

    def slots(self) -> list[Variable]:
        """Return the optimizer slots, which the update of the weights creates if they do not exist yet."""

        def apply(gradients: Any) -> None:
            self._model.optimizer.apply_gradients(list(zip(gradients, self._trained)))

        def update(*gradients: Any) -> list[Any]:
            self._strategy.extended.call_for_each_replica(apply, args=(list(gradients),))
            return []

        specs = [tf.TensorSpec(variable.shape, variable.dtype) for variable in self._trained]
        with self._strategy.scope():
            concrete = tracing.trace(update, specs)
        return [each for each in variables.of_program(concrete) if each.role == SLOT]


def _add_variables(
    calls: list[dict[str, Any]], step: _GradientStep, found: Breakdown
) -> Iterator[tuple[int, int]]:
    """Add the variables of a model to the calls that read them first; yield first and last call of shared ones."""
    homes: dict[int | None, int] = {}
    for variable in variables.of_program(step.concrete):
        readers = found.readers[variable.place] if 0 <= variable.place < len(found.readers) else ()
        if variable.role != WEIGHT:
            continue
        home = homes[variable.key] = min(readers, default=0)
        calls[home]["weights"] += variable.size
        calls[home]["parameters"] += variable.elements
        calls[home]["accumulators"] += variable.size if variable.key in step.trained else 0
        if len(readers) > 1:
            yield home, max(readers)
    for slot in step.slots():
        calls[homes.get(slot.owner, 0)]["optimizer"] += slot.size


def _values(values: Any) -> list[list[Any]]:
    return [[value.size, sorted(value.kept)] for value in values]
