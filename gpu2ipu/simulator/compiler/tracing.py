"""Trace Python code to TensorFlow functions: programs that are checked and run as a whole."""

from __future__ import annotations

import copy
import inspect
import re
from typing import Any, Callable, Hashable, Sequence

import tensorflow as tf

from .handles import outermost

#: Operations that draw random numbers from a constant seed; all others have attributes for it.
_SEEDED = re.compile("^Stateless.*(Random|Normal|Multinomial|Binomial|Gamma|Poisson)")


class TracedCall:
    """A Python call, traced to a function of its tensors; other arguments and results stay Python objects."""

    def __init__(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Trace `run(fn, args, kwargs)` in the current graph."""
        flat = _flat(args, kwargs)
        tensors = {index: value for index, value in enumerate(flat) if tf.is_tensor(value)}
        self._tensors = list(tensors.values())
        self._result: Any = None
        self._flat_result: list[Any] = []

        def traced(*placeholders: Any) -> list[Any]:
            inner = list(flat)
            for index, placeholder in zip(tensors, placeholders):
                inner[index] = placeholder
            inner_args, inner_kwargs = tf.nest.pack_sequence_as((args, kwargs), inner, expand_composites=True)
            self._result = run(fn, inner_args, inner_kwargs)
            self._flat_result = tf.nest.flatten(self._result, expand_composites=True)
            return [value for value in self._flat_result if tf.is_tensor(value)]

        self.concrete = trace(traced, self._tensors)

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Return the result of the call, with the tensors that `function` returns for the tensors of the arguments."""
        results = iter(function(*self._tensors))
        flat = [next(results) if tf.is_tensor(value) else value for value in self._flat_result]
        return tf.nest.pack_sequence_as(self._result, flat, expand_composites=True)

    def of(self, args: Any, kwargs: Any) -> TracedCall:
        """Return the trace as that of a call with other arguments, whose `call_key` is the same."""
        other = copy.copy(self)
        other._tensors = [value for value in _flat(args, kwargs) if tf.is_tensor(value)]
        return other

    @property
    def is_reusable(self) -> bool:
        """True if another trace would be the same: it takes nothing from a graph around it, and has no random numbers.

        Keras gives these other seeds in each trace.
        """
        graph = self.concrete.graph.as_graph_def()
        nodes = [graph.node, *(function.node_def for function in graph.library.function)]
        is_eager = all(hasattr(outermost(tensor), "numpy") for tensor in self.concrete.captured_inputs)
        return is_eager and not any(_is_seeded(node) for part in nodes for node in part)


def _is_seeded(node: Any) -> bool:
    return "seed" in node.attr or bool(_SEEDED.search(node.op))


def call_key(fn: Callable[..., Any], args: Any, kwargs: Any) -> Hashable:
    """Return what tells calls apart while no Python object changes; None if that is more than code and types."""
    flat = _flat(args, kwargs)
    code = getattr(inspect.unwrap(fn), "__code__", None)
    if code is None or not all(tf.is_tensor(value) for value in flat):
        return None
    structure = tf.nest.pack_sequence_as((args, kwargs), range(len(flat)), expand_composites=True)
    return code, repr(structure), tuple((str(value.shape), value.dtype) for value in flat)


def _flat(args: Any, kwargs: Any) -> list[Any]:
    return list(tf.nest.flatten((args, kwargs), expand_composites=True))


def trace(fn: Callable[..., Any], tensors: Sequence[Any]) -> Any:
    """Trace `fn` once to a TensorFlow function of arguments like these tensors, or of these types."""
    # Not tf.function: it traces a second time once variables have been created, and each trace of a Keras dropout
    # layer advances its seed. AutoGraph has already converted the code.
    specs = [
        each if isinstance(each, tf.TypeSpec) else tf.TensorSpec(each.shape, each.dtype) for each in tensors
    ]
    try:
        from tensorflow.python.eager.polymorphic_function import tracing_compilation
    except ImportError:
        from tensorflow.python.eager import function

        return function.defun(fn, autograph=False).get_concrete_function(*specs)
    options = tracing_compilation.TracingOptions(fn, "ipu_program", autograph=False)
    return tracing_compilation.trace_function(tuple(specs), {}, options)


def name_of(concrete: Any) -> str:
    """Return the name of a traced function, which TensorFlow 2.6 has as bytes."""
    return concrete.name.decode() if isinstance(concrete.name, bytes) else str(concrete.name)
