"""Variables of the environment that CUDA reads: the statements that set them, and the names that these are given.

A name may be written, be the value of a variable, or come from a loop over names that are known.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.data import iterated
from gpu2ipu.analysis.values.dicts import is_known
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.analysis.values.value import Value

_PREFIXES = (
    *("CUDA_", "TF_GPU_", "TF_FORCE_GPU_", "NCCL_", "CUDNN_", "TF_CUDNN_", "NVIDIA_"),
    *("TF_ENABLE_AUTO_MIXED_PRECISION", "TF_ENABLE_CUBLAS_", "TF_ENABLE_CUDNN_", "TF_ENABLE_NHWC"),
)
_ENVIRONMENT = "os.environ"
# Set or unset the variable in their first argument.
_SETTERS = ("os.putenv", "os.unsetenv", *(f"{_ENVIRONMENT}.{name}" for name in ("setdefault", "pop")))


class EnvironmentItem(NamedTuple):
    """A variable and what it is set to: the value itself, or what holds the value under that name."""

    name: str
    value: ast.expr


def set_variables(facts: Facts, node: ast.stmt) -> tuple[ast.expr, ...]:
    """Return what a statement gives to environment variables that CUDA reads; nothing if it does more than that."""
    names = _names_in_targets(facts, node)
    if names is None:
        of_cuda, others = updated_variables(facts, node)
        return () if others else tuple(item.value for item in of_cuda)
    return _given(node) if names and all(map(_is_of_cuda, names)) else ()


def also_set_variables(facts: Facts, node: ast.stmt) -> tuple[ast.expr, ...]:
    """Return what a statement that runs for several names gives to those that CUDA reads, and to others."""
    names = _names_in_targets(facts, node) or ()
    return _given(node) if any(map(_is_of_cuda, names)) and not all(map(_is_of_cuda, names)) else ()


def updated_variables(
    facts: Facts, node: ast.stmt
) -> tuple[tuple[EnvironmentItem, ...], tuple[EnvironmentItem, ...]]:
    """Return the variables of `os.environ.update(...)`: those for CUDA, and all others.

    Nothing at all where not every name is known.
    """
    items = tuple(_items_of_update(facts, node))
    if not all(item.name for item in items):
        return (), ()
    of_cuda = tuple(item for item in items if _is_of_cuda(item.name))
    return of_cuda, tuple(item for item in items if item not in of_cuda)


def is_variable(facts: Facts, node: ast.AST) -> bool:
    """True if an expression is such a variable: `os.environ["CUDA_VISIBLE_DEVICES"]`, `os.environ.get(…)`."""
    names = _names_in(facts, node)
    return bool(names) and all(map(_is_of_cuda, names))


def names_variables(node: ast.expr) -> bool:
    """True if an expression is written out, and has the name of such a variable in it."""
    written = (ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Load)
    nodes = list(ast.walk(node))
    texts = (each.value for each in nodes if isinstance(each, ast.Constant))
    return all(isinstance(each, written) for each in nodes) and any(
        isinstance(text, str) and _is_of_cuda(text) for text in texts
    )


def _is_of_cuda(name: str) -> bool:
    return name.startswith(_PREFIXES)


def _given(node: ast.stmt) -> tuple[ast.expr, ...]:
    """What a statement that sets or unsets variables gives to them; the variables themselves if it deletes them."""
    if isinstance(node, ast.Assign):
        return (node.value,)
    if isinstance(node, ast.Delete):
        return tuple(node.targets)
    assert isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return tuple(node.value.args[-1:])


def _names_in_targets(facts: Facts, node: ast.stmt) -> Collection[str] | None:
    """The names of the variables that a statement sets one by one; none if it does more, None for what does not."""
    if isinstance(node, (ast.Assign, ast.Delete)):
        names = [_names_in(facts, target) for target in node.targets]
        return [each for found in names for each in found] if all(names) else ()
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and facts.qualified.get(call, "") in _SETTERS and call.args:
        return _texts(facts, call.args[0]) if len(call.args) <= 2 else ()
    return None


def _names_in(facts: Facts, node: ast.AST) -> Collection[str]:
    """The names of the variables that an expression may be."""
    if isinstance(node, ast.Subscript):
        return _texts(facts, node.slice) if facts.value(node.value).name == _ENVIRONMENT else ()
    if isinstance(node, ast.Call) and node.args:
        is_read = facts.qualified.get(node, "") in ("os.getenv", f"{_ENVIRONMENT}.get")
        return _texts(facts, node.args[0]) if is_read else ()
    return ()


def _texts(facts: Facts, node: ast.expr) -> Collection[str]:
    """The texts that an expression stands for; nothing if one of them is not known."""
    values = [facts.value(node)]
    if values[0].constant is None and isinstance(node, ast.Name):
        values = list(_in_turn(facts, node))
    texts = [each.constant for each in values if isinstance(each, Text) and each.constant]
    return texts if len(texts) == len(values) else ()


def _in_turn(facts: Facts, node: ast.Name) -> Iterator[Value]:
    """What a name that a loop binds, and nothing in it binds again, stands for, turn by turn."""
    variable = bindings_of(facts.script).variable(node)
    bound = [binding.node for binding in variable.bindings] if variable else []
    for loop in ancestors(facts.script, node):
        inside = [each for each in bound if loop in ancestors(facts.script, each)]
        if inside:
            if isinstance(loop, ast.For) and inside == [
                each for each in ast.walk(loop.target) if each in inside
            ]:
                for item in _keys_or_items(facts.value(loop.iter)):
                    yield from _bound(loop.target, item, node.id)
            return


def _keys_or_items(value: Value) -> Iterator[Value]:
    if is_known(value):
        yield from (Text(str(key)) for key in value.keys or ())
    elif isinstance(value, ListOrTuple):
        yield from iterated(value)


def _bound(target: ast.expr, item: Value, name: str) -> Iterator[Value]:
    """What the target of a loop binds to a name in one turn."""
    if isinstance(target, ast.Name) and target.id == name:
        yield item
    elif isinstance(target, (ast.Tuple, ast.List)):
        for inner, part in zip(target.elts, iterated(item)):
            yield from _bound(inner, part, name)


def _items_of_update(facts: Facts, node: ast.stmt) -> Iterator[EnvironmentItem]:
    """What a statement updates the environment with; an item without a name for what is not known."""
    if isinstance(node, ast.AugAssign):
        is_merged = isinstance(node.op, ast.BitOr) and facts.value(node.target).name == _ENVIRONMENT
        yield from _items(facts, node.value) if is_merged else ()
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and facts.qualified.get(call, "") == f"{_ENVIRONMENT}.update":
        for argument in call.args:
            yield from _items(facts, argument)
        yield from (EnvironmentItem(keyword.arg or "", keyword.value) for keyword in call.keywords)


def _items(facts: Facts, node: ast.expr) -> Iterator[EnvironmentItem]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            texts = () if key is None else _texts(facts, key)
            yield EnvironmentItem(next(iter(texts)) if len(texts) == 1 else "", value)
        return
    held = facts.value(node)
    keys = held.keys if isinstance(held, Dict) and held.keys else ("",)
    yield from (EnvironmentItem(str(key), node) for key in keys)
