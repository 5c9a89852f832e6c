"""Device code: whether statements can be one program for the IPU, or what in them needs Python or the host.

A step that is a `tf.function` already is a program: only what the host would have to do inside of it matters. A
step that ran eagerly becomes one, so nothing in it may depend on running line by line: whatever it calls must be
known.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.keras import OPEN_TAPE
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptFunction
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, KerasModel, Metric
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import NoneValue, Value
from gpu2ipu.records import record

# Operations that run on the host, or whose result has a shape that depends on the data.
_HOST = (
    *("tensorflow.print", "tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.summary."),
    *("tensorflow.io.", "tensorflow.strings.", "tensorflow.image.decode_", "tensorflow.data."),
    *("tensorflow.boolean_mask", "tensorflow.unique", "tensorflow.ragged.", "tensorflow.lookup."),
    *(f"{OPEN_TAPE}.jacobian", f"{OPEN_TAPE}.batch_jacobian"),
)
# What makes or changes things in Python, once, when the program is made.
_MAKES = (
    *("tensorflow.Variable", "tensorflow.function", "tensorflow.train.", "tensorflow.saved_model."),
    *("tensorflow.config.", "tensorflow.random.set_seed", "tensorflow.Module", "tensorflow.keras."),
)
_OF_TENSORFLOW = ("tensorflow.", "math.", "builtins.super")
_OF_KERAS = ("keras.losses.", "keras.backend.", "keras.activations.", "keras.metrics.", "keras.utils.to_")
_VALUES = ("get_value", "set_value", "eval", "batch_get_value", "batch_set_value", "clear_session")
_BUILTINS = {
    *("zip", "len", "range", "enumerate", "isinstance", "list", "tuple", "dict", "sum", "min", "max", "abs"),
    *("reversed", "getattr", "hasattr"),
}
# Methods whatever they are called on: of optimizers, metrics, losses, tapes.
_METHODS = {
    *("apply_gradients", "minimize", "get_scaled_loss", "get_unscaled_gradients", "gradient", "watch"),
    *("update_state", "call", "items", "values", "keys", "get_shape", "set_shape", "compiled_loss"),
}
_PYTHON = (Number, Text, NoneValue)
_TARGETS = (ast.Name, ast.Tuple, ast.List, ast.expr_context)
_STATEMENTS = (
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass, ast.With, ast.For, ast.If),
    ast.Delete,
)
_FLOAT64 = ("tensorflow.float64", "tensorflow.double")


class ObstacleKind(enum.Enum):
    """What is wrong with the code of an obstacle."""

    FLOAT64 = enum.auto()  # without code
    DATASET_LOOP = enum.auto()  # inside of a `tf.function`, without code
    ON_HOST = enum.auto()  # an operation
    DECIDED = enum.auto()  # a condition that Python decides
    ASSIGNED = enum.auto()  # a target that is no variable
    PYTHON = enum.auto()  # anything else that needs Python


@record
class Obstacle:
    """What keeps statements from being a program for the IPU."""

    kind: ObstacleKind
    code: str = ""


def obstacle(facts: Facts, statements: Iterable[ast.stmt], is_graph: bool) -> Obstacle | None:
    """Return what keeps statements from being a program for the IPU; None where they can be one."""
    return next(_Reader(facts, is_graph).obstacles(statements), None)


class _Reader:
    """Reads statements, and the functions of the script that they call, each once."""

    def __init__(self, facts: Facts, is_graph: bool) -> None:
        self.facts = facts
        self.is_graph = is_graph
        self.seen: set[ast.AST] = set()

    def obstacles(self, statements: Iterable[ast.stmt]) -> Iterator[Obstacle]:
        for statement in statements:
            for node in ast.walk(statement):
                if isinstance(node, ast.stmt) and not self.is_graph:
                    yield from self._in_statement(node)
                elif isinstance(node, ast.For):
                    yield from self._in_loop(node)
                if isinstance(node, ast.Call):
                    yield from self._in_call(node)
                if isinstance(node, ast.expr):
                    yield from self._in_expression(node)

    # what no program has

    def _in_expression(self, node: ast.expr) -> Iterator[Obstacle]:
        if self.facts.value(node).name in _FLOAT64 or (
            isinstance(node, ast.Constant) and node.value == "float64"
        ):
            yield Obstacle(ObstacleKind.FLOAT64)
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
            yield Obstacle(ObstacleKind.PYTHON, ast.unparse(node))

    def _in_loop(self, node: ast.For) -> Iterator[Obstacle]:
        if isinstance(self.facts.value(node.iter), Dataset):
            yield Obstacle(ObstacleKind.DATASET_LOOP)

    # what a step must not have that ran line by line

    def _in_statement(self, node: ast.stmt) -> Iterator[Obstacle]:
        if not isinstance(node, _STATEMENTS):
            yield Obstacle(ObstacleKind.PYTHON, _first_line(node))
        elif isinstance(node, ast.If) and not self._is_settled(node.test):
            yield Obstacle(ObstacleKind.DECIDED, _first_line(node))
        elif isinstance(node, ast.For) and not self._is_unrolled(node.iter):
            yield Obstacle(ObstacleKind.PYTHON, _first_line(node))
        elif isinstance(node, ast.With):
            for item in node.items:
                if self.facts.value(item.context_expr).name != OPEN_TAPE and not self._is_plain(
                    item.context_expr
                ):
                    yield Obstacle(ObstacleKind.PYTHON, _first_line(node))
        for target in _targets(node):
            if not all(isinstance(part, _TARGETS) for part in ast.walk(target)):
                yield Obstacle(ObstacleKind.ASSIGNED, ast.unparse(target))

    def _is_plain(self, node: ast.expr) -> bool:
        """A name scope, and a tape that is opened elsewhere or paused."""
        name = node.func if isinstance(node, ast.Call) else node
        return isinstance(node, ast.Call) and (
            self.facts.value(name).name == "tensorflow.name_scope"
            or self.facts.value(name).name == f"{OPEN_TAPE}.stop_recording"
        )

    def _is_settled(self, test: ast.expr) -> bool:
        """True if a condition is about Python's values alone, which stay the same."""
        leaves = [node for node in ast.walk(test) if isinstance(node, (ast.Name, ast.Attribute, ast.Call))]
        return all(isinstance(self.facts.value(leaf), _PYTHON) for leaf in leaves)

    def _is_unrolled(self, iterable: ast.expr) -> bool:
        """True if a loop runs over what is there when the program is made."""
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
            return iterable.func.id in ("zip", "range", "enumerate", "reversed")
        return isinstance(iterable, (ast.Attribute, ast.List, ast.Tuple))

    # calls

    def _in_call(self, node: ast.Call) -> Iterator[Obstacle]:
        function = self.facts.value(node.func)
        if isinstance(function, (ScriptFunction, FunctionChoice)) and function.definition is not None:
            yield from self._in_function(function.definition)
        elif function.name.startswith(_HOST):
            yield Obstacle(ObstacleKind.ON_HOST, ast.unparse(node.func))
        elif not self.is_graph and not self._is_known(node.func, function):
            yield Obstacle(ObstacleKind.PYTHON, f"{ast.unparse(node.func)}(...)")

    def _in_function(self, definition: ast.AST) -> Iterator[Obstacle]:
        if definition in self.seen:
            return
        self.seen.add(definition)
        if isinstance(definition, Function):
            outer = self.is_graph
            self.is_graph = outer or self.facts.tf_function(definition) is not None
            yield from self.obstacles(definition.body)
            self.is_graph = outer
        elif isinstance(definition, ast.Lambda):
            yield from self.obstacles([ast.copy_location(ast.Expr(definition.body), definition)])

    def _is_known(self, node: ast.expr, function: Value) -> bool:
        """True if a called thing computes with tensors, and does nothing else."""
        if isinstance(function, (KerasModel, KerasLayer, Metric)):
            return True
        if isinstance(function, External):
            return _computes(function.name)
        return isinstance(node, ast.Attribute) and node.attr in _METHODS


def _computes(name: str) -> bool:
    if name.startswith("builtins."):
        return name.removeprefix("builtins.") in _BUILTINS
    if name.startswith(_OF_KERAS):
        makes = is_class_name(name) and not name.startswith("keras.losses.")
        return name.rpartition(".")[2] not in _VALUES and not makes
    return name.startswith(_OF_TENSORFLOW) and not name.startswith(_MAKES)


def _targets(node: ast.stmt) -> Iterator[ast.expr]:
    if isinstance(node, (ast.Assign, ast.Delete)):
        yield from node.targets
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For)):
        yield node.target


def _first_line(node: ast.stmt) -> str:
    return ast.unparse(node).splitlines()[0]
