"""Inline steps: statements in the body of a loop that can move into a function, with what goes in and comes out."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.dataflow.bindings import Bindings, bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.graph_obstacles import obstacle
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, Function, ancestors
from gpu2ipu.analysis.values.definitions import FunctionChoice, Instance, ScriptClass, ScriptFunction
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel, Metric, Optimizer
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import UNKNOWN
from gpu2ipu.port.training_loop.outcomes import Hindrance, StepReason, Uncompiled
from gpu2ipu.records import record

_Loop = ast.For | ast.AsyncFor | ast.While
# What a loop makes anew in each round cannot be compiled into a step.
_OBJECTS = (KerasModel, Optimizer, Metric, KerasLayer, ScriptFunction, FunctionChoice, ScriptClass, Instance)


@record
class InlineStep:
    """A run of statements in a loop's body."""

    statements: tuple[ast.stmt, ...]
    loop: ast.stmt  # the outermost loop around, before which the function is defined
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    expression: ast.Call | None = None  # the call that is all of it, and gives its value

    def text(self, script: Script) -> str:
        """Return the statements as they are in the script, comments between them included, without indentation."""
        if self.expression is not None:
            return f"return {script.source(self.expression)}"
        last = self.statements[-1]
        lines = script.lines[self.statements[0].lineno - 1 : last.end_lineno]
        return textwrap.dedent("\n".join(lines))


def loop_around(script: Script, node: ast.AST) -> _Loop | None:
    """Return the innermost loop around a node in its own function."""
    return next(loops_around(script, node), None)


def loops_around(script: Script, node: ast.AST) -> Iterator[_Loop]:
    """Yield the loops around a node in its own function, from the inside out."""
    for outer in ancestors(script, node):
        if isinstance(outer, (Function, ast.Lambda, ast.ClassDef)):
            return
        if isinstance(outer, _Loop):
            yield outer


def read_inline_step(facts: Facts, node: ast.AST, taken: Collection[ast.AST]) -> InlineStep | Hindrance:
    """Return the step around a node in a loop, or why there is none; `taken` are the nodes of other steps."""
    script = facts.script
    loops = list(loops_around(script, node))
    block = loops[0].body
    around = {node, *ancestors(script, node)}
    start = next((i for i, statement in enumerate(block) if statement in around), None)
    if start is None:
        return Uncompiled(StepReason.IN_ELSE)
    if _holds(block[start], taken):
        return Uncompiled(StepReason.ENCLOSES_STEP)
    changing = set(bindings_of(script).bound_in(loops))
    statements = _run_from(facts, block, start, changing, taken)
    if not statements:
        return _hindrance(facts, block[start], changing) or Uncompiled(StepReason.CARRIES_VALUE)
    if not _stand_alone(script, statements):
        return Uncompiled(StepReason.SHARES_LINES)
    names = bindings_of(script)
    inputs = tuple(name for name in names.free(statements) if name in changing)
    return InlineStep(statements, loops[-1], inputs, tuple(_read_elsewhere(names, statements)))


def read_model_call(facts: Facts, node: ast.Call) -> InlineStep | None:
    """Return a step that is nothing but the call of a model in a loop."""
    loops = list(loops_around(facts.script, node))
    call = ast.copy_location(ast.Expr(node), node)
    names = bindings_of(facts.script)
    changing = set(names.bound_in(loops))
    if not loops or _hindrance(facts, call, changing) or node.lineno != node.end_lineno:
        return None
    inputs = tuple(name for name in names.free((call,)) if name in changing)
    return InlineStep((call,), loops[-1], inputs, (), node)


def _hindrance(facts: Facts, statement: ast.stmt, changing: set[str]) -> Hindrance | None:
    """What keeps a statement of a loop out of a compiled step; `changing` are the names that the loops bind."""
    if found := obstacle(facts, [statement], is_graph=False):
        return found
    for name in bindings_of(facts.script).free_reads((statement,)):
        value = facts.value(name) if name.id in changing else UNKNOWN
        if isinstance(value, (Number, Text)):
            return Uncompiled(StepReason.CHANGING_NUMBER, name.id)
        if isinstance(value, _OBJECTS):
            return Uncompiled(StepReason.CREATED_IN_LOOP, name.id)
    return None


def _holds(statement: ast.stmt, taken: Collection[ast.AST]) -> bool:
    return any(node in taken for node in nodes_in(statement))


def nodes_in(*statements: ast.stmt) -> Iterator[ast.stmt | ast.expr]:
    """Return the statements and expressions in some statements; other nodes are shared among all trees."""
    nodes = (node for statement in statements for node in ast.walk(statement))
    return (node for node in nodes if isinstance(node, (ast.stmt, ast.expr)))


def _run_from(
    facts: Facts, block: Block, start: int, changing: set[str], taken: Collection[ast.AST]
) -> tuple[ast.stmt, ...]:
    """The statements from one on that are a program for the IPU, as far as they call something."""
    names, end, bound = bindings_of(facts.script), start, set[str]()
    for i in range(start, len(block)):
        statement, run = block[i], block[start : i + 1]
        free = set(names.free(run))
        if free.intersection(names.bound_in(run)) or _hindrance(facts, statement, changing - bound):
            break
        if _holds(statement, taken):
            break
        bound.update(names.bound_in(run))
        if any(isinstance(node, ast.Call) for node in ast.walk(statement)):
            end = i + 1
    return tuple(block[start:end])


def _stand_alone(script: Script, statements: tuple[ast.stmt, ...]) -> bool:
    """True if the statements have their lines for themselves, so that the lines can move."""
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


def _read_elsewhere(names: Bindings, statements: tuple[ast.stmt, ...]) -> Iterator[str]:
    """The names that statements of a loop bind and that are read elsewhere: behind them, or in the next round."""
    inside = {node for statement in statements for node in ast.walk(statement)}
    for variable in names.bound_around(statements):
        bindings = [binding for binding in variable.bindings if binding.node in inside]
        reads = [read for read in variable.reads if read not in inside]
        if any(names.reaches(binding, read) for binding in bindings for read in reads):
            yield variable.name
