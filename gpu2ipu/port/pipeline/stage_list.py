"""Stage list: `model.set_pipeline_stage_assignment([0, 0, 1, ...])` once a `Sequential` has all of its layers."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import path_to, statement_of
from gpu2ipu.edits import Edit, Insert, Replace, Where
from gpu2ipu.port.pipeline.balance import balanced, stages_of
from gpu2ipu.port.pipeline.calls_in_common import common_calls
from gpu2ipu.port.pipeline.listed_layers import ListedLayers, listed_layers
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.stage_edits import StageEdits
from gpu2ipu.port.port import Port

SETTER = "set_pipeline_stage_assignment"
_LONG = 20  # layers, from which on a list is written as a sum


def list_of_stages(port: Port, model: Model) -> StageEdits:
    """Return the edits that set the stages of the layers of a `Sequential`."""
    listed = listed_layers(facts_of(port.script), model)
    if listed.why is not None:
        return StageEdits(why=listed.why)
    stages: list[int] | None = None
    if listed.costs is not None:
        cuts = balanced(listed.costs, port.target.stages)
        if cuts is None:
            return StageEdits(why=Why.TOO_FEW_LAYERS, parts=len(listed.costs))
        stages = stages_of(cuts, len(listed.costs))
    return _placed(port, model, listed, stages)


def _placed(port: Port, model: Model, listed: ListedLayers, stages: Sequence[int] | None) -> StageEdits:
    script = port.script
    prefix = common_calls([model.path, *(given.path for given in listed.given)])
    construction = model.path[len(prefix)]
    constructing = statement_of(script, construction)
    last = _last_in_block(script, constructing, [given.path[len(prefix)] for given in listed.given])
    name = _name(constructing, construction)
    if name is None and last is constructing and isinstance(constructing, ast.Return):
        return StageEdits(_returned(port, constructing, construction, stages), is_even=stages is None)
    if name is None or _is_bound_between(script, name, constructing, last):
        return StageEdits(why=Why.NO_NAME)
    insert = Insert(script.span(last), _statement(port, name, stages), Where.AFTER)
    return StageEdits((insert,), is_even=stages is None)


def _statement(port: Port, name: str, stages: Sequence[int] | None) -> str:
    if stages is not None:
        return f"{name}.{SETTER}({written(stages)})"
    count = f"len({name}.layers)"
    return f"{name}.{SETTER}([i * {port.target.stages} // {count} for i in range({count})])"


def written(stages: Sequence[int]) -> str:
    """Return a list of stages as a person would write it: `[0, 0, 1]`, a long one as `[0] * 12 + [1] * 18`."""
    if len(stages) < _LONG:
        return str(list(stages))
    runs = [(stage, len(list(some))) for stage, some in itertools.groupby(stages)]
    return " + ".join(f"[{stage}]" if count == 1 else f"[{stage}] * {count}" for stage, count in runs)


def _last_in_block(script: Script, first: ast.stmt, places: Sequence[ast.AST]) -> ast.stmt:
    """The last of the statements that some places are in, in the block of the first one, or around that."""
    last = max((statement_of(script, place) for place in places), key=lambda each: each.lineno, default=first)
    pairs = zip(path_to(script, first), path_to(script, last))
    return next((after for before, after in pairs if before is not after), first)


def _name(statement: ast.stmt, construction: ast.AST) -> str | None:
    """The name, or attribute, that a statement binds to a model."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not construction:
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = (ast.unparse(each) for each in targets if isinstance(each, (ast.Name, ast.Attribute)))
    return next(names, None)


def _is_bound_between(script: Script, name: str, first: ast.stmt, last: ast.stmt) -> bool:
    """True if a name may be another model's after the last of some statements."""
    start, end = first.end_lineno or first.lineno, last.end_lineno or last.lineno
    return any(
        isinstance(node, (ast.Name, ast.Attribute))
        and isinstance(node.ctx, ast.Store)
        and start < node.lineno <= end
        and ast.unparse(node) == name
        for node in ast.walk(script.file_of(first).tree)
    )


def _returned(
    port: Port, statement: ast.Return, construction: ast.AST, stages: Sequence[int] | None
) -> tuple[Edit, ...]:
    """The edit that gives a name to a model that a function returns at once."""
    if statement.value is not construction:
        return ()
    script = port.script
    name = fresh_name(script, "model", "pipelined_model")
    lines = (f"{name} = {{model}}", _statement(port, name, stages), f"return {name}")
    return (Replace(script.span(statement), "\n".join(lines), (("model", script.span(statement.value)),)),)
