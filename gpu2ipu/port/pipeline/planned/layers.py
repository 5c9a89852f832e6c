"""Planned layers: which statement of a script, and which round of a loop, calls each layer of a planned model.

A statement calls what is created while it is executed, and what it calls by a name that is bound elsewhere.
"""

from __future__ import annotations

import ast
import bisect
from collections import Counter
from collections.abc import Iterator, Sequence

from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.plan.layers import LayerCall
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.pipeline.planned.models import misfit
from gpu2ipu.port.pipeline.planned.places import calls_in_common, is_at, line_of, places_of
from gpu2ipu.port.pipeline.units import Item, Unit
from gpu2ipu.port.port import Port

_COMPOUND = (ast.If, ast.For, ast.While, ast.Try, ast.Match)
_ALL = 1 << 10  # more calls than lead to anything


def calls_by_item(port: Port, planned: PlannedModel, items: Sequence[Item]) -> dict[Item, list[int]]:
    """Return the numbers of the layer calls of a planned model that each item makes.

    Raises Trouble where the plan has a layer that the script does not call, or the other way round.
    """
    units = list(dict.fromkeys(item.unit for item in items))
    found: dict[Unit, list[int]] = {unit: [] for unit in units}
    calls = planned.layers.calls
    for number, call in enumerate(calls):
        found[_unit_of(port, call, units)].append(number)
    lines = Counter(unit.statement.lineno for unit in units)  # of several on one, the first has all layers
    for unit, numbers in found.items():
        is_certain = not isinstance(unit.statement, _COMPOUND) and lines[unit.statement.lineno] == 1
        if unit.cost and is_certain and not numbers:
            line = unit.statement.lineno - port.script.file_of(unit.statement).above
            raise misfit(port, f"line {line} calls layers that the plan's {planned.name} does not have")
    return {
        item: own for unit, numbers in found.items() for item, own in _by_round(unit, numbers, calls).items()
    }


def _unit_of(port: Port, call: LayerCall, units: Sequence[Unit]) -> Unit:
    scores = [_score(port, unit, call) for unit in units]
    best = max(scores, default=0)
    if not best:
        where = line_of(port.script, call)
        raise misfit(port, f"{where} does not create the layer {call.name} of the plan")
    candidates = [unit for unit, score in zip(units, scores) if score == best]
    return candidates[min(call.call or 0, len(candidates) - 1)]


def _score(port: Port, unit: Unit, call: LayerCall) -> int:
    """How well a unit agrees with the place where a layer is created."""
    places = places_of(call)
    if any(is_at(port.script, unit.statement, place) for place in places):
        return _ALL
    return max((calls_in_common(port.script, path, places) for path in _layers_of(unit)), default=0)


def _layers_of(unit: Unit) -> Iterator[CallPath]:
    yield from unit.uses
    for inner in (*unit.body, *unit.parts):
        yield from _layers_of(inner)


def _by_round(unit: Unit, numbers: Sequence[int], calls: Sequence[LayerCall]) -> dict[Item, list[int]]:
    """The calls by the round of a loop that they belong to: each begins with a layer that all of them create."""
    found: dict[Item, list[int]] = {Item(unit, number): [] for number in range(unit.rounds)}
    counts = Counter(places_of(calls[number]) for number in numbers)
    first = next((places for places, count in counts.items() if count == unit.rounds), None)
    begins = sorted(calls[number].created for number in numbers if places_of(calls[number]) == first)
    for order, number in enumerate(numbers):
        if first is None:
            index = order * unit.rounds // len(numbers)
        else:
            index = max(0, bisect.bisect_right(begins, calls[number].created) - 1)
        found[Item(unit, index)].append(number)
    return found
