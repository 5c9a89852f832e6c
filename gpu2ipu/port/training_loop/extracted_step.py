"""Inline steps: statements in the body of a loop that can move into a function, with what goes in and comes out."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.graph_obstacles import obstacle
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors, bound_names, function_of, statement_of
from gpu2ipu.analysis.values.value import Kind

_Loop = ast.For | ast.AsyncFor | ast.While
CHANGING_NUMBER = "`{}` is a number of Python's, with which the step would be compiled anew each time"
# What a loop makes anew in each round cannot be compiled into a step.
_OBJECTS = (Kind.MODEL, Kind.OPTIMIZER, Kind.METRIC, Kind.LAYER, Kind.FUNCTION, Kind.CLASS, Kind.INSTANCE)


class InlineStep(NamedTuple):
    """A run of statements in a loop's body."""

    statements: tuple[ast.stmt, ...]
    loop: ast.stmt  # the outermost loop around, before which the function is defined
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    expression: ast.Call | None = None  # the call that is all of it, and gives its value

    def text(self, script: Script) -> str:
        """The statements as they stand in the script, comments between them included, without indentation."""
        if self.expression is not None:
            return f"return {script.source(self.expression)}"
        last = self.statements[-1]
        lines = script.lines[self.statements[0].lineno - 1 : last.end_lineno]
        return textwrap.dedent("\n".join(lines))


def loop_around(script: Script, node: ast.AST) -> _Loop | None:
    """The innermost loop around a node in its own function."""
    return next(_loops(script, node), None)


def _loops(script: Script, node: ast.AST) -> Iterator[_Loop]:
    for outer in ancestors(script, node):
        if isinstance(outer, (Function, ast.Lambda, ast.ClassDef)):
            return
        if isinstance(outer, _Loop):
            yield outer


def read_inline_step(facts: Facts, node: ast.AST) -> InlineStep | str:
    """The step around a node in a loop, or why there is none."""
    script = facts.script
    loops = list(_loops(script, node))
    block = loops[0].body
    around = {node, *ancestors(script, node)}
    start = next((i for i, statement in enumerate(block) if statement in around), None)
    if start is None:
        return "it stands in the `else` of a loop"
    changing = _bound_in(loops)
    statements = _run_from(facts, block, start, changing)
    if not statements:
        return (
            _hindrance(facts, block[start], changing) or "its step changes a value that the next round reads"
        )
    if not _stand_alone(script, statements):
        return "its statements share lines with others, or hold a text over several lines"
    inputs = tuple(name for name in _free_names(statements) if name in changing)
    outputs = tuple(
        name for name in dict.fromkeys(_bound(statements)) if _is_read(script, loops, statements, name)
    )
    return InlineStep(statements, loops[-1], inputs, outputs)


def read_model_call(facts: Facts, node: ast.Call) -> InlineStep | None:
    """A step that is nothing but the call of a model in a loop."""
    loops = list(_loops(facts.script, node))
    call = ast.copy_location(ast.Expr(node), node)
    changing = _bound_in(loops)
    if not loops or _hindrance(facts, call, changing) or node.lineno != node.end_lineno:
        return None
    inputs = tuple(name for name in _free_names((call,)) if name in changing)
    return InlineStep((call,), loops[-1], inputs, (), node)


def _hindrance(facts: Facts, statement: ast.stmt, changing: set[str]) -> str:
    """What keeps a statement of a loop out of a compiled step; `changing` are the names that the loops bind."""
    if found := obstacle(facts, [statement], is_graph=False):
        return f"its step has {found}"
    for name in _free_names((statement,)):
        kinds = {facts.value(use).kind for use in _uses((statement,), name)} if name in changing else set()
        if Kind.CONSTANT in kinds:
            return CHANGING_NUMBER.format(name)
        if kinds & set(_OBJECTS):
            return f"`{name}` is made anew in each round of a loop, which a compiled step cannot follow"
    return ""


def _run_from(facts: Facts, block: Block, start: int, changing: set[str]) -> tuple[ast.stmt, ...]:
    """The statements from one on that are a program for the IPU, as far as they call something."""
    end, bound, free = start, set[str](), set[str]()
    for i in range(start, len(block)):
        statement = block[i]
        reads = set(_free_names((statement,))) - bound
        binds = set(bound_names(statement))
        if (free | reads) & binds or _hindrance(facts, statement, changing - bound):
            break
        bound |= binds
        free |= reads
        if any(isinstance(node, ast.Call) for node in ast.walk(statement)):
            end = i + 1
    return tuple(block[start:end])


def _stand_alone(script: Script, statements: tuple[ast.stmt, ...]) -> bool:
    """Whether the statements have their lines for themselves, so that the lines can move."""
    first, last = script.span(statements[0]), script.span(statements[-1])
    before = script.lines[first.line - 1][: first.column]
    after = script.lines[last.end_line - 1][last.end_column :].strip()
    texts = (
        node for s in statements for node in ast.walk(s) if isinstance(node, (ast.Constant, ast.JoinedStr))
    )
    return (
        not before.strip()
        and (not after or after.startswith("#"))
        and all(text.lineno == text.end_lineno for text in texts)
    )


# --- names


def _bound(statements: tuple[ast.stmt, ...]) -> Iterator[str]:
    for statement in statements:
        yield from bound_names(statement)


def _bound_in(loops: list[_Loop]) -> set[str]:
    return {name for loop in loops for name in bound_names(loop)}


def _uses(statements: tuple[ast.stmt, ...], name: str) -> Iterator[ast.Name]:
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                yield node


def _free_names(statements: tuple[ast.stmt, ...]) -> list[str]:
    """The names that statements read before they bind them, in order."""
    free: dict[str, None] = {}
    bound: set[str] = set()
    for statement in statements:
        _note_free(statement, bound, free)
    return list(free)


def _note_free(node: ast.AST, bound: set[str], free: dict[str, None]) -> None:
    """Follow a node in the order of evaluation."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load) and node.id not in bound:
            free[node.id] = None
        elif not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        return
    inner = bound
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
        inner = bound | _own_names(node)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id not in bound:
        free[node.target.id] = None
    for child in _in_order(node):
        _note_free(child, inner, free)


def _in_order(node: ast.AST) -> list[ast.AST]:
    """The children of a node: what an assignment or a loop reads comes before what it binds."""
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        value = [child for child in children if child is node.value]
        return [*value, *(child for child in children if child is not node.value)]
    if isinstance(node, ast.For):
        return [node.iter, node.target, *node.body, *node.orelse]
    return children


def _own_names(node: ast.AST) -> set[str]:
    """The names that a comprehension or lambda has for itself."""
    if isinstance(node, ast.Lambda):
        return {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    targets = (part.target for part in getattr(node, "generators", ()))
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def _is_read(script: Script, loops: list[_Loop], statements: tuple[ast.stmt, ...], name: str) -> bool:
    """Whether what the statements bind to a name is read elsewhere: behind them, or in the next round."""
    function = function_of(script, loops[0])
    body = script.file_of(loops[0]).tree.body if function is None else function.body
    inside = {node for statement in statements for node in ast.walk(statement)}
    others = [
        node
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and node.id == name and node not in inside
    ]
    writes = [node for node in others if not isinstance(node.ctx, ast.Load)]
    for node in others:
        if not isinstance(node.ctx, ast.Load):
            continue
        if function_of(script, node) is not function:
            if not _is_local(script, node):
                return True
            continue
        above = loops[-1].lineno if node.lineno < statements[0].lineno else statements[-1].lineno
        if node.lineno >= loops[-1].lineno and not any(_replaces(script, w, above, node) for w in writes):
            return True
    return False


def _replaces(script: Script, write: ast.Name, above: int, read: ast.Name) -> bool:
    """Whether a name is bound anew between a line and a place that reads it, on every way from there."""
    block = next(ancestors(script, statement_of(script, write)))
    return above < write.lineno < read.lineno and block in ancestors(script, read)


def _is_local(script: Script, node: ast.Name) -> bool:
    """Whether the function around a name has it for itself."""
    inner = function_of(script, node)
    if inner is None:
        return False
    parameters = {argument.arg for argument in ast.walk(inner.args) if isinstance(argument, ast.arg)}
    return node.id in parameters or any(node.id in bound_names(statement) for statement in inner.body)
