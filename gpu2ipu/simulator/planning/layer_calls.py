"""The calls of a model's layers while its training step is traced: in order, with a name scope for each.

The gradients of an operation have its name, and so do the HLO instructions of both: the scope says to which call an
instruction belongs. Layers of nested models count, not the nested models themselves; of any other layer that calls
layers only the outer call counts.
"""

from __future__ import annotations

import contextlib
from typing import Any, ContextManager, Iterator

import tensorflow as tf

from ..keras2 import installed
from ..memory.values import stage_scope
from . import places


class LayerCalls:
    """Records calls of layers."""

    def __init__(self, model: Any) -> None:
        """Record nothing before `recorded`."""
        self._model = model
        #: The names of the nested models that are running.
        self._path: list[str] = []
        self._is_inside = False
        self._begun = False
        #: Each call so far: the name of the layer, with those of the nested models around it, and the layer.
        self.calls: list[tuple[str, Any]] = []
        #: The results of the calls so far, each with the number of the call.
        self._results: list[tuple[Any, int]] = []
        #: Of each call so far the numbers of those whose results it takes.
        self._inputs: dict[int, list[int]] = {}
        self._model_classes: tuple[Any, ...] = tuple(installed.model_classes())

    @contextlib.contextmanager
    def recorded(self) -> Iterator[None]:
        """Record the calls of the layers of the model in this context."""
        with contextlib.ExitStack() as stack:
            for module in installed.copies("engine.base_layer"):
                stack.enter_context(self._wrapped(module.Layer))
            yield

    @contextlib.contextmanager
    def _wrapped(self, layer_class: Any) -> Iterator[None]:
        stock = layer_class.__call__

        def call(layer: Any, *args: Any, **kwargs: Any) -> Any:
            before = len(self.calls)
            with self._around(layer):
                results = stock(layer, *args, **kwargs)
            if len(self.calls) == before + 1 and self.calls[-1][1] is layer:
                self._connect(before, (args, kwargs), results)
            return results

        layer_class.__call__ = call
        try:
            yield
        finally:
            layer_class.__call__ = stock

    @contextlib.contextmanager
    def _around(self, layer: Any) -> Iterator[None]:
        """Note a call; a model may catch what its layers raise, and go on."""
        before = self._begun, self._is_inside, list(self._path)
        try:
            with self._noted(layer):
                yield
        finally:
            self._begun, self._is_inside, self._path = before

    def _noted(self, layer: Any) -> ContextManager[Any]:
        if layer is self._model and not self._begun:
            self._begun = True
        elif self._is_inside or not self._begun or tf.executing_eagerly():
            pass
        elif isinstance(layer, self._model_classes):
            self._path.append(layer.name)
        else:
            self._is_inside = True
            self.calls.append(("/".join([*self._path, layer.name]), layer))
            scope: ContextManager[Any] = tf.name_scope(stage_scope(len(self.calls) - 1))
            return scope
        return contextlib.nullcontext()

    def _connect(self, number: int, given: Any, results: Any) -> None:
        """Note the calls whose results a call takes, and its own results."""
        tensors = [each for each in tf.nest.flatten(given) if tf.is_tensor(each)]
        origins = {origin for each in tensors for result, origin in self._results if result is each}
        self._inputs[number] = sorted(origins)
        own = [each for each in tf.nest.flatten(results) if tf.is_tensor(each)]
        others = [pair for pair in self._results if not any(pair[0] is each for each in own)]
        self._results = [*others, *((each, number) for each in own)]

    def named(self) -> list[dict[str, Any]]:
        """Return name, class and place of each layer, the number of the call if there are several, and its inputs."""
        names = [name for name, _ in self.calls]
        return [
            {
                "name": name,
                "class": type(layer).__name__,
                "call": names[:place].count(name) if names.count(name) > 1 else None,
                **places.place_of(layer),
                "inputs": self._inputs.get(place, []),
            }
            for place, (name, layer) in enumerate(self.calls)
        ]
