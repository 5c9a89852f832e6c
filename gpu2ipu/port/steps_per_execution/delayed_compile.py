"""Later: a `compile` call above the data whose batches it must count, and where it can go instead.

It moves down to the first call that reads the data, if nothing on the way asks for a compiled model. Where it is in
the strategy's scope it goes out of it; the rule for models outside of a scope gives it one of its own.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.inlined_arguments import host_statement
from gpu2ipu.analysis.dataflow.possible_calls import code_run_by
from gpu2ipu.analysis.dataflow.random_draws import draws_numbers
from gpu2ipu.analysis.dataflow.same_value import is_pure, same_value
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    Block,
    block_of,
    function_of,
    path_to,
    statement_of,
)
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.analysis.values.library_objects import KerasModel, Strategy, constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit, Insert, Remove
from gpu2ipu.findings import COMMENT_PREFIX
from gpu2ipu.port.steps_per_execution.compile_sites import CompileCall
from gpu2ipu.records import record

_READS_NOTHING = ("summary", "count_params")


@record
class DelayedCompile:
    """A `compile` statement, the strategy's scope that it is in, and the statement below before which it can go."""

    statement: ast.stmt
    scope: ast.With | None
    place: ast.stmt
    is_repeated: bool = False  # it goes into a cell that is run again to train on

    def edits(self, script: Script) -> tuple[Edit, ...]:
        """Return the edits that move it there as it is after its own edits, with its comments."""
        file = script.file_of(self.statement)
        span = file.span(self.statement)
        comments = reversed(list(_comments_above(file, self.statement)))
        behind = file.lines[span.end_line - 1][span.end_column :].strip()
        last = f"{{statement}}  {behind}" if behind.startswith("#") else "{statement}"
        insert = Insert(file.span(self.place), "\n".join((*comments, last)), parts=(("statement", span),))
        if self.scope is not None and len(self.scope.body) == 1:
            return insert, Remove(file.span(self.scope))
        return insert, Remove(span, with_comments=True)


def _comments_above(file: Script, statement: ast.stmt) -> Iterator[str]:
    """The comments right above a statement, from below, those of a port left out."""
    for line in reversed(file.lines[: statement.lineno - 1]):
        if not line.strip().startswith("#"):
            return
        if not line.strip().startswith(f"# {COMMENT_PREFIX}"):
            yield line.strip()


def delayed_compiles(script: Script, compile_call: CompileCall) -> Iterator[DelayedCompile]:
    """Yield where a `compile` call can go, from above; nothing where it must stay."""
    file, node = script.file_of(compile_call.node), compile_call.node
    statement = statement_of(script, node)
    scope = _scope_around(file, statement)
    is_plain = isinstance(statement, ast.Expr) and statement.value is node
    model = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not is_plain or not isinstance(model, (ast.Name, ast.Attribute)) or not is_pure(model):
        return
    above = scope or statement
    block = block_of(file, above)
    first_use = _first_use(file, compile_call, block)
    if first_use is None or first_use.lineno <= above.lineno:
        return
    between = block[block.index(above) + 1 : block.index(first_use)]
    inside = [] if scope is None else scope.body[scope.body.index(statement) + 1 :]
    passed = [*inside, *between]
    constructed_by = _makers(compile_call)
    if not passed or not all(_leaves_alone(file, each, model, constructed_by) for each in passed):
        return
    given = [*node.args, *(keyword.value for keyword in node.keywords), model]
    read = [*given, *(name for code in _code_run_by(file, statement) for name in _outside_names(file, code))]
    function = function_of(file, node)
    if not all(same_value(file, value, function, statement, first_use) for value in read):
        return
    if _sets_one_of(file, passed, read) or (_counts(file, [statement]) and _counts(file, passed)):
        return
    if any(_happens_between(file, call, statement, first_use) for call in _calls_of(file, compile_call)):
        return
    yield from (DelayedCompile(statement, scope, place) for place in _ends_of_cells(file, above, between))
    yield DelayedCompile(statement, scope, first_use, any(each.lineno in file.borders for each in between))


def _ends_of_cells(script: Script, above: ast.stmt, between: Block) -> Iterator[ast.stmt]:
    """The ends of the cells of a notebook, before an expression that a cell shows at its end."""
    for last, border in itertools.pairwise((above, *between)):
        if border.lineno in script.borders and last is not above and last.lineno not in script.borders:
            yield last if isinstance(last, ast.Expr) else border


def _scope_around(script: Script, statement: ast.stmt) -> ast.With | None:
    """The `with strategy.scope():` right around a statement."""
    path = path_to(script, statement)
    outer = path[-2] if len(path) > 1 else None
    if not isinstance(outer, ast.With) or statement not in outer.body or len(outer.items) != 1:
        return None
    entered = facts_of(script).value(outer.items[0].context_expr)
    return outer if isinstance(entered, Strategy) and outer.items[0].optional_vars is None else None


def _first_use(script: Script, compile_call: CompileCall, block: Block) -> ast.stmt | None:
    """The statement of a block in which a compiled model is first used, if all its uses are in the block."""
    found: list[ast.stmt] = []
    for compiled, use in compile_call.pairs:
        host = len(compiled.stack) - 1
        if use.meets != host or script.file_of(use.call.stack[host].call) is not script:
            return None
        path = path_to(script, host_statement(script, use.call.stack, host))
        inside = next((outer for outer in path if outer in block), None)
        if inside is None:
            return None
        found.append(inside)
    return min(found, key=lambda statement: statement.lineno, default=None)


def _leaves_alone(
    script: Script, statement: ast.stmt, model: ast.expr, constructed_by: frozenset[CallPath]
) -> bool:
    """True if a statement does nothing with the model of a name or an attribute, but show it."""
    calls = [part for part in ast.walk(statement) if isinstance(part, ast.Call)]
    shown = [call.func.value for call in calls if isinstance(call.func, ast.Attribute) and _shows(call.func)]

    def is_model(node: ast.AST) -> bool:
        return _reads_like(node, model) or _is_made_by(script, node, constructed_by)

    read = [part for part in ast.walk(statement) if is_model(part)]
    return all(part in shown for part in read) and not any(
        is_model(part) for code in _code_run_by(script, statement) for part in ast.walk(code)
    )


def _is_made_by(script: Script, node: ast.AST, constructed_by: frozenset[CallPath]) -> bool:
    """True if a node is one of the models that some calls make, under whatever name."""
    if not isinstance(node, ast.expr):
        return False
    value = facts_of(script).value(node)
    return isinstance(value, KerasModel) and bool(value.constructed_by & constructed_by)


def _outside_names(script: Script, code: ast.AST) -> list[ast.Name]:
    """The names that a function reads and does not bind."""
    return list({read.id: read for read in bindings_of(script).free_reads((code,))}.values())


def _sets_one_of(script: Script, statements: Block, read: Sequence[ast.expr]) -> bool:
    """True if statements, or functions that they call, set an attribute that is read, of an object of whatever name.

    `compile` itself reads which layers are `trainable`.
    """
    names = {part.attr for each in read for part in ast.walk(each) if isinstance(part, ast.Attribute)}
    parts = _with_called(script, statements)
    stored = (part for part in parts if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))
    return any(part.attr in {*names, "trainable"} for part in stored)


def _counts(script: Script, statements: Block) -> bool:
    """True if statements, or functions that they call, draw numbers or make metrics, whose names Keras numbers."""
    if any(draws_numbers(script, statement) for statement in statements):
        return True
    names = facts_of(script).qualified
    calls = (node for node in _with_called(script, statements) if isinstance(node, ast.Call))
    return any(names.get(c, "").startswith("keras.metrics.") and not keyword_of(c, "name") for c in calls)


def _shows(method: ast.Attribute) -> bool:
    return method.attr in _READS_NOTHING


def _reads_like(node: ast.AST, model: ast.expr) -> bool:
    """True if a node is the model's name, or the attribute that holds it, of whatever object."""
    if isinstance(model, ast.Attribute):
        named = node.value if isinstance(node, ast.Constant) else getattr(node, "attr", None)
        return bool(named == model.attr)
    return isinstance(node, ast.Name) and isinstance(model, ast.Name) and node.id == model.id


def _with_called(script: Script, statements: Block) -> Iterator[ast.AST]:
    """The nodes of statements, and of the functions of the script that they may call."""
    for statement in statements:
        for part in (statement, *_code_run_by(script, statement)):
            yield from ast.walk(part)


def _code_run_by(script: Script, statement: ast.stmt) -> list[ast.AST]:
    """The functions and methods of the script that a statement may call, but for methods that read nothing."""
    code = code_run_by(script, statement)
    return [each for each in code if not (isinstance(each, ast.Attribute) and _shows(each))]


def _calls_of(script: Script, compile_call: CompileCall) -> Iterator[MethodCall]:
    """The calls of methods of the compiled models, under whatever name."""
    constructed_by = _makers(compile_call)
    for call in facts_of(script).method_calls:
        is_ours = isinstance(call.receiver, KerasModel) and bool(
            constructions_of(call.receiver) & constructed_by
        )
        if is_ours and call.node is not compile_call.node and call.method not in _READS_NOTHING:
            yield call


def _happens_between(script: Script, call: MethodCall, statement: ast.stmt, first_use: ast.stmt) -> bool:
    """True if a call is made, perhaps by a function that is called, between two statements."""
    lines = range(statement.lineno, first_use.lineno)
    return any(getattr(frame.call, "lineno", 0) in lines for frame in call.stack)


def _makers(compile_call: CompileCall) -> frozenset[CallPath]:
    """The calls that make the compiled models."""
    return frozenset(
        itertools.chain(*(constructions_of(compiled.receiver) for compiled, _ in compile_call.pairs))
    )
