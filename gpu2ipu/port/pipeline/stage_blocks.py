"""Stage blocks: `with keras.ipu.PipelineStage(n):` around the statements that call the layers of a functional model.

Layers are executed in the order of their calls, and stages only grow in that order: each layer finds what it needs in
its own stage or in an earlier one, whatever branches and skip connections there are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors, block_of, function_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.symbols import is_from_elsewhere, operands
from gpu2ipu.edits import Edit, Wrap
from gpu2ipu.port.code.sdk_names import keras_ipu
from gpu2ipu.port.pipeline.balance import balanced, stages_of
from gpu2ipu.port.pipeline.calls_in_common import common_calls
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.slices import names_changed, names_read, needed_for, unrolled
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.pipeline.units import Unit, flat_units, operations_of, units_in
from gpu2ipu.port.port import Port

_DEFINITIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)


def blocks_of(port: Port, model: Model, value: KerasModel) -> StageEdits:
    """Return the blocks of a functional model."""
    units = _units_of_model(facts_of(port.script), model, value)
    if not units:
        return StageEdits(why=Why.UNKNOWN_LAYERS)
    return _blocks(port, units)


def _blocks(port: Port, units: Sequence[Unit]) -> StageEdits:
    leaves = [leaf for unit in units for leaf in unit.leaves]
    groups = _groups(leaves)
    cuts = balanced([sum(leaf.cost for leaf in group) for group in groups], port.target.stages)
    if cuts is None:
        why = Why.SHARED if len(groups) < len(leaves) else Why.TOO_FEW
        return StageEdits(why=why, parts=len(groups))
    stages = stages_of(cuts, len(groups))
    stage = {leaf: stage for group, stage in zip(groups, stages) for leaf in group}
    return StageEdits(tuple(_edits(port, units, stage)), parts=len(groups))


def _groups(leaves: Sequence[Unit]) -> list[list[Unit]]:
    """The units that go together: those between two calls of one layer, which has one place for its weights."""
    last = {use: number for number, leaf in enumerate(leaves) for use in leaf.uses}
    groups: list[list[Unit]] = []
    end = -1
    for number, leaf in enumerate(leaves):
        if number > end:
            groups.append([])
        groups[-1].append(leaf)
        end = max(end, *(last[use] for use in leaf.uses), number)
    return groups


# --- which statements make up a model


def _units_of_model(facts: Facts, model: Model, value: KerasModel) -> tuple[Unit, ...]:
    script = facts.script
    inputs = operands(value.inputs)
    layers = model.layers
    known = [(*layer.path, layer.node) for layer in layers or ()]
    prefix = common_calls([model.path, *(inputs or ()), *known])
    place = model.path[len(prefix)]
    function = function_of(script, place)
    body: Block = script.file_of(place).tree.body if function is None else function.body
    paths = [
        path for path in operations_of(script) if path[: len(prefix)] == prefix and len(path) > len(prefix)
    ]
    units = {unit.statement: unit for unit in flat_units(units_in(facts, body, prefix, paths))}
    needed = needed_for(script, body, place, units)
    exact = {node for path in known for node in (path[len(prefix)], *ancestors(script, path[len(prefix)]))}
    ordered = (each for each in unrolled(body) if each in needed or (each in units and each in exact))
    return tuple(_with_unseen(facts, ordered, units))


def _with_unseen(
    facts: Facts, statements: Iterable[ast.stmt], units: Mapping[ast.stmt, Unit]
) -> Iterator[Unit]:
    """The units, and the statements between and behind them that may compute with their results."""
    symbols = set[str]()
    for statement in statements:
        unit = units.get(statement)
        if unit is None and symbols & names_read(statement) and _may_compute(facts, statement):
            unit = Unit(statement)
        if unit is not None:
            yield unit
            symbols |= names_changed(statement)
            if isinstance(statement, ast.Expr):  # `branches.append(layer(x))`
                symbols |= names_read(statement)


def _may_compute(facts: Facts, statement: ast.stmt) -> bool:
    """True if a statement computes what may be a symbol that is not known as one."""
    if isinstance(statement, _DEFINITIONS):
        return False
    for node in ast.walk(statement):
        is_builtin = (
            facts.qualified.get(node, "").startswith("builtins.") if isinstance(node, ast.Call) else False
        )
        if isinstance(node, (ast.Call, ast.BinOp)) and not is_builtin:
            value = facts.value(node)
            if isinstance(value, KerasTensor) or is_from_elsewhere(value):
                return True
    return False


# --- from stages to edits


def _edits(port: Port, units: Sequence[Unit], stage: Mapping[Unit, int]) -> Iterator[Edit]:
    for block in _by_block(port.script, units):
        yield from _edits_in_block(port, block, stage)


def _by_block(script: Script, units: Sequence[Unit]) -> list[list[Unit]]:
    found: dict[ast.AST, list[Unit]] = {}
    for unit in units:
        found.setdefault(script.parents[unit.statement], []).append(unit)
    return list(found.values())


def _edits_in_block(port: Port, units: Sequence[Unit], stage: Mapping[Unit, int]) -> Iterator[Edit]:
    """Wrap the runs of statements that are in one stage, and go down into those that are in several."""
    run: list[Unit] = []
    for unit in units:
        own = {stage[leaf] for leaf in unit.leaves}
        if run and (len(own) > 1 or not _continues(port.script, run, unit, own, stage)):
            yield from _wrapped(port, run, stage)
            run = []
        if len(own) > 1:
            yield from _edits(port, unit.parts, stage)
        else:
            run.append(unit)
    if run:
        yield from _wrapped(port, run, stage)


def _continues(
    script: Script, run: Sequence[Unit], unit: Unit, own: set[int], stage: Mapping[Unit, int]
) -> bool:
    """True if a unit belongs into the block of those before it."""
    if own != {stage[leaf] for leaf in run[-1].leaves}:
        return False
    if unit.statement.lineno in script.borders:
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


def _wrapped(port: Port, run: Sequence[Unit], stage: Mapping[Unit, int]) -> Iterator[Edit]:
    script = port.script
    first, last = run[0].statement, run[-1].statement
    name, imports = keras_ipu(script.file_of(first), port.target.sdk)
    number = stage[next(run[0].leaves)]
    yield from imports
    yield Wrap(script.span(first), script.span(last), f"with {name}.PipelineStage({number}):")
