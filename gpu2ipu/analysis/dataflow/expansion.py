"""Expansion: an expression with the values of its names, attributes and function calls put in.

What cannot be put in stays as a symbol.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gpu2ipu.analysis.dataflow.binding import How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.evaluation import FUNCTIONS, METHODS
from gpu2ipu.analysis.dataflow.inlined_arguments import arguments_of
from gpu2ipu.analysis.dataflow.name_resolution import Variable, home_of
from gpu2ipu.analysis.dataflow.names_across_files import defined_in
from gpu2ipu.analysis.dataflow.symbols import (
    Symbol,
    identity_of,
    is_unwritable,
    length_of,
    number_of,
    scope_of,
)
from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    Function,
    assigned_pairs,
    blocks_around,
    function_of,
    parameter_names,
    unrolled,
)
from gpu2ipu.analysis.values.data import Generator

_Environment = Mapping[str, ast.expr]
_NOTHING: _Environment = MappingProxyType({})
_DEPTH = 24  # calls, names and branches inside of each other
_CALLERS = 8  # ways to a function that are looked at


def expansions(
    script: Script, node: ast.expr, follow_attributes: bool = True, at: ast.expr | None = None
) -> tuple[ast.expr, ...]:
    """Return the expansions of an expression, one for each call path to its function, or to that of `at`."""
    found = (way.of(node) for way in ways_to(script, at or node, follow_attributes))
    return tuple({ast.dump(each): each for each in found}.values())


def ways_to(script: Script, node: ast.expr, follow_attributes: bool = True) -> list[Expansion]:
    """Return the call paths to the function that an expression belongs to."""
    facts = facts_of(script).everywhere
    function = function_of(script, node)
    stacks = facts.calls.get(function, []) if function is not None else []
    callers = [_callers(stack, function) for stack in stacks[:_CALLERS]] or [{}]
    return [Expansion(facts, each, follow_attributes) for each in callers]


def _callers(stack: Stack, function: ast.AST | None) -> dict[ast.AST | None, ast.AST]:
    """The calls by which the functions on a way to a function are run, its own among them."""
    inner = (*(frame.function for frame in stack[1:]), function)
    return dict(zip(inner, (frame.call for frame in stack)))


def returned(script: Script, function: Function, follow_attributes: bool = True) -> ast.expr | None:
    """Return what a function returns, in terms of its parameters; None where that is not one expression."""
    return Expansion(facts_of(script).everywhere, {}, follow_attributes).run(function.body, {})


class Expansion:
    """Puts values in place of names and calls, on one call path to a function."""

    def __init__(
        self, facts: Facts, callers: Mapping[ast.AST | None, ast.AST], follow_attributes: bool
    ) -> None:
        """`callers` are, by functions, the calls through which they run."""
        self.facts = facts
        self.script = facts.script
        self.callers = callers
        self.follow_attributes = follow_attributes
        self.active: list[object] = []

    def of(self, node: ast.expr, environment: _Environment = _NOTHING) -> ast.expr:
        """Return the expansion of an expression in a function of which some names are known already."""
        if len(self.active) > _DEPTH:
            return self.symbol(node)
        match node:
            case Symbol() | ast.Constant():
                return node
            case ast.Name():
                return environment.get(node.id) or self._name(node)
            case ast.Attribute():
                return self._attribute(node, environment)
            case ast.Call():
                return self._call(node, environment)
            case ast.Subscript():
                return self._subscript(node, environment)
            case ast.NamedExpr():
                return self.of(node.value, environment)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp() | ast.Tuple():
                return self._parts(node, environment)
        return self.symbol(node)

    def symbol(self, node: ast.expr, number: int | None = None) -> ast.expr:
        """Return a part that stays as it is, of which perhaps the number is known."""
        value = self.facts.value(node)
        found = Symbol(identity_of(self.script, node), ast.Load())
        found.origin = node
        known = None if value.may_be_none else value.number
        found.number = known if number is None else number
        return found

    def _parts(self, node: ast.expr, environment: _Environment) -> ast.expr:
        fields: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                fields[name] = self.of(value, environment)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                fields[name] = [self.of(part, environment) for part in value]
            else:
                fields[name] = value
        return type(node)(**fields)

    def _name(self, node: ast.Name) -> ast.expr:
        variable = bindings_of(self.script).variable(node)
        if variable is None or variable in self.active or not variable.bindings:
            return self.symbol(node)
        self.active.append(variable)
        try:
            if any(each.how is How.PARAMETER for each in variable.bindings):
                return self._parameter(node, variable)
            found = self._assigned(node, variable)
            if found is None or is_unwritable(found):
                return self.symbol(node)
            return found if number_of(found) is None else self.symbol(node, number_of(found))
        finally:
            self.active.pop()

    def _parameter(self, node: ast.Name, variable: Variable) -> ast.expr:
        function = variable.scope
        call = self.callers.get(function)
        if not (isinstance(call, ast.Call) and isinstance(function, Function)) or len(variable.bindings) > 1:
            return self.symbol(node)
        given = arguments_of(self.script, function, call).get(node.id)
        found = self.symbol(node) if given is None else self.of(given, _NOTHING)
        return self.symbol(node, number_of(found)) if isinstance(found, ast.Constant) else found

    def _assigned(self, node: ast.Name, variable: Variable) -> ast.expr | None:
        """What the statements that bind a name give it, where they only assign, one after the other or under `if`."""
        scope, name, is_here = variable.scope, node.id, True
        if all(each.how is How.IMPORTED for each in variable.bindings):
            origin = defined_in(self.script, self._file(node), name)
            if origin is None:
                return None
            scope, name, is_here = origin[0].tree, origin[1], False
        if not isinstance(scope, (ast.Module, Function, ast.ClassDef)):
            return None
        is_here = is_here and home_of(self.script, node) is scope
        blocks_of_name = (*(blocks_around(self.script, node) if is_here else ()), scope.body)
        bound = ([s for s in block if _binds(self.script, s, name)] for block in blocks_of_name)
        statements = next(filter(None, bound), [])
        if not statements or (is_here and len(statements) > 1 and node.lineno <= statements[-1].lineno):
            return None
        read = ast.Return(ast.Name(name, ast.Load()))
        found = self.run([*unrolled(statements), read], {}, only=name)
        return found if found is not None and _is_small(found) else None

    def _file(self, node: ast.AST) -> Script:
        return self.script.file_of(node)

    # --- statements

    def run(
        self, statements: list[ast.stmt], environment: dict[str, ast.expr], only: str = ""
    ) -> ast.expr | None:
        """Return what statements return, names that they assign put in; None where they do anything else."""
        for i, statement in enumerate(statements):
            match statement:
                case ast.Return(value=value):
                    return None if value is None else self.of(value, environment)
                case ast.If():
                    return self._branches(statement, statements[i + 1 :], environment, only)
                case ast.Assign(targets=[target], value=value):
                    if not self._assign(target, value, environment):
                        return None
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    environment[name] = self.of(value, environment)
                case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                    before = environment.get(name) or self.of(_loaded(target), environment)
                    environment[name] = ast.BinOp(before, op, self.of(value, environment))
                case ast.Expr() | ast.Pass() | ast.Assert() | ast.Import() | ast.ImportFrom():
                    continue
                case ast.Raise():
                    return _NEVER
                case _:
                    return None
        return None

    def _branches(
        self, statement: ast.If, rest: list[ast.stmt], environment: dict[str, ast.expr], only: str
    ) -> ast.expr | None:
        if len(self.active) > _DEPTH:
            return None
        test = self.of(statement.test, environment)
        self.active.append(statement)
        then = self.run([*_kept(self.script, statement.body, only), *rest], dict(environment), only)
        other = self.run([*_kept(self.script, statement.orelse, only), *rest], dict(environment), only)
        self.active.pop()
        if then is None or other is None:
            return None
        if _NEVER in (then, other):
            return other if then is _NEVER else then
        return ast.IfExp(test, then, other)

    def _assign(self, target: ast.expr, value: ast.expr, environment: dict[str, ast.expr]) -> bool:
        if isinstance(target, ast.Name):
            environment[target.id] = self.of(value, environment)
            return True
        if isinstance(target, ast.Tuple):
            whole = self.of(value, environment)
            for i, item in enumerate(target.elts):
                if not isinstance(item, ast.Name):
                    return False
                environment[item.id] = _item(whole, i)
            return True
        return False

    # --- attributes, items, calls

    def _attribute(self, node: ast.Attribute, environment: _Environment) -> ast.expr:
        text, owner = ast.unparse(node), self.facts.value(node.value)
        is_followed = self.follow_attributes and not isinstance(owner, Generator)
        if not is_followed or text in self.active or self.facts.disagree(owner, node.attr):
            return self.symbol(node)
        self.active.append(text)
        try:
            nodes = (each for each in self.script.nodes if isinstance(each, ast.Assign))
            values = [
                value for each in nodes for target, value in assigned_pairs(each) if _reads_like(target, text)
            ]
            if len(values) == 1:
                return self._elsewhere(values[0], node)
            return self._of_class(node, owner.definition) or self.symbol(node)
        finally:
            self.active.pop()

    def _elsewhere(self, value: ast.expr, node: ast.expr) -> ast.expr:
        """A value that another place gives to an attribute, unless that may not be written a second time."""
        found = self.of(value, _NOTHING)
        return self.symbol(node) if is_unwritable(found) else found

    def _of_class(self, node: ast.Attribute, definition: ast.AST | None) -> ast.expr | None:
        """What the class of an object says of an attribute: assigned in its body, or in a method, or a property."""
        if not isinstance(definition, ast.ClassDef):
            return None
        found: list[ast.expr] = []
        for statement in definition.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == node.attr:
                inside = self.run(statement.body, {})
                return inside if _has_decorator(statement, "property") else None
            for inner in ast.walk(statement):
                if isinstance(inner, (ast.Assign, ast.AnnAssign)):
                    pairs = assigned_pairs(inner)
                    found += [v for target, v in pairs if _is_own(target, node.attr, inner is statement)]
        return self._elsewhere(found[0], node) if len(found) == 1 else None

    def _subscript(self, node: ast.Subscript, environment: _Environment) -> ast.expr:
        index = node.slice
        if not isinstance(index, ast.Constant) or isinstance(node.value, ast.Attribute):
            return self.symbol(node)
        if isinstance(index.value, str):
            return self._entry(node, index.value) or self.symbol(node)
        whole = self.of(node.value, environment)
        known = isinstance(index.value, int) and not isinstance(whole, Symbol)
        return _item(whole, index.value) if known else self.symbol(node)  # type: ignore[arg-type]

    def _entry(self, node: ast.Subscript, key: str) -> ast.expr | None:
        """The entry of a dict that is written out and bound to a name once."""
        if not isinstance(node.value, ast.Name):
            return None
        text = ast.unparse(node)
        names = bindings_of(self.script)
        values, made = names.assigned(node), names.assigned(node.value)
        if len(made) == 1 and isinstance(made[0], ast.Dict) and None not in made[0].keys:
            pairs = zip(made[0].keys, made[0].values)
            values += [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == key]
        elif len(made) == 1 and isinstance(made[0], ast.Call) and not made[0].args:
            values += [k.value for k in made[0].keywords if k.arg == key]
        if len(values) != 1 or text in self.active:
            return None
        self.active.append(text)
        found = self._elsewhere(values[0], node)
        self.active.pop()
        return found

    def _call(self, node: ast.Call, environment: _Environment) -> ast.expr:
        name = self._qualified(node)
        if name == "builtins.len" and len(node.args) == 1:
            return self._length(node, environment)
        if name and name.removeprefix("builtins.") in FUNCTIONS:
            arguments = [self.of(argument, environment) for argument in node.args]
            keywords = [ast.keyword(k.arg, self.of(k.value, environment)) for k in node.keywords]
            return ast.Call(_function(name), arguments, keywords)
        if name:
            return self.symbol(node)
        definition = self.facts.value(node.func).definition
        found = self._inlined(node, definition, environment)
        if found is not None:
            return found
        if isinstance(node.func, ast.Attribute) and definition is None:
            owner = self.of(node.func.value, environment)
            if node.func.attr in METHODS and not isinstance(owner, Symbol):  # `np.ceil(…).astype(int)`
                arguments = [self.of(argument, environment) for argument in node.args]
                return ast.Call(ast.Attribute(owner, node.func.attr, ast.Load()), arguments, [])
        return self.symbol(node)

    def _length(self, node: ast.Call, environment: _Environment) -> ast.expr:
        """`len(range(0, n, b))`, also through a list of it; of other things the length is a symbol."""
        counted = node.args[0]
        if isinstance(counted, (ast.Call, ast.Name, ast.ListComp)):
            match self._range(counted, environment):
                case ast.Call(func=ast.Name(id="range")) as inner:
                    return ast.Call(_function("builtins.len"), [inner], [])
        return self._length_of_instance(counted) or self._counted(node, environment)

    def _length_of_instance(self, node: ast.expr) -> ast.expr | None:
        """What `__len__` returns of an instance that is made in one place."""
        definition = self.facts.value(node).definition
        length = _method(definition, "__len__")
        if not isinstance(node, (ast.Name, ast.Attribute)) or length is None or length in self.active:
            return None
        made = bindings_of(self.script).assigned(node)
        start = _method(definition, "__init__")
        callers = {**self.callers, start: made[0]} if start is not None and len(made) == 1 else self.callers
        inner = Expansion(self.facts, callers, self.follow_attributes)
        inner.active = [*self.active, length]
        return inner.run(length.body, {})

    def _range(self, node: ast.expr, environment: _Environment) -> ast.expr | None:
        match node:
            case ast.ListComp(generators=[ast.comprehension(iter=inner, ifs=[])]):
                return self._range(inner, environment)
            case ast.Call(args=[inner]) if self._qualified(node) in ("builtins.list", "builtins.tuple"):
                return self._range(inner, environment)
            case ast.Call(args=arguments) if self._qualified(node) in ("numpy.arange", "tensorflow.range"):
                return ast.Call(_function("range"), [self.of(a, environment) for a in arguments], [])
        return self.of(node, environment)

    def _counted(self, node: ast.Call, environment: _Environment) -> ast.expr:
        """`len(data)`, where `data` may be a parameter or an attribute of another value."""
        counted, there = node.args[0], None
        if isinstance(counted, ast.Name):
            there = environment.get(counted.id) or self._argument(counted)
        elif isinstance(counted, ast.Attribute):
            there = self._attribute(counted, environment)
        return self.symbol(length_of(there.origin) if isinstance(there, Symbol) else node)

    def _argument(self, node: ast.Name) -> ast.expr | None:
        scope = scope_of(self.script, node)
        is_parameter = isinstance(scope, Function) and node.id in parameter_names(scope)
        return self._name(node) if is_parameter else None

    def _inlined(
        self, node: ast.Call, definition: ast.AST | None, environment: _Environment
    ) -> ast.expr | None:
        """What a function of the script returns in a call of it."""
        if definition in self.active or not isinstance(definition, (ast.FunctionDef, ast.Lambda)):
            return None
        if isinstance(definition, ast.Lambda):
            names = [parameter.arg for parameter in definition.args.args]
            given = dict(zip(names, node.args)) | {k.arg: k.value for k in node.keywords if k.arg}
        else:
            given = arguments_of(self.script, definition, node)
        inner = {name: self.of(argument, environment) for name, argument in given.items()}
        self.active.append(definition)
        try:
            if isinstance(definition, ast.Lambda):
                return self.of(definition.body, inner)
            return self.run(definition.body, inner)
        finally:
            self.active.pop()

    def _qualified(self, node: ast.Call) -> str:
        """The qualified name of a function from outside of the script; "" for anything else."""
        name = self.facts.qualified.get(node, "")
        if name:
            return name
        is_builtin = isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id)
        if is_builtin and isinstance(node.func, ast.Name) and not self.facts.value(node.func).definition:
            return f"builtins.{node.func.id}"
        return ""


_NEVER = ast.Constant(...)


def _function(name: str) -> ast.Name:
    return ast.Name(name.removeprefix("builtins."), ast.Load())


def _loaded(target: ast.Name) -> ast.Name:
    return ast.copy_location(ast.Name(target.id, ast.Load()), target)


def _item(whole: ast.expr, index: int) -> ast.expr:
    if isinstance(whole, ast.Tuple) and index < len(whole.elts):
        return whole.elts[index]
    return ast.Subscript(whole, ast.Constant(index), ast.Load())


def _method(definition: ast.AST | None, name: str) -> ast.FunctionDef | None:
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    return next((m for m in body if isinstance(m, ast.FunctionDef) and m.name == name), None)


def _binds(script: Script, statement: ast.stmt, name: str) -> bool:
    return name in bindings_of(script).bound_in((statement,))


def _kept(script: Script, statements: list[ast.stmt], only: str) -> list[ast.stmt]:
    """The statements of a branch; those that bind one name, where only that is asked for."""
    return [s for s in unrolled(statements) if not only or _binds(script, s, only)]


def _reads_like(target: ast.expr, text: str) -> bool:
    return isinstance(target, ast.Attribute) and ast.unparse(target) == text


def _is_own(target: ast.expr, name: str, in_body: bool) -> bool:
    if in_body:
        return isinstance(target, ast.Name) and target.id == name
    return isinstance(target, ast.Attribute) and target.attr == name and isinstance(target.value, ast.Name)


def _has_decorator(function: ast.FunctionDef, name: str) -> bool:
    return any(
        ast.unparse(node).rpartition(".")[2] in (name, f"cached_{name}") for node in function.decorator_list
    )


def _is_small(node: ast.expr) -> bool:
    return sum(1 for _ in ast.walk(node)) < 400
