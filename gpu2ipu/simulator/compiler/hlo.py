"""Check whether the IPU's compiler would accept a program: it is compiled to HLO once, which also gives its memory.

The stock XLA compiler for the CPU stands in for that of the IPU. It reports operations without a kernel and sizes that
are not compile-time constants; `kernels` adds what XLA compiles for a CPU but not for an IPU. What only stock
TensorFlow cannot compile is ignored. The program then runs as the traced function, with the ordinary kernels: its
numbers are those of stock Keras to the bit.
"""

from __future__ import annotations

import inspect
import itertools
import re
from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from ..memory import programs
from ..memory.liveness import Analysis
from ..memory.values import stage_in
from .handles import outermost
from .kernels import FED, HOST, SENT, UNSUPPORTED, check_program, refusal, stock_gaps
from .tracing import TracedCall, name_of

#: In the compiler's message about a size that it does not know.
_NOT_CONSTANT = "must be a compile-time constant"


class CheckedPrograms:
    """The programs of one strategy that have passed all checks."""

    def __init__(self) -> None:
        """Start without any program."""
        self._seen: dict[int, Analysis] = {}

    def call(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Trace `run(fn, args, kwargs)` as a function of its own, check it, and call it in the current graph.

        Raises what `check` raises.
        """
        program = TracedCall(run, fn, args, kwargs)
        self.check(program.concrete)
        return program(program.concrete)

    def check(self, concrete: Any) -> None:
        """Raise InvalidArgumentError if the program has an operation that an IPU cannot run.

        Raises ResourceExhaustedError if it is too large for an IPU. Equal programs are compiled only once: Keras traces
        the body of a loop more than once, and a script may call `fit` again.
        """
        if getattr(concrete.graph, "_ipu_checked", False):
            return
        key = _digest(concrete.graph)
        if key not in self._seen:
            check_program(concrete, name_of(concrete))
            self._seen[key] = programs.analyse(concrete, _compiled(concrete))
        programs.compiled(concrete, self._seen[key])
        concrete.graph._ipu_checked = True


def _digest(graph: Any) -> int:
    """Return a hash that is equal for programs with the same operations, shapes, types and pipeline stages."""
    functions = (node for function in graph.as_graph_def().library.function for node in function.node_def)
    called = [
        (node.op, stage_in(node.name), node.attr["value"].SerializeToString() if node.op == "Const" else b"")
        for node in functions
    ]
    own = [
        (op.type, stage_in(op.name), tuple((str(out.shape), out.dtype.name) for out in op.outputs))
        for op in graph.get_operations()
    ]
    return hash((tuple(own), tuple(called)))


def _compiled(concrete: Any) -> str | None:
    """Compile a program to HLO; None if only XLA for the CPU cannot.

    Raises InvalidArgumentError if the IPU's compiler would.
    """
    text, message = _compile(concrete)
    if message is None:
        return text
    if UNSUPPORTED in message:
        names = set(re.findall(r"(\w+) \(No registered", message)) or {"?"}
        if names - stock_gaps(concrete):
            raise refusal(name_of(concrete), message.split(UNSUPPORTED, 1)[1].split(": ", 1)[-1])
    elif _NOT_CONSTANT in message:
        raise tf.errors.InvalidArgumentError(None, None, message)
    else:
        logging.info("The program could not be checked with XLA for the CPU: %s", message)
    return None


def _compile(concrete: Any) -> tuple[str | None, str | None]:
    """Return the HLO of a program, or the message of the compiler; neither for a program that XLA cannot be given."""
    inputs = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    if _has_feed(concrete.graph) or not all(_is_array(tensor) for tensor in inputs):
        return None, None
    with tf.init_scope():
        try:
            captures = [_eager_value(tensor) for tensor in concrete.captured_inputs]
            text = _hlo(concrete, [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in inputs], captures)
        except (ValueError, tf.errors.OpError) as error:
            return None, str(error)
    return text.decode() if isinstance(text, bytes) else str(text), None


def _has_feed(graph: Any) -> bool:
    graph_def = graph.as_graph_def()
    called = (node for function in graph_def.library.function for node in function.node_def)
    return any(
        node.op in (*FED, *SENT) or HOST in node.attr for node in itertools.chain(graph_def.node, called)
    )


def _is_array(tensor: Any) -> bool:
    return tensor.shape.is_fully_defined() and tensor.dtype not in (tf.resource, tf.variant)


def _eager_value(tensor: Any) -> Any:
    """Return the eager variable or value that a function has captured; zeros for a tensor without a value yet.

    Raises ValueError for a resource handle of the enclosing graph.
    """
    found = outermost(tensor)
    if hasattr(found, "numpy"):
        return found
    if not _is_array(found):
        raise ValueError(f"{found.name} comes from the graph around the program")
    return tf.zeros(found.shape, found.dtype)  # only its shape matters


def _hlo(concrete: Any, specs: list[Any], captures: list[Any]) -> Any:
    from tensorflow.python.eager import context

    compile_to = context.context().get_compiler_ir
    wanted = inspect.signature(compile_to).parameters
    device = tf.zeros(()).device
    concrete.add_to_graph()  # in TensorFlow 2.6 a function that was created in a graph is unknown outside of it
    if "args" in wanted:
        # TensorFlow 2.6 takes values, not types, so that sizes that depend on the data count as constants there.
        arguments = [tf.zeros(spec.shape, spec.dtype) for spec in specs]
        return compile_to(device, name_of(concrete), arguments + captures, "hlo")
    # A number of steps may be a constant: a program is compiled for each value.
    arguments = [tf.ones([], spec.dtype) if _is_number_of_steps(spec) else spec for spec in specs]
    given = {"flat_args": arguments, "captured_inputs": captures, "stage": "hlo", "platform_name": None}
    given.update(device_name=device, function_name=name_of(concrete))
    return compile_to(**{name: value for name, value in given.items() if name in wanted})


def _is_number_of_steps(spec: Any) -> bool:
    return spec.shape.rank == 0 and spec.dtype in (tf.int32, tf.int64)
