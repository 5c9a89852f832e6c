"""Model stages: how one model gets its stages, which depends on how the script makes it."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import FUNCTIONAL, SEQUENTIAL
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.pipeline.call_units import call_units, holds_models
from gpu2ipu.port.pipeline.computed_stages import computed_stages, is_called_twice, reads_models
from gpu2ipu.port.pipeline.functional_units import functional_model
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.planned.models import planned_model
from gpu2ipu.port.pipeline.stage_blocks import blocks_around
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.pipeline.stage_list import list_of_stages
from gpu2ipu.port.port import Port


def stage_edits(port: Port, model: Model, value: KerasModel) -> StageEdits:
    """Return what puts the layers of a model, by its value in the script, into stages."""
    facts, planned = facts_of(port.script), planned_model(port, model)
    if isinstance(value.definition, ast.ClassDef):
        if value.name == SEQUENTIAL:
            return StageEdits(why=Why.SUBCLASS)
        if holds_models(facts, value.definition):
            return StageEdits(why=Why.NESTED)
        return blocks_around(port, call_units(facts, value.definition), planned)
    if model.name == SEQUENTIAL:
        return list_of_stages(port, model, planned)
    if model.name == FUNCTIONAL:
        return _of_functional(port, model, value, planned)
    return computed_stages(port, model, planned)


def _of_functional(port: Port, model: Model, value: KerasModel, planned: PlannedModel | None) -> StageEdits:
    facts = facts_of(port.script)
    found = functional_model(facts, model, value)
    if not reads_models(facts, (node for each in found.statements for node in ast.walk(each))):
        blocks = blocks_around(port, found.units, planned)
        return blocks if blocks.why is None or planned is None else computed_stages(port, model, planned)
    if planned is None and is_called_twice(facts, found.operations):
        return StageEdits(why=Why.SHARED)
    return computed_stages(port, model, planned)
