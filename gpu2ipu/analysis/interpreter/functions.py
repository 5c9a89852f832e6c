"""Functions: the part of the evaluator that calls the functions of the script.

A call with arguments that a function had before, while nothing that outlives calls has changed, is not evaluated again:
it gives the same value, and what was noted then is noted for this call too (`repeated_calls`).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from contextlib import contextmanager

from gpu2ipu.analysis.interpreter.calls import Calls
from gpu2ipu.analysis.interpreter.environment import Lasting, Scope, Version
from gpu2ipu.analysis.interpreter.facts import Frame, Invocation
from gpu2ipu.analysis.interpreter.repeated_calls import EvaluatedCall, marks, may_be_shared
from gpu2ipu.analysis.library.command_line import is_none, parameters_without_value
from gpu2ipu.analysis.library.port_helpers import averages_over_replicas, casts_int64, sets_steps
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import collection, dict_of
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.definitions import ScriptFunction, functions_of
from gpu2ipu.analysis.values.dicts import holds_known
from gpu2ipu.analysis.values.dtypes import without_int64
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, altered, each_of, join

_DEPTH = 12  # calls inside calls that are followed; deeper ones, and recursion, are unknown
_VISITS = 400  # evaluations of one function body, after which its result is unknown


class Functions(Calls):
    """Calls of functions of the script."""

    version: Version
    managers: dict[ast.AST | None, tuple[Value, int]]
    defaults: Lasting[ast.expr]
    done: set[ast.AST]
    follows_calls: bool
    evaluated: dict[object, EvaluatedCall]

    def block(self, statements: list[ast.stmt]) -> bool:
        """Evaluate statements in order."""
        raise NotImplementedError

    def call_function(self, function: Value, arguments: Arguments, call: ast.AST) -> Value:
        """Evaluate the body of a function for one call, or the bodies of all that may be meant."""
        if not isinstance(function, ScriptFunction):
            calls = (self.call_function(one, arguments, call) for one in functions_of(function))
            return each_of(calls)
        node = function.definition
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if (cut := self._micro_batches(function, arguments)) is not None:
            return cut
        if sets_steps(node) and isinstance(call, ast.Call):
            self.done.add(node)
            self._note_method(call, "set_steps_per_execution", arguments.first("model") or UNKNOWN)
            return NONE
        if casts_int64(node):
            return without_int64(arguments.get(0) or UNKNOWN)
        if averages_over_replicas(node):
            return arguments.first("optimizer") or UNKNOWN
        if not self._is_followed(node, call):
            self.note_passed_on(arguments, call)
            return UNKNOWN
        return self._run(node, arguments, call) if call is node else self._call(node, arguments, call)

    def _is_followed(self, node: Function | ast.Lambda, call: ast.AST) -> bool:
        """True if a call is evaluated: it is neither recursive, nor too deep, nor one of too many."""
        if not self.follows_calls and call is not node:
            return False
        self.done.add(node)
        self.visits[node] += 1
        recursive = next((i for i, frame in enumerate(self.stack) if frame.call is call), None)
        if recursive is not None or len(self.stack) >= _DEPTH:
            self.depends_on(recursive or 0)
            return False
        return self.visits[node] <= _VISITS

    def _call(self, node: Function | ast.Lambda, arguments: Arguments, call: ast.AST) -> Value:
        """The result of a call, evaluated unless an earlier one was the same."""
        closure = self.closures.get(node, self.scope.module)
        if closure.outer is not None:  # the names of another call
            self.depends_on_names(closure)
            return self._run(node, arguments, call)
        key = (
            (node, closure, arguments.positional, tuple(arguments.keywords.items()), arguments.starred),
            (self.strategy_depth > 0, self.open_tapes > 0),
        )
        stack = (*self.stack, Frame(self.function, call))
        known = self.evaluated.get(key)
        if known is not None and self._is_repeated(known):
            self.visits.update(known.visits)
            self.version.reads |= known.reads
            self.closures.update(known.enclosed)
            self.enclosed += known.enclosed
            known.repeat(self.facts, stack)
            return known.value
        outermost, self.outermost = self.outermost, len(self.stack)
        start, version = marks(self.facts), self.version.number
        reads, self.version.reads = self.version.reads, set()
        closed = len(self.enclosed)
        value = self._run(node, arguments, call)
        is_own = self.outermost == len(self.stack) and version == self.version.number
        if is_own and may_be_shared(value, self.enclosed[closed:]):
            notes = tuple(noted[mark:] for noted, mark in zip(self.facts.notes, start))
            lasting = version, frozenset(self.version.reads), self.enclosed[closed:]
            self.evaluated[key] = EvaluatedCall(value, *lasting, stack, notes)
        self.version.reads |= reads
        self.outermost = min(self.outermost, outermost)
        return value

    def _is_repeated(self, known: EvaluatedCall) -> bool:
        """True if a call would do again what an earlier one did."""
        return (
            self.version.is_valid(known.version, known.reads)
            and len(self.stack) + known.height <= _DEPTH
            and known.calls.isdisjoint(frame.call for frame in self.stack)
            and all(self.visits[node] + count <= _VISITS for node, count in known.visits.items())
        )

    def _run(self, node: Function | ast.Lambda, arguments: Arguments, call: ast.AST) -> Value:
        depth = self.strategy_depth
        with self._inside(node, call):
            if call is not node:
                self.facts.invocations.append(Invocation(node, self.stack))
            self._bind_parameters(node.args, arguments)
            if isinstance(node, ast.Lambda):
                return self.expression(node.body)
            self.block(node.body)
            if self.scope.yields:
                scopes, yielded = self.scope.yielded[0] if self.scope.yielded else (depth, UNKNOWN)
                self.managers[node] = yielded, scopes - depth
                return PythonGenerator()
            return functools.reduce(join, self.scope.returned) if self.scope.returned else NONE

    def _of_fixture(self, parameter: ast.arg) -> Value | None:
        """What pytest passes to a test or to another fixture: the result of the fixture that a parameter names.

        The scopes around the `yield` of a fixture are open until the test ends.
        """
        if not (isinstance(self.function, Function) and _takes_fixtures(self.function)):
            return None
        fixture = self.scope.module.find(parameter.arg)
        if not (isinstance(fixture, ScriptFunction) and _is_fixture(fixture.definition)):
            return None
        result = self.call_function(fixture, Arguments(starred=True), parameter)
        if fixture.definition in self.managers and isinstance(result, PythonGenerator):
            result, scopes = self.managers[fixture.definition]
            self.strategy_depth += scopes
        return result

    @contextmanager
    def _inside(self, node: Function | ast.Lambda, call: ast.AST) -> Iterator[None]:
        saved = self.scope, self.stack, self.function, self.strategy_depth
        self.callers.append(self.scope)
        self.scope = Scope(self.closures.get(node, self.scope.module))
        if call is not node:  # a call from somewhere, not the run of an uncalled function
            self.scope.depth = len(self.stack)
            self.stack = (*self.stack, Frame(self.function, call))
        self.function = node
        try:
            yield
        finally:
            self.scope, self.stack, self.function, self.strategy_depth = saved
            self.callers.pop()

    def _bind_parameters(self, parameters: ast.arguments, arguments: Arguments) -> None:
        self.scope.shares_dicts = any(map(holds_known, (*arguments.positional, *arguments.keywords.values())))
        positional = [*parameters.posonlyargs, *parameters.args]
        given = dict(zip((p.arg for p in positional), arguments.positional))
        given.update(arguments.keywords)
        defaults = dict(zip((p.arg for p in reversed(positional)), reversed(parameters.defaults)))
        defaults |= {p.arg: d for p, d in zip(parameters.kwonlyargs, parameters.kw_defaults) if d is not None}
        given = {name: self.without_own(value) for name, value in given.items()}
        options = parameters_without_value(self.function) if isinstance(self.function, Function) else ()
        for parameter in (*positional, *parameters.kwonlyargs):
            value = given.get(parameter.arg)
            if value is None and parameter.arg in defaults and not arguments.starred:
                default = defaults[parameter.arg]
                value = self.defaults.find(default)
                value = self.expression(default) if value is None else value
            if value is None and arguments.starred:
                value = self._of_fixture(parameter)
            if value is None:
                is_open = parameter.arg in options or (
                    parameter.arg in defaults and is_none(defaults[parameter.arg])
                )
                value = altered(UNKNOWN, may_be_none=True) if is_open else UNKNOWN
            self.scope.bind(parameter.arg, value)
        if parameters.vararg:
            self.scope.bind(parameters.vararg.arg, collection(*arguments.positional[len(positional) :]))
        if parameters.kwarg:
            names = {p.arg for p in (*positional, *parameters.kwonlyargs)}
            more = {name: value for name, value in arguments.keywords.items() if name not in names}
            self.scope.bind(parameters.kwarg.arg, UNKNOWN if arguments.starred else dict_of(more))


def _takes_fixtures(function: Function) -> bool:
    """True if pytest calls a function: it is a test, or a fixture."""
    return function.name.startswith("test") or _is_fixture(function)


def _is_fixture(definition: ast.AST | None) -> bool:
    """True if a function has the decorator `pytest.fixture`."""
    decorators = getattr(definition, "decorator_list", ())
    called = [node.func if isinstance(node, ast.Call) else node for node in decorators]
    return any(ast.unparse(node).rpartition(".")[2] == "fixture" for node in called)
