"""Host loops: where the script itself goes through a dataset, which it cannot do in the strategy's scope.

tensorflow/python/ipu/ipu_infeed_queue.py of the SDK: "Accessing dataset elements can not be accessed in eager mode
when inside 'IPUStrategy'".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, Frame, Stack
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.records import record

# What goes through all that it is given.
_READERS = frozenset(f"builtins.{name}" for name in ("list", "tuple", "sorted", "dict", "set"))


@record
class EagerRead:
    """A loop, a comprehension or a call in which Python takes elements out of a dataset."""

    node: ast.AST
    dataset: ast.expr


def eager_reads(facts: Facts) -> Iterator[EagerRead]:
    """Yield where the script reads datasets outside of a `tf.function`."""
    for loop, _ in loops_over_datasets(facts):
        if not _is_compiled(facts, loop):
            yield EagerRead(loop, loop.iter)
    for node in facts.script.nodes:
        if (
            isinstance(node, ast.Call)
            and (dataset := _read_by(facts, node))
            and not _is_compiled(facts, node)
        ):
            yield EagerRead(node, dataset)


def _read_by(facts: Facts, call: ast.Call) -> ast.expr | None:
    """The dataset out of which a call takes elements: `next(iter(ds))`, `list(ds)`, `ds.as_numpy_iterator()`."""
    match call:
        case ast.Call(ast.Attribute(given, "as_numpy_iterator")):
            pass
        case ast.Call(ast.Name("next"), [ast.Call(ast.Name("iter"), [given]), *_]):
            pass
        case ast.Call(ast.Name(), [given, *_]) if facts.value(call.func).name in _READERS:
            pass
        case _:
            return None
    return given if isinstance(facts.value(given), Dataset) else None


def _is_compiled(facts: Facts, node: ast.AST) -> bool:
    functions = (outer for outer in ancestors(facts.script, node) if isinstance(outer, Function))
    return any(facts.tf_function(function) is not None for function in functions)


def loops_over_datasets(facts: Facts) -> Iterator[tuple[ast.For | ast.comprehension, tuple[Value, ...]]]:
    """Yield the loops and comprehensions over datasets, with the datasets."""
    for node in facts.script.nodes:
        if isinstance(node, (ast.For, ast.comprehension)) and (datasets := _datasets(facts, node.iter)):
            yield node, datasets


def datasets_around(facts: Facts, node: ast.AST) -> Iterator[tuple[ast.expr, tuple[Value, ...]]]:
    """Yield what the loops around a node, in its own function, go through, with the datasets in it."""
    for outer in ancestors(facts.script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            return
        if isinstance(outer, ast.For) and (datasets := _datasets(facts, outer.iter)):
            yield outer.iter, datasets


def _datasets(facts: Facts, iterable: ast.expr) -> tuple[Value, ...]:
    """The datasets in `dataset`, `enumerate(dataset)`, `tqdm(zip(a, b))` …"""
    value = facts.value(iterable)
    if isinstance(value, Dataset):
        return (value,)
    arguments = iterable.args if isinstance(iterable, ast.Call) else []
    return tuple(found for argument in arguments for found in _datasets(facts, argument))


def stacks_to(facts: Facts, node: ast.AST) -> list[Stack]:
    """Return the ways from the module, or from a function that nothing calls, to a node."""
    function = function_of(facts.script, node)
    own = Frame(function, node)
    if function is None:
        return [(own,)]
    return [(*stack, own) for stack in facts.calls.get(function, [()])]
