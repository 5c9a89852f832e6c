"""Sessions of TensorFlow 1 that are only made to say how much memory of a GPU may be taken.

Keras of TensorFlow 2 does not run in a session, so that neither the session nor its options have an effect; on the
other hand `tf.ConfigProto` and `K.set_session` do not exist any more. All statements about a session go, or none.
Source: tensorflow/python/keras/backend.py of TensorFlow 2.6, `set_session`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.name_resolution import Variable
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.tensorflow import GRAPH_MODE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.edits import Remove
from gpu2ipu.port.gpu_code.api_calls import is_pure_talk, uses_keras
from gpu2ipu.port.gpu_code.emptied_functions import with_emptied
from gpu2ipu.port.gpu_code.leftovers import (
    has_comment_of_its_own,
    may_be_kept_by_comment,
    read_by_other_files,
)
from gpu2ipu.port.gpu_code.outcomes import SessionSetup
from gpu2ipu.port.gpu_code.statement_groups import groups_of
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_MAKES = ("ConfigProto", "GPUOptions", "Session", "InteractiveSession")
_SETS = "set_session"


def session_setups(port: Port) -> Iterator[SessionSetup]:
    """Yield the sessions that are only set up, with functions that do nothing else and imports for nothing else."""
    script, removed = port.script, _removed(port)
    groups = groups_of(bindings_of(script), list(removed.statements))
    for group in groups:
        edits = [
            Remove(script.span(each), has_comment_of_its_own(script, each, removed.statements))
            for each in group.statements
        ]
        if group is groups[-1]:
            edits += (Remove(script.span(each)) for each in removed.imports)
        call = next(
            node for each in group.statements for node in ast.walk(each) if isinstance(node, ast.Call)
        )
        yield SessionSetup(call, edits=tuple(edits))


def removed_with_sessions(port: Port) -> frozenset[ast.AST]:
    """Return the nodes of all statements that go with the sessions, of which nothing else needs to be said."""
    removed = _removed(port)
    statements = (*removed.statements, *removed.imports)
    return frozenset(node for statement in statements for node in ast.walk(statement))


@record
class _Removed:
    statements: tuple[ast.stmt, ...] = ()
    imports: tuple[ast.stmt, ...] = ()


@once
def _removed(port: Port) -> _Removed:
    script = port.script
    found = _session_statements(script) if port.makes(SessionSetup) else []
    if not found or not uses_keras(facts_of(script)):
        return _Removed()
    inner = {node for each in found for node in ast.walk(each) if node is not each}
    statements = with_emptied(script, [each for each in found if each not in inner])
    return _Removed(tuple(statements), tuple(_imports_for(script, statements)))


def _imports_for(script: Script, statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The imports of nothing but functions for sessions; of a `try` that only chooses between them, the whole."""
    imports = list(_single_imports_for(script, statements))
    whole = [
        node for node in script.nodes if isinstance(node, ast.Try) and set(_statements_in(node)) <= {*imports}
    ]
    yield from whole
    yield from (each for each in imports if not any(each in _statements_in(outer) for outer in whole))


def _statements_in(node: ast.Try) -> list[ast.stmt]:
    handled = (each for handler in node.handlers for each in handler.body)
    return [*node.body, *handled, *node.orelse, *node.finalbody]


def _single_imports_for(script: Script, statements: list[ast.stmt]) -> Iterator[ast.ImportFrom]:
    """The imports of nothing but functions for sessions, at any depth, which nothing else reads."""
    if may_be_kept_by_comment(script):
        return
    gone = {node for statement in statements for node in ast.walk(statement)}
    for statement in script.nodes:
        if (
            isinstance(statement, ast.ImportFrom)
            and statement not in gone
            and all(each.name in (*_MAKES, _SETS) for each in statement.names)
        ):
            variables = [bindings_of(script).variable(alias) for alias in statement.names]
            bound = {variable for variable in variables if variable is not None}
            reads = [read for variable in bound for read in variable.reads]
            is_read_there = any(each.name in read_by_other_files(script) for each in bound)
            if reads and all(read in gone for read in reads) and not is_read_there:
                yield statement


def _session_statements(script: Script) -> list[ast.stmt]:
    """The statements that make, configure and set a session that nothing else reads, in order."""
    if "Session" not in script.text and _SETS not in script.text:
        return []
    if any(word in script.text for word in GRAPH_MODE):  # its models run in sessions
        return []
    found = _Sessions(script)
    statements = [node for node in script.nodes if isinstance(node, ast.stmt) and found.is_setup(node)]
    while True:
        kept = found.read_outside(statements)
        rest = [each for each in statements if kept.isdisjoint(found.read_or_bound(each))]
        if len(rest) == len(statements):
            return rest
        statements = rest


class _Sessions:
    """The variables of a script that only ever stand for sessions and their options, and what is done to them."""

    def __init__(self, script: Script) -> None:
        self._facts = facts_of(script)
        self._names = bindings_of(script)
        self._makers = dict[Variable, ast.FunctionDef]()
        self._variables = self._sessions()
        for node in script.nodes:
            variable = self._names.variable(node) if isinstance(node, ast.FunctionDef) else None
            if isinstance(node, ast.FunctionDef) and variable and self._only_returns_sessions(node, variable):
                self._makers[variable] = node
        self._variables = self._sessions() | self._makers.keys()

    def _sessions(self) -> set[Variable]:
        return {each for each in self._names.variables(self._facts.script) if self._is_session(each)}

    def _is_session(self, variable: Variable) -> bool:
        origins = [binding.origin for binding in variable.bindings]
        return bool(origins) and all(each is not None and self._makes(each) for each in origins)

    def _makes(self, node: ast.AST) -> bool:
        """True if a call makes a session, or options of one."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Name) and self._names.variable(node.func) in self._makers:
            return True
        name = self._facts.qualified.get(node, "")
        return name.startswith("tensorflow.") and name.rpartition(".")[2] in _MAKES

    def _sets(self, node: ast.AST) -> bool:
        """True if a call gives Keras a session, or closes one."""
        if not isinstance(node, ast.Call):
            return False
        if self._facts.qualified.get(node, "").endswith(f"backend.{_SETS}") or self._is_one_of_setters(
            node.func
        ):
            return True
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "close"
        return is_method and self._root(node.func) in self._variables

    def _is_one_of_setters(self, function: ast.expr) -> bool:
        """True for the name of a function that each branch of a `try` takes from another module."""
        variable = self._names.variable(function) if isinstance(function, ast.Name) else None
        nodes = [binding.node for binding in variable.bindings] if variable else []
        return bool(nodes) and all(isinstance(each, ast.alias) and each.name == _SETS for each in nodes)

    def _only_returns_sessions(self, function: ast.FunctionDef, variable: Variable) -> bool:
        """True for `def get_session(fraction): ...`, which is bound once and makes what it returns."""
        inside = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function]
        is_plain = len(variable.bindings) == 1 and not function.decorator_list
        returned = [node.value for node in inside if isinstance(node, ast.Return)]
        return bool(returned) and is_plain and all(map(self._is_part_of_maker, inside))

    def _is_part_of_maker(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Return(value=ast.expr() as value):
                return self._stands_for_session(value) and self._only_makes(value)
            case ast.Assign(targets=[ast.Name()], value=value):
                return self._only_makes(value)
            case ast.If(test=test):
                return is_pure_talk(self._facts, test)
            case ast.Expr(value=ast.Constant()):
                return True
        return self.is_setup(statement)

    def is_setup(self, statement: ast.stmt) -> bool:
        """True if a statement does nothing but to make, configure, set or close a session."""
        match statement:
            case ast.FunctionDef():
                return statement in self._makers.values()
            case ast.Assign(targets=[ast.Name() as target], value=value):
                return self._names.variable(target) in self._variables and self._only_makes(value)
            case ast.Assign(targets=[ast.Attribute() as target], value=value):
                return self._root(target) in self._variables and self._only_makes(value)
            case ast.Expr(value=ast.Call() as call) if self._makes(call) or self._sets(call):
                given = passed_values(call)
                is_known = self._makes(call) or all(map(self._stands_for_session, given))
                return is_known and all(map(self._only_makes, given))
        return False

    def _stands_for_session(self, node: ast.expr) -> bool:
        return self._makes(node) or self._root(node) in self._variables

    def _only_makes(self, node: ast.expr) -> bool:
        """True if an expression does nothing but to read, and to make sessions and options."""
        made = [inner for inner in ast.walk(node) if self._makes(inner)]
        if not made:
            return is_pure_talk(self._facts, node)
        given = (part for call in made if isinstance(call, ast.Call) for part in passed_values(call))
        return node in made and all(map(self._only_makes, given))

    def _root(self, node: ast.expr) -> Variable | None:
        """The variable of an expression like `config.gpu_options.allow_growth`."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return self._names.variable(node) if isinstance(node, ast.Name) else None

    def read_or_bound(self, statement: ast.stmt) -> set[Variable]:
        """Return the sessions and options that a statement binds or reads."""
        nodes = (node for node in ast.walk(statement) if isinstance(node, (ast.Name, ast.FunctionDef)))
        names = map(self._names.variable, nodes)
        return {variable for variable in names if variable in self._variables}

    def read_outside(self, statements: list[ast.stmt]) -> set[Variable]:
        """Return those that something else reads or binds."""
        inside = {node for statement in statements for node in ast.walk(statement)}
        return {each for each in self._variables if not self._is_within(each, inside)}

    def _is_within(self, variable: Variable, inside: set[ast.AST]) -> bool:
        nodes = (*variable.reads, *(binding.origin or binding.node for binding in variable.bindings))
        return all(node in inside for node in nodes)
