"""Planned stages: those of a plan, or where a stage would begin within what cannot be cut, the best that can be.

That is a split of the same measurements in which the layers of each part stay together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpu2ipu.plan.plan_file import Plan, PlannedModel
from gpu2ipu.plan.split import Splitter
from gpu2ipu.records import record


@record
class PlannedStages:
    """The stages of the layer calls of a model."""

    numbers: tuple[int, ...]
    is_moved: bool = False  # other stages than those of the plan
    fits: bool = True


def stages_of_parts(plan: Plan, model: PlannedModel, parts: Iterable[Sequence[int]]) -> PlannedStages | None:
    """Return the stages of the layer calls of a model, of which some calls stay together; None if they are too few."""
    numbers = tuple(stage for stage, each in enumerate(model.stages) for _ in each.layers)
    bound = [part for part in parts if len({numbers[call] for call in part}) > 1]
    if not bound:
        return PlannedStages(numbers, fits=model.fits)
    parts = [part for part in parts if part]
    together = (*model.layers.together, *((min(part), max(part)) for part in parts))
    layers = replace(model.layers, together=together)
    splitter = Splitter(layers, plan.schedule, plan.limit, plan.recompute)
    count = len(model.stages)
    if splitter.most < count:
        return None
    moved = (stage for stage, run in enumerate(splitter.best(count)) for _ in range(run.first, run.last + 1))
    return PlannedStages(tuple(moved), is_moved=True, fits=splitter.fits(count))


def filled(stages: Sequence[set[int]]) -> list[int]:
    """Return the stage of each part in a row; a part without layers goes with those before it, or else behind it."""
    known = [next(iter(each)) for each in stages if each]
    found, before = list[int](), known[0]
    for each in stages:
        before = next(iter(each), before)
        found.append(before)
    return found
