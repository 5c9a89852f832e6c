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

_Loop = ast.For | ast.AsyncFor | ast.comprehension


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
