"""Stage loops: a loop whose rounds are in several stages, `with keras.ipu.PipelineStage(i // 3):` in its body."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.records import record


@record
class IndexedLoop:
    """The stage as an expression of the loop's index, and the edits that give it one."""

    stage: str
    edits: tuple[Edit, ...] = ()


def loop_with_index(script: Script, loop: ast.stmt, stages: Sequence[int]) -> IndexedLoop:
    """Return the stage of each round of a loop as an expression; a loop without an index gets one."""
    assert isinstance(loop, ast.For)
    if (name := _index(script, loop)) is not None:
        return IndexedLoop(expression(name, stages))
    name = fresh_name(script.file_of(loop), "index", "round_index", "stage_index")
    target, items = script.span(loop.target), script.span(loop.iter)
    if _is_counted(script, loop):  # `for _ in range(6)`
        return IndexedLoop(expression(name, stages), (Replace(target, name),))
    form = f"{name}, ({{target}})" if isinstance(loop.target, ast.Tuple) else f"{name}, {{target}}"
    edits = (
        Replace(target, form, (("target", target),)),
        Replace(items, "enumerate({items})", (("items", items),)),
    )
    return IndexedLoop(expression(name, stages), edits)


def expression(name: str, stages: Sequence[int]) -> str:
    """Return the stage of each round as an expression of its number, which counts from 0."""
    first = stages[0]
    size = next(number for number, stage in enumerate(stages) if stage != first)
    if all(stage == first + number // size for number, stage in enumerate(stages)):
        quotient = name if size == 1 else f"{name} // {size}"
        return f"{quotient} + {first}" if first else quotient
    if set(stages[size:]) == {stages[-1]}:
        return f"{first} if {name} < {size} else {stages[-1]}"
    return f"{tuple(stages)}[{name}]"


def _index(script: Script, loop: ast.For) -> str | None:
    """The name that has the number of the round, from 0 on, wherever it is read in the body."""
    target = loop.target
    if _is_call(script, loop.iter, "enumerate") and isinstance(target, ast.Tuple):
        assert isinstance(loop.iter, ast.Call)
        target = target.elts[0] if len(loop.iter.args) == 1 and not loop.iter.keywords else target
    elif not _is_counting(script, loop.iter):
        return None
    is_kept = isinstance(target, ast.Name) and target.id != "_" and not _is_bound_in(loop, target.id)
    return target.id if isinstance(target, ast.Name) and is_kept else None


def _is_counted(script: Script, loop: ast.For) -> bool:
    """True if a loop counts its rounds from 0 with a name that nobody reads."""
    target = loop.target
    if not (isinstance(target, ast.Name) and _is_counting(script, loop.iter)):
        return False
    names = (node for node in ast.walk(script.file_of(loop).tree) if isinstance(node, ast.Name))
    return target.id == "_" and not any(each.id == "_" and isinstance(each.ctx, ast.Load) for each in names)


def _is_counting(script: Script, node: ast.expr) -> bool:
    return _is_call(script, node, "range") and isinstance(node, ast.Call) and len(node.args) == 1


def _is_call(script: Script, node: ast.expr, name: str) -> bool:
    is_builtin = facts_of(script).qualified.get(node) == f"builtins.{name}"
    return (
        isinstance(node, ast.Call) and is_builtin and not any(isinstance(a, ast.Starred) for a in node.args)
    )


def _is_bound_in(loop: ast.For, name: str) -> bool:
    nodes = (node for statement in loop.body for node in ast.walk(statement))
    return any(isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id == name for n in nodes)
