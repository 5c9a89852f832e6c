"""Partials: methods of a model that are called in two parts, and how the whole call reads.

`partial(model.fit, x, y)` and `methodcaller("fit", x, y)` hold some of the arguments, and are called with the others.
Where both parts are in plain sight they become one call, which the rest of the plan understands.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in, operand, same_value
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.keras import METHOD_CALLER, PARTIAL
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    ancestors,
    block_of,
    function_of,
    path_to,
    statement_of,
)
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.value import UNKNOWN, Unknown, Value
from gpu2ipu.edits import Edit, Remove, Replace
from gpu2ipu.records import record

# What the whole call cannot hold, at least not without parentheses.
_NO_ARGUMENTS = (ast.Starred, ast.NamedExpr, ast.Yield, ast.YieldFrom)
_DISPLAYS = (ast.List, ast.Tuple, ast.Dict)


@record
class Partial:
    """The first part of a call, and the places of the second; `assigned` is the name that it has in between."""

    script: Script
    facts: Facts
    made: ast.Call
    calls: tuple[ast.Call, ...]
    assigned: ast.Assign | None

    def learns_elsewhere(self) -> bool:
        """True if its method is, wherever it is called, that of something that is no model."""
        return bool(self.calls) and all(not _may_be_model(value) for value in self._receivers())

    def _receivers(self) -> Iterator[Value]:
        is_caller = self.facts.qualified.get(self.made) == METHOD_CALLER
        for call in self.calls:
            yield self.facts.value(call.args[0]) if is_caller and len(call.args) == 1 else UNKNOWN

    def written_out(self) -> tuple[Edit, ...]:
        """Return the edits that make whole calls; none where that cannot be done."""
        texts = [self._whole(call) for call in self.calls]
        if not texts or not all(texts) or not self._may_move():
            return ()
        edits = (Replace(self.script.span(call), text or "") for call, text in zip(self.calls, texts))
        removed = () if self.assigned is None else (Remove(self.script.span(self.assigned)),)
        return (*edits, *removed)

    def _whole(self, call: ast.Call) -> str | None:
        """The text of the whole call."""
        every = [*self.made.args, *call.args, *self.made.keywords, *call.keywords]
        values = [each.value if isinstance(each, ast.keyword) else each for each in every]
        if any(getattr(each, "arg", "") is None for each in every) or any(
            isinstance(value, _NO_ARGUMENTS) for value in values
        ):
            return None
        first, *held = self.made.args
        given = list(call.args)
        if self.facts.qualified.get(self.made) == METHOD_CALLER:
            if len(given) != 1 or call.keywords or not isinstance(first, ast.Constant):
                return None
            function = f"{operand(given[0], self.script.source(given.pop()))}.{first.value!s}"
        else:
            function = self.script.source(first)
        keywords = {
            word.arg: self.script.source(word.value) for word in (*self.made.keywords, *call.keywords)
        }
        arguments = [self.script.source(argument) for argument in (*held, *given)]
        return (
            f"{function}({', '.join((*arguments, *(f'{name}={text}' for name, text in keywords.items())))})"
        )

    def _may_move(self) -> bool:
        """True if the first part means at its calls what it means where it is."""
        if self.assigned is None:
            return True
        held = passed_values(self.made)
        return all(self._means_the_same_at(call, each) for call in self.calls for each in held)

    def _means_the_same_at(self, call: ast.Call, held: ast.expr) -> bool:
        assert self.assigned is not None
        statement = statement_of(self.script, call)
        is_once = len(self.calls) == 1 and statement in block_of(self.script, self.assigned)
        is_inside = bindings_of(self.script).is_inside_expression
        if not self._may_be_written(held, is_once) or any(is_inside(name, call) for name in names_in(held)):
            return False
        function = function_of(self.script, call)
        return same_value(self.script, held, function, self.assigned, statement)

    def _may_be_written(self, node: ast.expr, is_once: bool) -> bool:
        """True if an expression may be computed at each call; callbacks keep what they know from call to call."""
        if isinstance(node, _DISPLAYS):
            parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
            return all(self._may_be_written(part, is_once) for part in parts)
        if is_once and self.facts.qualified.get(node, "").startswith("keras.callbacks."):
            assert isinstance(node, ast.Call)
            return all(map(is_pure, passed_values(node)))
        return is_pure(node)


def partial_of(script: Script, facts: Facts, made: ast.Call) -> Partial | None:
    """Return the partial that a call makes, if it makes one."""
    if facts.qualified.get(made) not in (PARTIAL, METHOD_CALLER):
        return None
    outer = next(ancestors(script, made))
    if isinstance(outer, ast.Call) and outer.func is made:
        return Partial(script, facts, made, (outer,), None)
    if isinstance(outer, ast.Assign) and outer.value is made and len(outer.targets) == 1:
        return Partial(script, facts, made, tuple(_calls_of(script, outer)), outer)
    return Partial(script, facts, made, (), None)


def _calls_of(script: Script, assigned: ast.Assign) -> list[ast.Call]:
    """The calls of a name that has one value, below it in its block; none where it is read in another way."""
    target, found = assigned.targets[0], list[ast.Call]()
    if not isinstance(target, ast.Name) or _has_another_value(script, target):
        return []
    block, function = block_of(script, assigned), function_of(script, assigned)
    for node in bindings_of(script).reads(bindings_of(script).of(target)[0]):
        call, statement = next(ancestors(script, node)), statement_of(script, node)
        is_below = statement.lineno > assigned.lineno and any(s in block for s in path_to(script, statement))
        is_here = function_of(script, node) is function and not _is_put_off(script, node)
        if not (isinstance(call, ast.Call) and call.func is node and is_here and is_below):
            return []
        found.append(call)
    return found


def _has_another_value(script: Script, target: ast.Name) -> bool:
    """True if a name is bound a second time, or may be read in another function or file."""
    variable = bindings_of(script).variable(target)
    home = function_of(script, target) or script.file_of(target).tree
    is_own = variable is not None and variable.scope is home and len(variable.bindings) == 1
    return not is_own or (isinstance(home, ast.Module) and len(script.files) > 1)


def _is_put_off(script: Script, node: ast.AST) -> bool:
    """True if something is computed at another time or in another scope than its statement."""
    for outer in ancestors(script, node):
        if isinstance(outer, ast.stmt):
            return isinstance(outer, ast.ClassDef)
        if isinstance(outer, (ast.Lambda, ast.GeneratorExp)):
            return True
    return False


def _may_be_model(value: Value) -> bool:
    return isinstance(value, (KerasModel, Unknown))
