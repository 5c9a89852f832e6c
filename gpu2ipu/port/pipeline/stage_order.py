"""Stage order: what is wrong with the stages that a script gives its models itself, where that can be told.

Stages count from 0 without a gap, and only grow on the way from the inputs to the outputs. Source: the extensions of
functional and sequential models in keras/ipu/extensions of the SDK.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import FUNCTIONAL, SEQUENTIAL
from gpu2ipu.analysis.keras.model import Model, models_of
from gpu2ipu.analysis.keras.selected_ipus import written_numbers
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.pipeline.listed_layers import listed_layers
from gpu2ipu.port.pipeline.outcomes import Fault, WrongStage
from gpu2ipu.port.pipeline.pipelines import has_stages
from gpu2ipu.port.pipeline.stage_edits import SETTER
from gpu2ipu.port.port import Port

_STAGE = ".PipelineStage"


def wrong_stages(port: Port) -> Iterator[WrongStage]:
    """Yield the stages that the SDK would refuse."""
    facts = facts_of(port.script)
    if has_stages(port.script):
        yield from _in_lists(facts)
        yield from _in_blocks(facts)


# --- lists of a Sequential


def _in_lists(facts: Facts) -> Iterator[WrongStage]:
    calls = {
        call.node: call for call in facts.method_calls
    }  # a function that is called twice sets them twice
    for call in calls.values():
        if call.method == SETTER and isinstance(call.receiver, KerasModel) and call.node.args:
            stages = written_numbers(call.node.args[0])
            models = models_of(facts, call.receiver)
            if stages is not None and all(model.name == SEQUENTIAL for model in models):
                fault = _fault_of_list(facts, stages, models)
                if fault is not None:
                    yield WrongStage(call.node.args[0], *fault)


def _fault_of_list(
    facts: Facts, stages: Sequence[int], models: Sequence[Model]
) -> tuple[Fault, int, int] | None:
    for model in models:
        costs = listed_layers(facts, model).costs
        if costs is not None and len(costs) != len(stages):
            return Fault.LENGTH, len(stages), len(costs)
    for before, stage in zip((0, *stages), stages):
        if stage not in (before, before + 1):
            return (Fault.BACKWARD if stage < before else Fault.GAP), before, stage
    return (Fault.FIRST, 0, stages[0]) if stages and stages[0] != 0 else None


# --- blocks of functional models


def _in_blocks(facts: Facts) -> Iterator[WrongStage]:
    seen = set[ast.AST]()
    for construction in facts.models:
        value = construction.value
        for model in models_of(facts, value) if value.name == FUNCTIONAL else ():
            for fault in _of_model(facts, model):
                if fault.node not in seen:
                    seen.add(fault.node)
                    yield fault


def _of_model(facts: Facts, model: Model) -> Iterator[WrongStage]:
    """What is wrong in one model, of which all layers are certain, and all stages numbers."""
    paths = [(*layer.path, layer.node) for layer in model.layers or ()]
    blocks = {path: _block(facts, path) for path in paths}
    if not any(block is not None for block in blocks.values()):
        return
    if any(isinstance(facts.value(getattr(path[-1], "func", None)), KerasModel) for path in paths):
        return  # the layers of a model in a model have stages of their own
    stages = {path: _stage(block) for path, block in blocks.items() if block is not None}
    if any(stage is None for stage in stages.values()):
        return
    known = {path: stage for path, stage in stages.items() if stage is not None}
    for path in paths:
        if path not in known:
            yield _wrong(path, Fault.WITHOUT, 0, 0)
    yield from _backward(facts, known)
    yield from _gaps(blocks, known)


def _backward(facts: Facts, stages: Mapping[CallPath, int]) -> Iterator[WrongStage]:
    for path, stage in stages.items():
        latest = max((stages.get(each, 0) for each in facts.operations.get(path) or ()), default=0)
        if latest > stage:
            yield _wrong(path, Fault.BACKWARD, latest, stage)


def _gaps(blocks: Mapping[CallPath, ast.Call | None], stages: Mapping[CallPath, int]) -> Iterator[WrongStage]:
    used = sorted(set(stages.values()))
    for before, stage in zip((-1, *used), used):
        block = next(blocks[path] for path, each in stages.items() if each == stage)
        if stage > before + 1 and block is not None:
            yield WrongStage(block, Fault.FIRST if before < 0 else Fault.GAP, max(before, 0), stage)


def _wrong(path: CallPath, fault: Fault, before: int, stage: int) -> WrongStage:
    node = path[-1]
    assert isinstance(node, ast.expr)
    return WrongStage(node, fault, before, stage)


def _block(facts: Facts, path: CallPath) -> ast.Call | None:
    """The `PipelineStage` around the call of a layer, or else around its construction."""
    for node in reversed(path):
        if (found := _around(facts, node)) is not None:
            return found
    layer = facts.value(getattr(path[-1], "func", None))
    made = layer.constructed_by if isinstance(layer, KerasLayer) else ()
    return next((each for one in made if (each := _around(facts, one[-1])) is not None), None)


def _around(facts: Facts, node: ast.AST) -> ast.Call | None:
    for outer in ancestors(facts.script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            return None
        for item in outer.items if isinstance(outer, ast.With) else ():
            call = item.context_expr
            if isinstance(call, ast.Call) and facts.qualified.get(call, "").endswith(_STAGE):
                return call
    return None


def _stage(block: ast.Call) -> int | None:
    argument = block.args[0] if block.args else None
    number = argument.value if isinstance(argument, ast.Constant) else None
    return number if type(number) is int else None
