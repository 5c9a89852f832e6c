"""The cut table: the layers with which the stages of a model begin, by name; all others follow their inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpu2ipu.plan.layers import LayerCall


def cut_table(calls: Sequence[LayerCall], stages: Sequence[int]) -> dict[str, int]:
    """Return the stages of the layers that are not in that of their inputs, or that are the first of a nested model."""
    table: dict[str, int] = {}
    for call, stage in zip(calls, stages):
        inputs = max((stages[each] for each in call.inputs), default=0)
        if stage != inputs or (stage and _enters(call, [calls[each] for each in call.inputs])):
            table.setdefault(call.name, stage)
    return table


def calls_by_name(calls: Sequence[LayerCall]) -> Iterable[list[int]]:
    """Return the numbers of the calls of each layer."""
    found: dict[str, list[int]] = {}
    for number, call in enumerate(calls):
        found.setdefault(call.name, []).append(number)
    return found.values()


def _enters(call: LayerCall, inputs: Sequence[LayerCall]) -> bool:
    """True if a call is in a nested model that one of its inputs is not in."""
    model = call.name.rpartition("/")[0]
    return bool(model) and any(not each.name.startswith(f"{model}/") for each in inputs)
