"""Windows: how long those are that `window` cuts from a dataset, and `flat_map` puts together again.

`data.window(5).flat_map(lambda window: window.batch(5))` gives tensors of unknown length, since a batch may be short,
even where `window` makes no short windows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.remainders import drops_remainder
from gpu2ipu.analysis.library.tf_data import FLATTENERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import Dataset, Size
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.records import record


@record
class JoinedWindow:
    """A call of `batch` that makes one tensor of a window.

    `length_is_known`: it takes as many as a `window` call of the script has; `may_be_short`: one that makes short ones.
    """

    node: ast.Call
    length_is_known: bool
    may_be_short: bool


def joined_windows(script: Script) -> Iterator[JoinedWindow]:
    """Yield the calls of `batch` on what a function given to `flat_map` is called with."""
    facts = facts_of(script)
    windows = [call for call, _ in _calls_of(script.nodes, "window")]
    for flattener, data in _calls_of(script.nodes, *FLATTENERS):
        if isinstance(facts.value(data), Dataset):
            for node in _batches_of_parameters(_function(facts, flattener)):
                size = facts.argument(node, "tensorflow.data.Dataset.batch", "batch_size")
                same = [each for each in windows if _same_size(facts, _window_size(facts, each), size)]
                yield JoinedWindow(
                    node, bool(same), not all(drops_remainder(facts, window, "window") for window in same)
                )


def tensors_of_windows(script: Script) -> Iterator[ast.Call]:
    """Yield the calls of `flat_map` that make one tensor of each window: they make as many as there are windows."""
    facts, names = facts_of(script), bindings_of(script)
    for flattener, data in _calls_of(script.nodes, "flat_map"):
        function = _function(facts, flattener)
        batches = [each for each in _batches_of_parameters(function) if each is _result(function)]
        if not isinstance(data, ast.Name) or not batches:
            continue
        made = [each.source for each in names.reaching(data) if each.source is not None]
        windows = [call for call, _ in _calls_of(made[:1], "window")] if len(made) == 1 else []
        if windows and _has_full_windows(facts, windows[0], batches[0]) and _is_sized(facts.value(data)):
            yield flattener


def _has_full_windows(facts: Facts, window: ast.Call, batch: ast.Call) -> bool:
    """True if a batch takes each window whole."""
    size = facts.argument(batch, "tensorflow.data.Dataset.batch", "batch_size")
    is_same = _same_size(facts, _window_size(facts, window), size)
    return is_same and drops_remainder(facts, window, "window") is True


def _is_sized(value: Value) -> bool:
    return isinstance(value, Dataset) and value.size is Size.KNOWN


def _result(function: ast.AST | None) -> ast.AST | None:
    """What a function gives that does nothing else."""
    if isinstance(function, ast.Lambda):
        return function.body
    match function:
        case ast.FunctionDef(body=[ast.Return(value=result)]):
            return result
    return None


def _calls_of(nodes: Iterable[ast.AST], *methods: str) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls of methods with these names, each with what it is a method of."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            yield node, node.func.value


def _window_size(facts: Facts, window: ast.Call) -> ast.expr | None:
    return facts.argument(window, "tensorflow.data.Dataset.window", "size")


def _same_size(facts: Facts, window: ast.expr | None, batch: ast.expr | None) -> bool:
    """True if the sizes of windows and batches are the same, as they are written or as numbers."""
    if window is None or batch is None:
        return False
    numbers = {facts.value(window).number, facts.value(batch).number}
    return ast.unparse(window) == ast.unparse(batch) or (len(numbers) == 1 and None not in numbers)


def _function(facts: Facts, flattener: ast.Call) -> ast.AST | None:
    """The function that a dataset is flattened with."""
    return facts.value(facts.argument(flattener, "tensorflow.data.Dataset.flat_map", "map_func")).definition


def _batches_of_parameters(function: ast.AST | None) -> Iterator[ast.Call]:
    if not isinstance(function, (ast.FunctionDef, ast.Lambda)):
        return
    names = {argument.arg for argument in function.args.args}
    for node, data in _calls_of(ast.walk(function), "batch"):
        if isinstance(data, ast.Name) and data.id in names:
            yield node
