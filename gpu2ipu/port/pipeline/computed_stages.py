"""Computed stages: a function in the port assigns the layers of a model that holds others, or is written elsewhere.

From SDK 3.1 on the layers of a nested model have stages of their own: keras/ipu/extensions/functional_extensions.py.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpu2ipu.analysis.dataflow.loop_rounds import rounds_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.code.helper_functions import HelperFunction, assign_planned_stages, assign_stages
from gpu2ipu.port.pipeline.behind_construction import behind_construction
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.planned.cut_table import calls_by_name, cut_table
from gpu2ipu.port.pipeline.planned.stages import stages_of_parts
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.port import Port


def computed_stages(
    port: Port, model: Model, planned: PlannedModel | None = None, places: Sequence[CallPath] = ()
) -> StageEdits:
    """Return the edits that assign the layers of a model when the script runs, once it has what some places give it."""
    if planned is not None:
        return _planned(port, model, planned, places)
    helper = assign_stages(*_file_and_facts(port, model))
    call = f"{helper.name}({{}}, {port.target.stages})"
    return _called(port, model, places, helper, call, StageEdits(is_computed=True))


def _planned(port: Port, model: Model, planned: PlannedModel, places: Sequence[CallPath]) -> StageEdits:
    """The edits that assign the layers as a plan has them, by the names of those with which stages begin."""
    assert port.target.plan is not None
    calls = planned.layers.calls
    found = stages_of_parts(port.target.plan, planned, calls_by_name(calls))
    if found is None:
        return StageEdits(why=Why.SHARED)
    helper = assign_planned_stages(*_file_and_facts(port, model))
    table = json.dumps(cut_table(calls, found.numbers)).replace("{", "{{").replace("}", "}}")
    how = StageEdits(is_computed=True, is_planned=True, is_moved=found.is_moved, fits=found.fits)
    return _called(port, model, places, helper, f"{helper.name}({{}}, {table})", how)


def _file_and_facts(port: Port, model: Model) -> tuple[Script, Facts]:
    file = port.script.file_of(model.node)
    return file, facts_of(file)


def _called(
    port: Port, model: Model, places: Sequence[CallPath], helper: HelperFunction, call: str, how: StageEdits
) -> StageEdits:
    edits = behind_construction(port, model, places, call.format)
    return replace(how, edits=(*helper.edits, *edits)) if edits else StageEdits(why=Why.NO_NAME)


def reads_models(facts: Facts, nodes: Iterable[ast.AST]) -> bool:
    """True if some code reads a model: calls it, or takes its outputs or layers."""
    reads = (node for node in nodes if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)))
    return any(isinstance(node.ctx, ast.Load) and isinstance(facts.value(node), KerasModel) for node in reads)


def is_called_twice(facts: Facts, operations: Iterable[CallPath]) -> bool:
    """True if some operations call one layer or model several times: its weights can be in one stage only."""
    calls = Counter[CallPath]()
    for path in operations:
        node = path[-1]
        if not isinstance(node, ast.Call) or isinstance(node.func, ast.Call):
            continue
        value = facts.value(node.func)
        if isinstance(value, (KerasLayer, KerasModel)):
            own = {each for each in value.constructed_by if each[:-1] == path[:-1]}
            calls.update(own or value.constructed_by)
            calls.update(value.constructed_by if rounds_of(facts, node) != 1 else ())
    return any(count > 1 for count in calls.values())
