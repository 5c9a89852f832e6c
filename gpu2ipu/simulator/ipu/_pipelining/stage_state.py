"""Variables that the stages of a pipeline assign, such as moving statistics.

A stage reads its variables as they were before the round; what it assigns takes effect when the round ends. So each
micro-batch starts from the same values, and the last one wins. Source: the compiler's pass pipeline_copy_inserter
(no stage changes a parameter in place) and its pipeline_visitor (copies to variables belong to the update of the
resources), graphcore/tensorflow, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

import re
from typing import Any, Callable

import tensorflow as tf

from gpu2ipu.simulator.compiler.handles import is_of_program, outermost, read_variable, variable_spec

from .._device import accumulation
from .._errors import not_emulated

_ASSIGNS = re.compile(r"Assign(Add|Sub)?VariableOp|Resource(Scatter\w+|StridedSliceAssign)")

#: Attribute of the handle of a captured variable: a function to call before a program runs.
_MARK = "_ipu_before_run"


class StageState:
    """The variables that the stages of one pipeline assign, with their values before the round."""

    def __init__(self) -> None:
        """Start without any variable."""
        # id of a handle -> the handle, and the variable that keeps its value
        self._kept: dict[int, tuple[Any, Any]] = {}

    def end_micro_batch(self, made: list[Any], is_last: Any) -> list[Any]:
        """Undo the assignments of the operations `made`, unless the micro-batch `is_last`. Return the operations."""
        restored = []
        for inside in _assigned(made):
            handle, keeper = self._keeper(inside)
            value = read_variable(inside, like=handle)
            restored.append(_assign(inside, tf.where(is_last, value, keeper.read_value())))
        return restored

    def end_round(self) -> list[Any]:
        """Return the operations that store the values with which the next round starts."""
        return [
            keeper.assign(read_variable(handle), read_value=False) for handle, keeper in self._kept.values()
        ]

    def _keeper(self, inside: Any) -> tuple[Any, Any]:
        handle = outermost(inside)
        if not hasattr(handle, "numpy"):
            raise not_emulated(
                f"a pipeline of TensorFlow 1 whose stage assigns a variable ({inside.name})",
                ": use a `tf.function` and `strategy.run`",
            )
        if id(handle) not in self._kept:
            keeper = accumulation.state(lambda: read_variable(handle), "before_round")
            setattr(keeper.handle, _MARK, _follower(handle, keeper))
            self._kept[id(handle)] = handle, keeper
        return self._kept[id(handle)]


def is_hooked(captured: list[Any]) -> bool:
    """Return whether `before_run` must be called for a program that has captured these tensors."""
    return any(hasattr(handle, _MARK) for handle in captured)


def before_run(captured: list[Any]) -> None:
    """Store what the host has assigned since the last run of the program that has captured these tensors."""
    for handle in captured:
        follow: Callable[[], None] | None = getattr(handle, _MARK, None)
        if follow is not None:
            follow()


def _follower(handle: Any, keeper: Any) -> Callable[[], None]:
    def follow() -> None:
        value = read_variable(handle)
        # Not assigned without a change, since each replica has its own value.
        if value.numpy().tobytes() != keeper.numpy().tobytes():
            keeper.assign(value)

    return follow


def _assigned(made: list[Any]) -> list[Any]:
    """Return the handles of the variables that operations assign, also in functions that they call."""
    found: dict[int, Any] = {}
    assigning = _assigning_functions(made[0].graph) if made else set()
    for op in made:
        if _is_initializer(op):
            continue
        if _ASSIGNS.fullmatch(op.type) or _called(op.node_def) & assigning:
            for tensor in op.inputs:
                if tensor.dtype == tf.resource and _is_variable(outermost(tensor)):
                    found[id(tensor)] = tensor
    # The program's own variables, such as seeds, change with each micro-batch.
    return [tensor for tensor in found.values() if not is_of_program(outermost(tensor))]


def _is_initializer(op: Any) -> bool:
    """Return whether an operation gives a variable of TensorFlow 1 its first value, which no stage does."""
    return bool(op.type == "AssignVariableOp" and op.name == f"{op.inputs[0].op.name}/Assign")


def _assigning_functions(graph: Any) -> set[str]:
    """Return the functions of a graph that assign a variable, also in functions that they call."""
    nodes = {each.signature.name: list(each.node_def) for each in graph.as_graph_def().library.function}
    found = {name for name, inside in nodes.items() if any(_ASSIGNS.fullmatch(node.op) for node in inside)}
    while True:
        more = {
            name for name, inside in nodes.items() if any(_called(node) & found for node in inside)
        } - found
        if not more:
            return found
        found |= more


def _called(node: Any) -> set[str]:
    functions = [func for attr in node.attr.values() for func in (attr.func, *attr.list.func)]
    return {func.name for func in functions if func.name}


def _is_variable(handle: Any) -> bool:
    if not hasattr(handle, "numpy"):
        return bool(handle.op.type == "VarHandleOp")
    return variable_spec(handle) is not None


def _assign(handle: Any, value: Any) -> Any:
    return tf.raw_ops.AssignVariableOp(resource=handle, value=value)
