"""Plans as `gpu2ipu plan` writes them, for scripts of a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.plan.layers import LayerCall, Place
from gpu2ipu.plan.plan_file import Plan, PlannedModel, PlannedStage
from tests.analysis.evaluated import IMPORTS

FIRST = IMPORTS.count("\n")  # lines above the code


def at(*lines: int) -> tuple[Place, ...]:
    """Lines of the code, which counts from 1."""
    return tuple(Place("train.py", FIRST + line) for line in lines)


def layer(name: str, *lines: int, created: int = 0, flops: int = 1, inputs: Sequence[int] = ()) -> LayerCall:
    """A layer that the last of some lines creates, to which the others lead."""
    *callers, place = at(*lines)
    needs = (1, 1, 0, 0, 0, flops)
    return LayerCall(name, None, place.file, place.line, *needs, tuple(callers), created, tuple(inputs))


def model(place: Sequence[int], *stages: Sequence[LayerCall]) -> PlannedModel:
    """A model that the last of some lines creates; its layers are created in the order of the stages."""
    calls = iter(range(sum(map(len, stages))))
    numbered = [[replace(each, created=each.created or next(calls)) for each in stage] for stage in stages]
    planned = tuple(PlannedStage(tuple(stage), *(0,) * 11) for stage in numbered)
    *callers, (file, line) = ((each.file, each.line) for each in at(*place))
    count = len(stages)
    return PlannedModel(
        "net", "Model", 8, 8, count, True, planned, file, line, tuple(Place(*each) for each in callers)
    )


def plan(*models: PlannedModel) -> Plan:
    """The plan of some models."""
    return Plan("train.py", "2.6.5", "mk2", 1000, "grouped", False, models)


def planned(code: str, *models: PlannedModel) -> str:
    """The code with the stages of a plan, without the imports above it."""
    stages = len(models[0].stages)
    config = Config(pipeline_stages=stages, planned=plan(*models), select=("IPU401",), annotate=False)
    return convert_text(Path("train.py"), IMPORTS + code, replace(config, format=False)).text.removeprefix(
        IMPORTS
    )
