"""Listed layers: what a `Sequential` is made of, one by one, with those that a loop adds in each of its rounds."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from gpu2ipu.analysis.dataflow.loop_rounds import loop_rounds, rounds_of_comprehension
from gpu2ipu.analysis.interpreter.facts import Facts, LayersGiven
from gpu2ipu.analysis.keras.layers import INPUT_LAYER, conditions_around, layers_given_to
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.symbols import is_from_elsewhere
from gpu2ipu.analysis.values.value import CallPath, NoneValue, Value
from gpu2ipu.port.pipeline.costs import has_weights
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.records import record

_LOOPS = (ast.For, ast.While)
_WRITTEN = (ast.List, ast.Tuple, ast.BinOp, ast.ListComp)


@record
class ListedLayers:
    """The costs of the layers, in order; without `costs` their number is not known, or `why` they get no stages."""

    given: tuple[LayersGiven, ...]
    costs: tuple[int, ...] | None = None
    why: Why | None = None


@record
class _Given:
    """Layers that a model is given, behind the loops that are not around its construction."""

    loops: tuple[ast.AST, ...]
    costs: tuple[int, ...]


def listed_layers(facts: Facts, model: Model) -> ListedLayers:
    """Return the layers of a `Sequential`."""
    given = tuple(layers_given_to(facts.script, model.path))
    parts = [part for each in given for part, _ in _parts(facts, each)]
    if any(_holds(value, KerasModel) for value in parts):
        return ListedLayers(given, why=Why.NESTED)
    if any(_is_unknown(value) for value in parts):
        return ListedLayers(given, why=Why.UNKNOWN_LAYERS)
    found = [_given(facts, model.path, each) for each in given]
    known = [each for each in found if each is not None]
    return ListedLayers(given, _expanded(facts, known, 0) if len(known) == len(found) else None)


def _given(facts: Facts, path: CallPath, given: LayersGiven) -> _Given | None:
    """What is given each time that a model is constructed; None where that is not certain."""
    model = given.model
    if not (isinstance(model, KerasModel) and model.constructed_by == {path}):
        return None
    around = {outer for node in path for outer, _ in conditions_around(facts.script, node)}
    loops: list[ast.AST] = []
    for node in given.path:
        inside = [outer for outer, _ in conditions_around(facts.script, node) if outer not in around]
        if any(not isinstance(outer, _LOOPS) for outer in inside):
            return None
        loops += reversed(inside)
    costs: tuple[int, ...] = ()
    for value, rounds in _parts(facts, given):
        if rounds is None or isinstance(value, ListOf):
            return None
        costs += tuple(_costs(value)) * rounds
    return _Given(tuple(loops), costs)


def _expanded(facts: Facts, given: Sequence[_Given], depth: int) -> tuple[int, ...] | None:
    """The costs of all layers, in the order in which loops add them."""
    found: tuple[int, ...] = ()
    for loop, some in itertools.groupby(given, lambda each: each.loops[depth : depth + 1]):
        members = list(some)
        if not loop:
            found += tuple(cost for each in members for cost in each.costs)
            continue
        rounds = loop_rounds(facts, loop[0])
        inner = _expanded(facts, members, depth + 1)
        if rounds is None or inner is None:
            return None
        found += inner * rounds
    return found


def _parts(facts: Facts, given: LayersGiven) -> Iterator[tuple[Value, int | None]]:
    """Yield what is listed or added, each item of a list that is written, and how often in a row if that is known."""
    node = given.path[-1]
    listed = facts.argument(node, "keras.Sequential", "layers") if isinstance(node, ast.Call) else None
    if isinstance(listed, _WRITTEN) and not isinstance(given.value, ListOrTuple):
        yield from _written_parts(facts, listed)
    else:
        yield given.value, 1


def _written_parts(facts: Facts, node: ast.expr) -> Iterator[tuple[Value, int | None]]:
    if isinstance(node, ast.Starred):
        yield from _written_parts(facts, node.value)
    elif isinstance(node, (ast.List, ast.Tuple)):
        for each in node.elts:
            yield from _written_parts(facts, each)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _written_parts(facts, node.left)
        yield from _written_parts(facts, node.right)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield facts.value(node.elt), rounds_of_comprehension(facts, node)
    else:
        yield facts.value(node), 1


def _costs(value: Value) -> Iterator[int]:
    if isinstance(value, KerasLayer):
        if value.name != INPUT_LAYER:
            yield int(has_weights(value.name))
    elif isinstance(value, (ListOrTuple, Dict)):
        for item in value.items:
            yield from _costs(item)


def _holds(value: Value, kind: type[Value]) -> bool:
    if isinstance(value, (ListOrTuple, Dict)):
        return any(_holds(item, kind) for item in value.items)
    return isinstance(value, kind) or (isinstance(value, ListOf) and _holds(value.item, kind))


def _is_unknown(value: Value) -> bool:
    """True if a value may be layers that nobody sees."""
    if isinstance(value, (ListOrTuple, Dict)):
        return any(_is_unknown(item) for item in value.items)
    if isinstance(value, ListOf):
        return _is_unknown(value.item)
    return is_from_elsewhere(value) or (value.may_be_none and not isinstance(value, NoneValue))
