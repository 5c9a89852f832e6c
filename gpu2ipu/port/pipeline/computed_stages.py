"""Computed stages: a function in the port assigns the layers of a model that holds others, or is written elsewhere.

From SDK 3.1 on the layers of a nested model have stages of their own: keras/ipu/extensions/functional_extensions.py.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Sequence

from gpu2ipu.analysis.dataflow.loop_rounds import rounds_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.code.helper_functions import assign_stages
from gpu2ipu.port.pipeline.behind_construction import behind_construction
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.port import Port


def computed_stages(port: Port, model: Model, places: Sequence[CallPath] = ()) -> StageEdits:
    """Return the edits that assign the layers of a model when the script runs, once it has what some places give it."""
    file = port.script.file_of(model.node)
    helper = assign_stages(file, facts_of(file))
    call = f"{helper.name}({{}}, {port.target.stages})"
    edits = behind_construction(port, model, places, call.format)
    return StageEdits((*helper.edits, *edits), is_computed=True) if edits else StageEdits(why=Why.NO_NAME)


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
