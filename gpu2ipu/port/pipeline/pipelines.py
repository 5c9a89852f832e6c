"""Pipelines: which models of a script get stages, and how. All of those that run do, or none.

A model without stages would be trained by as many replicas as a pipeline has IPUs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import SEQUENTIAL
from gpu2ipu.analysis.keras.model import Model, models_of
from gpu2ipu.analysis.library.keras import ON_BATCH, RUNNING
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.library_objects import KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit
from gpu2ipu.port.pipeline.outcomes import StagedModel, UnstagedModel, Why
from gpu2ipu.port.pipeline.pipelining_options import options_of_untrained
from gpu2ipu.port.pipeline.selected_ipus import more_ipus, recomputing
from gpu2ipu.port.pipeline.stage_edits import SETTER
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.steps import own_steps_of
from gpu2ipu.target import Target


@once
def has_stages(script: Script) -> bool:
    """True if a script says itself which layers are in which stage."""
    facts = facts_of(script)
    attributes = (node.attr for node in script.nodes if isinstance(node, ast.Attribute))
    return SETTER in attributes or any(name.endswith(".PipelineStage") for name in facts.qualified.values())


@once
def pipelines_of(port: Port) -> tuple[StagedModel | UnstagedModel, ...]:
    """Return what becomes of the models of a script, if stages are asked for and it has none."""
    facts = facts_of(port.script)
    if port.target.stages == 1 or not facts.models or has_stages(port.script):
        return ()
    running = list(_running_models(facts))
    if port.target.plan is not None:
        from gpu2ipu.port.pipeline.planned.models import check_models

        check_models(port, [model for model, _ in running])
    found = tuple(_outcome(port, facts, model) for model in running)
    left = next((each for each in found if isinstance(each, UnstagedModel)), None)
    return found if left is None else tuple(_given_up(port, each, left) for each in found)


def target_of(port: Port) -> Target:
    """Return what a port is for: without a pipeline, if the models have none."""
    if port.target.stages == 1:
        return port.target
    is_planned = any(isinstance(each, StagedModel) for each in pipelines_of(port)) and port.makes(StagedModel)
    return port.target if is_planned or has_stages(port.script) else port.target.without_pipeline


def _running_models(facts: Facts) -> Iterator[tuple[Model, KerasModel]]:
    """The models that are compiled, trained or run, in the order in which they are constructed."""
    running = set[CallPath]()
    for call in facts.method_calls:
        if isinstance(call.receiver, KerasModel) and call.method in ("compile", *RUNNING):
            running |= constructions_of(call.receiver)
    for construction in facts.models:
        path = tuple(frame.call for frame in construction.stack)
        value = construction.value
        if path in running and isinstance(value, KerasModel):
            running.discard(path)
            yield models_of(facts, value)[0], value


def _outcome(port: Port, facts: Facts, running: tuple[Model, KerasModel]) -> StagedModel | UnstagedModel:
    model, value = running
    node, stages = model.node, port.target.stages
    assert isinstance(node, ast.expr)
    if own_steps_of(port):
        return UnstagedModel(node, stages, Why.CUSTOM_LOOP)
    if _is_run_by_batch(facts, model.path):
        return UnstagedModel(node, stages, Why.ON_BATCH)
    from gpu2ipu.port.pipeline.model_stages import (
        stage_edits,  # most scripts have no pipeline, and do without
    )

    found = stage_edits(port, model, value)
    if found.why is not None:
        return UnstagedModel(node, stages, found.why, found.parts, is_listed=model.name == SEQUENTIAL)
    more = (*options_of_untrained(port, model.path), *_more_ipus(port), *recomputing(port))
    edits = (*found.edits, *more) if _is_in_scope(facts, model.path) else ()
    is_listed = model.name == SEQUENTIAL
    how = (found.is_even, found.is_computed, found.is_planned, found.is_moved, found.fits)
    return StagedModel(node, stages, is_listed, *how, edits=edits)


def _more_ipus(port: Port) -> Iterator[Edit]:
    """Those of one replica; of several they belong to what makes these."""
    return more_ipus(port, port.target.ipus) if port.target.replicas == 1 else iter(())


def _is_run_by_batch(facts: Facts, path: CallPath) -> bool:
    """True if `train_on_batch` or the like runs a model, which does not know of stages."""
    calls = (call for call in facts.method_calls if call.method in ON_BATCH)
    return any(path in constructions_of(call.receiver) for call in calls)


def _is_in_scope(facts: Facts, path: CallPath) -> bool:
    made = (each for each in facts.models if tuple(frame.call for frame in each.stack) == path)
    return all(each.in_scope for each in made)


def _given_up(port: Port, outcome: StagedModel | UnstagedModel, left: UnstagedModel) -> UnstagedModel:
    if isinstance(outcome, UnstagedModel):
        return outcome
    return UnstagedModel(
        outcome.node, outcome.stages, Why.OTHER_MODEL, other=_name_of(port.script, left.node)
    )


def _name_of(script: Script, node: ast.AST) -> str:
    """What the script calls a model: its name, or the call that constructs it. A line would move."""
    match statement_of(script, node):
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value) if value is node:
            return ast.unparse(target)
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""
