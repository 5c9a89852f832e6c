"""Functional models: the statements that call their layers, in the order in which they do.

They are found from the statement that constructs the model backwards, by the names that statements bind and read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from gpu2ipu.analysis.dataflow.slices import names_changed, names_read, needed_for, unrolled
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors, function_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.symbols import is_from_elsewhere, operands
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.pipeline.calls_in_common import common_calls
from gpu2ipu.port.pipeline.units import Unit, flat_units, operations_of, units_in
from gpu2ipu.records import record

_DEFINITIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)


@record
class FunctionalModel:
    """The units of a functional model, all statements on which it depends, and its operations."""

    units: tuple[Unit, ...]
    statements: tuple[ast.stmt, ...]
    operations: tuple[CallPath, ...]


def functional_model(facts: Facts, model: Model, value: KerasModel) -> FunctionalModel:
    """Return the statements that make up a functional model."""
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
    ordered = [each for each in unrolled(body) if each in needed or (each in units and each in exact)]
    found = tuple(_with_unseen(facts, ordered, units))
    nodes = {node for unit in found for node in ast.walk(unit.statement)}
    inside = tuple(path for path in paths if path[len(prefix)] in nodes)
    return FunctionalModel(found, tuple(ordered), inside)


def _with_unseen(
    facts: Facts, statements: Iterable[ast.stmt], units: Mapping[ast.stmt, Unit]
) -> Iterator[Unit]:
    """The units, and the statements between and behind them that may compute with their results."""
    symbols = set[str]()
    for statement in statements:
        unit = units.get(statement)
        if unit is None and symbols & names_read(statement) and _may_compute(facts, statement):
            unit = Unit(statement, has_layer=False)
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
