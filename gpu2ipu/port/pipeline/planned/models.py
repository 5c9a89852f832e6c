"""Planned models: which model of a plan a model of the script is."""

from __future__ import annotations

from collections.abc import Iterable

from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.errors import Trouble
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.pipeline.planned.places import calls_in_common, line_of, places_of
from gpu2ipu.port.port import Port


def planned_model(port: Port, model: Model) -> PlannedModel | None:
    """Return the model of the plan that the script creates where it creates this one; None without one."""
    plan = port.target.plan
    found = [(_agreement(port, model, each), each) for each in plan.models] if plan is not None else []
    most, best = max(found, key=lambda each: each[0], default=(0, None))
    return best if most else None


def check_models(port: Port, models: Iterable[Model]) -> None:
    """Raise Trouble if the plan has a model that is none of these."""
    known = list(models)
    for each in port.target.plan.models if port.target.plan is not None else ():
        if not any(_agreement(port, model, each) for model in known):
            where = line_of(port.script, each)
            raise misfit(port, f"{where} creates no model that is trained, and the plan's {each.name} is")


def misfit(port: Port, why: str) -> Trouble:
    """Return the sentence about a plan that is not one of the script as it is."""
    return Trouble(f"{port.script.path}: the plan does not fit the script: {why}; plan it again")


def _agreement(port: Port, model: Model, planned: PlannedModel) -> int:
    return calls_in_common(port.script, model.path, places_of(planned))
