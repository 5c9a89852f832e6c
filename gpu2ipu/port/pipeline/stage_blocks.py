"""Stage blocks: `with keras.ipu.PipelineStage(n):` around the statements that call the layers of a model.

Layers are executed in the order of their calls, and stages only grow in that order: each layer finds what it needs in
its own stage or in an earlier one, whatever branches and skip connections there are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, block_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Edit, Wrap
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.code.sdk_names import keras_ipu
from gpu2ipu.port.pipeline.balance import balanced, stages_of
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.planned.layers import calls_by_item
from gpu2ipu.port.pipeline.planned.stages import filled, stages_of_parts
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.pipeline.stage_loops import loop_with_index
from gpu2ipu.port.pipeline.units import Item, Unit, groups_of
from gpu2ipu.port.port import Port

_DEFINITIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)
Stages = Mapping[Item, int]


def blocks_around(port: Port, units: Sequence[Unit], planned: PlannedModel | None = None) -> StageEdits:
    """Return the blocks around some statements, cut into as many stages as the target has, or as a plan has them."""
    if not units:
        return StageEdits(why=Why.UNKNOWN_LAYERS)
    items = [item for unit in units for item in unit.items]
    groups = groups_of(items)
    found = _estimated(port, groups) if planned is None else _planned(port, planned, groups)
    if found is None:
        why = Why.SHARED if len(groups) < len(items) else Why.TOO_FEW
        return StageEdits(why=why, parts=len(groups))
    numbers, how = found
    stages = {item: stage for group, stage in zip(groups, numbers) for item in group}
    return replace(how, edits=tuple(_edits(port, units, stages)), parts=len(groups))


def _estimated(port: Port, groups: Sequence[Sequence[Item]]) -> tuple[list[int], StageEdits] | None:
    """The stages of some groups, by what their layers seem to cost; None for too few groups."""
    cuts = balanced([sum(item.unit.cost for item in group) for group in groups], port.target.stages)
    return None if cuts is None else (stages_of(cuts, len(groups)), StageEdits())


def _planned(
    port: Port, planned: PlannedModel, groups: Sequence[Sequence[Item]]
) -> tuple[list[int], StageEdits] | None:
    """The stages of some groups by a plan; None if it cannot be followed without cutting them."""
    assert port.target.plan is not None
    by_item = calls_by_item(port, planned, [item for group in groups for item in group])
    parts = [[call for item in group for call in by_item[item]] for group in groups]
    found = stages_of_parts(port.target.plan, planned, parts)
    if found is None:
        return None
    numbers = filled([{found.numbers[call] for call in part} for part in parts])
    return numbers, StageEdits(is_planned=True, is_moved=found.is_moved, fits=found.fits)


def _edits(port: Port, units: Sequence[Unit], stages: Stages) -> Iterator[Edit]:
    blocks: dict[ast.AST, list[Unit]] = {}
    for unit in units:
        blocks.setdefault(port.script.parents[unit.statement], []).append(unit)
    for block in blocks.values():
        yield from _edits_in_block(port, block, stages)


def _edits_in_block(port: Port, units: Sequence[Unit], stages: Stages) -> Iterator[Edit]:
    """Wrap the runs of statements that are in one stage, and go down into those that are in several."""
    run: list[Unit] = []
    for unit in units:
        own = _stages(unit, stages)
        if run and (len(set(own)) > 1 or not _continues(port.script, run, unit, stages)):
            yield _wrapped(port, run[0], run[-1], str(_stages(run[0], stages)[0]))
            run = []
        if unit.body and len(set(own)) > 1:
            loop = loop_with_index(port.script, unit.statement, own)
            yield from loop.edits
            yield _wrapped(port, unit.body[0], unit.body[-1], loop.stage)
        elif len(set(own)) > 1:
            yield from _edits(port, unit.parts, stages)
        else:
            run.append(unit)
    if run:
        yield _wrapped(port, run[0], run[-1], str(_stages(run[0], stages)[0]))
    yield from _imports(port, units)


def _stages(unit: Unit, stages: Stages) -> list[int]:
    return [stages[item] for item in unit.items]


def _continues(script: Script, run: Sequence[Unit], unit: Unit, stages: Stages) -> bool:
    """True if a unit belongs into the block of those before it."""
    if _stages(unit, stages)[0] != _stages(run[-1], stages)[0] or unit.statement.lineno in script.borders:
        return False
    return not any(
        _stands_alone(script, each) for each in _between(script, run[-1].statement, unit.statement)
    )


def _between(script: Script, first: ast.stmt, last: ast.stmt) -> Iterator[ast.stmt]:
    """The statements between two of one block."""
    siblings = block_of(script, first)
    yield from siblings[siblings.index(first) + 1 : siblings.index(last)]


def _stands_alone(script: Script, statement: ast.stmt) -> bool:
    """True for what a block does not go around: definitions, imports, other models, the border of a notebook's cell."""
    if isinstance(statement, _DEFINITIONS) or statement.lineno in script.borders:
        return True
    facts = facts_of(script)
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(facts.value(call), KerasModel) for call in calls)


def _wrapped(port: Port, first: Unit, last: Unit, stage: str) -> Edit:
    script = port.script
    name, _ = keras_ipu(script.file_of(first.statement), port.target.sdk)
    header = f"with {name}.PipelineStage({stage}):"
    return Wrap(script.span(first.statement), script.span(last.statement), header)


def _imports(port: Port, units: Sequence[Unit]) -> tuple[Edit, ...]:
    return keras_ipu(port.script.file_of(units[0].statement), port.target.sdk)[1]
