"""Behind construction: a statement about a model, once it has been constructed and has all of its layers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import path_to, statement_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit, Insert, Replace, Where
from gpu2ipu.port.pipeline.calls_in_common import common_calls
from gpu2ipu.port.port import Port


def behind_construction(
    port: Port, model: Model, places: Sequence[CallPath], written: Callable[[str], str]
) -> tuple[Edit, ...]:
    """Return the edits that insert a statement about a model behind its construction, and behind some places.

    The statement is written with the name of the model; there are none for a model without one.
    """
    script = port.script
    prefix = common_calls([model.path, *places])
    construction = model.path[len(prefix)]
    constructing = statement_of(script, construction)
    last = _last_in_block(script, constructing, [place[len(prefix)] for place in places])
    name = _name(constructing, construction)
    if name is None and last is constructing and isinstance(constructing, ast.Return):
        return _returned(port, constructing, construction, written)
    if name is None or _is_bound_between(script, name, constructing, last):
        return ()
    return (Insert(script.span(last), written(name), Where.AFTER),)


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
    port: Port, statement: ast.Return, construction: ast.AST, written: Callable[[str], str]
) -> tuple[Edit, ...]:
    """The edit that gives a name to a model that a function returns at once."""
    if statement.value is not construction:
        return ()
    script = port.script
    name = fresh_name(script, "model", "pipelined_model")
    lines = (f"{name} = {{model}}", written(name), f"return {name}")
    return (Replace(script.span(statement), "\n".join(lines), (("model", script.span(statement.value)),)),)
