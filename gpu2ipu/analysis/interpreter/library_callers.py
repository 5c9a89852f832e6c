"""Calls that libraries make: the part of the evaluator that follows a function of the script into `app.run(main)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.dataset_calls import DatasetCalls
from gpu2ipu.analysis.interpreter.partials import with_held
from gpu2ipu.analysis.library.callers import (
    AUTOMATIC,
    CALLERS,
    REGISTERING,
    RUN_MAIN,
    RUNNING_COMMANDS,
    Caller,
)
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptFunction, functions_of
from gpu2ipu.analysis.values.library_objects import PartialFunction
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.analysis.values.value import UNKNOWN, Unknown, Value

_UNSEEN = Arguments(starred=True)
_PLAIN_CALL = re.compile(r"\s*(\w+)\(\)\s*")


class LibraryCallers(DatasetCalls):
    """Evaluation of calls in which a library calls functions of the script."""

    commands: dict[str, list[ScriptFunction]]  # by the name of the object that they are registered with

    def _call_by_library(self, name: str, node: ast.Call, arguments: Arguments) -> None:
        """`app.run(main)`, `timeit.timeit("main()", …)`: the function is called, whatever comes back."""
        if (caller := CALLERS.get(name)) is None:
            return
        given = arguments.get(-1 if caller.position is None else caller.position, caller.parameter)
        if given is None and name in RUN_MAIN:
            given = self.scope.module.find("main")
        passed = _arguments(caller, arguments)
        self.strategy_depth += caller.on_ipus
        while isinstance(given, PartialFunction):
            given, passed = with_held(given, passed)
        for function in self._called_by(given or UNKNOWN):
            self.call_function(function, passed, node)
        self.strategy_depth -= caller.on_ipus

    def _called_by(self, given: Value) -> tuple[ScriptFunction, ...]:
        if isinstance(given, Text) and (call := _PLAIN_CALL.fullmatch(str(given.constant))):
            given = self.scope.module.find(call[1]) or UNKNOWN
        return functions_of(given, *items_in(given))

    def _register(self, node: Function) -> None:
        """`@app.command()` above a function: it is run where `app` is called."""
        function = ScriptFunction(node)
        for decorator in node.decorator_list:
            call = decorator.func if isinstance(decorator, ast.Call) else decorator
            if not (isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name)):
                continue
            if call.attr in REGISTERING and self._is_registry(call.value):
                self.commands.setdefault(call.value.id, []).append(function)
            elif (
                call.attr == AUTOMATIC and isinstance(decorator, ast.Attribute) and self.scope.module.is_main
            ):
                self.call_function(function, _UNSEEN, decorator)

    def _is_registry(self, node: ast.Name) -> bool:
        """True if commands may be registered with an object: it is none of a module, as `click.command` is."""
        return isinstance(self.now(node), (Unknown, ScriptFunction, FunctionChoice))

    def _run_commands(self, node: ast.Call) -> None:
        """`app()`: any of the commands that are registered with it."""
        for function in self._commands_of(node.func):
            self.call_function(function, _UNSEEN, node)

    def _commands_of(self, called: ast.expr) -> Iterator[ScriptFunction]:
        if isinstance(called, ast.Attribute) and called.attr in RUNNING_COMMANDS:
            called = called.value
        if isinstance(called, ast.Name):
            yield from self.commands.get(called.id, ())


def _arguments(caller: Caller, arguments: Arguments) -> Arguments:
    if caller.is_command or caller.on_ipus:
        return _UNSEEN
    own = {name: value for name, value in arguments.keywords.items() if name != caller.parameter}
    return Arguments(arguments.positional[1:], own, arguments.starred) if caller.passes_on else Arguments()
