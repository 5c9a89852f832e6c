"""Check whether the IPU's compiler would accept a program: it is compiled to HLO once, which also gives its memory.

The stock XLA compiler for the CPU stands in for that of the IPU. It reports operations without a kernel and sizes that
are not compile-time constants; `kernels` adds what XLA compiles for a CPU but not for an IPU. What only stock
TensorFlow cannot compile is ignored. The program then runs as the traced function, with the ordinary kernels: its
numbers are those of stock Keras to the bit.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Hashable

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from ..memory import programs
from ..memory.liveness import Analysis
from ..memory.values import stage_in
from .handles import host_variable, name_of_variable
from .kernels import UNSUPPORTED, check_program, refusal, stock_gaps
from .lowering import compile_to_hlo
from .tracing import TracedCall, call_key, name_of

#: In the compiler's message about a size that it does not know.
_NOT_CONSTANT = "must be a compile-time constant"
#: Source: `ValidateDevice` in tensorflow/core/framework/resource_mgr.cc.
_ELSEWHERE = (
    "Trying to access resource {} located in device /job:localhost/replica:0/task:0/device:CPU:0 from device "
    "/job:localhost/replica:0/task:0/device:IPU:0: the variable was created outside of the strategy's scope"
)


class CheckedPrograms:
    """The programs of one strategy that have passed all checks."""

    def __init__(self) -> None:
        """Start without any program."""
        self._seen: dict[int, Analysis] = {}

    def call(
        self,
        run: Callable[..., Any],
        fn: Callable[..., Any],
        args: Any,
        kwargs: Any,
        known: dict[Hashable, TracedCall | None] | None = None,
        must_compile: bool = False,
    ) -> Any:
        """Trace `run(fn, args, kwargs)` as a function of its own, check it, and call it in the current graph.

        AutoGraph and `tf.function` trace a step several times before it runs. `known` has the traces so far, of which
        one is used again: the variables that the first one creates are eager, and initialized outside of it. Raises
        what `check` raises, and with `must_compile` what `refuse_host_variables` does.
        """
        key = None if known is None else call_key(fn, args, kwargs)
        before = known.get(key) if known is not None else None
        if before is not None:
            again = before.of(args, kwargs)
            return again(again.concrete)
        program = TracedCall(run, fn, args, kwargs)
        if must_compile:
            refuse_host_variables(program.concrete)
        self.check(program.concrete)
        if known is not None and key is not None:
            known[key] = program if program.is_reusable else None
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


def refuse_host_variables(concrete: Any) -> None:
    """Raise InvalidArgumentError if a program that is compiled as a whole reads a variable of the host."""
    handle = host_variable(concrete)
    if handle is not None:
        raise tf.errors.InvalidArgumentError(
            None, None, _ELSEWHERE.format(name_of_variable(concrete, handle))
        )


def _digest(graph: Any) -> int:
    """Return a hash that is equal for programs with the same operations, shapes, types and pipeline stages."""
    # They have other names in each trace, and are in the order of these.
    called = sorted(
        hash(tuple(map(_described, function.node_def))) for function in graph.as_graph_def().library.function
    )
    own = [
        (op.type, stage_in(op.name), tuple((str(out.shape), out.dtype.name) for out in op.outputs))
        for op in graph.get_operations()
    ]
    return hash((tuple(own), tuple(called)))


def _described(node: Any) -> tuple[Any, ...]:
    value = node.attr["value"].SerializeToString() if node.op == "Const" else b""
    return node.op, stage_in(node.name), value


def _compiled(concrete: Any) -> str | None:
    """Compile a program to HLO; None if only XLA for the CPU cannot.

    Raises InvalidArgumentError if the IPU's compiler would.
    """
    text, message = compile_to_hlo(concrete)
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
