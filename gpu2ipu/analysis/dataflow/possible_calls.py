"""Possible calls: the code of a script that statements may run, under whatever name they call it.

A function may have another name, stand in a tuple, a dict or an attribute, be held by `partial`, be a default, come out
of another function, or be wrapped by a decorator. Where a parameter is called it may be any function that is handed on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.binding import Binding, How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.name_resolution import Variable
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.call_arguments import passed_values

_Code = ast.AST  # a function, a lambda, or the attribute that a method is read from
_CODE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@once
def code_run_by(script: Script, node: ast.AST) -> tuple[_Code, ...]:
    """Return the functions, lambdas and methods of a script that a node may call, and those that these call."""
    whole = bindings_of(script).script
    found: dict[_Code, None] = {}
    pending = [node]
    while pending:
        for called in _called(whole, pending.pop()):
            if called not in found:
                found[called] = None
                pending.append(called)
    return tuple(found)


def _called(script: Script, code: ast.AST) -> Iterator[_Code]:
    """What the nodes of some code call or pass on."""
    for decorator in getattr(code, "decorator_list", ()):
        yield from _Held(script).of(decorator)
    for part in ast.walk(code):
        if isinstance(part, ast.Attribute):
            yield from (each for each in _named(script, part.attr) if getattr(each, "decorator_list", ()))
        if not isinstance(part, ast.Call):
            continue
        callee = _Held(script)
        yield from callee.of(part.func)
        if callee.is_open:
            yield from _handed_on(script)
        for argument in passed_values(part):
            yield from (each for each in _Held(script).of(argument) if isinstance(each, _CODE))


class _Held:
    """Follows an expression to the code that it stands for or holds."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.names = bindings_of(script)
        self.seen: set[Variable | str] = set()  # variables, and the names of attributes
        self.is_open = False  # something comes in as an argument

    def of(self, node: ast.AST) -> Iterator[_Code]:
        """Yield the code that a node stands for or holds."""
        if isinstance(node, ast.expr):
            definition = facts_of(self.script).value(node).definition
            if isinstance(definition, (*_CODE, ast.ClassDef)):
                yield from _members(definition)
        match node:
            case ast.Lambda():
                yield node
            case ast.Name():
                yield from self._of_name(node)
            case ast.Attribute():
                yield from self._of_attribute(node)
            case ast.Call():
                yield from self._of_result(node)
            case ast.Constant(value=str(name)):
                yield from _named(self.script, name)
            case _:
                for child in ast.iter_child_nodes(node):
                    yield from self.of(child)

    def _of_name(self, name: ast.Name) -> Iterator[_Code]:
        variable = self.names.variable(name)
        if variable is None or variable in self.seen:
            return
        self.seen.add(variable)
        for binding in variable.bindings:
            yield from self._of_binding(binding)
        if any(each.how not in (How.IMPORTED, How.DEFINED) for each in variable.bindings):
            for read in variable.reads:
                yield from self._put_in(read)

    def _of_binding(self, binding: Binding) -> Iterator[_Code]:
        if binding.how is How.PARAMETER:
            self.is_open = True
        if binding.how is How.DEFINED:
            yield from _members(binding.node)
        if binding.how is How.IMPORTED and isinstance(binding.node, ast.alias):
            yield from _named(self.script, binding.node.name)
        if isinstance(binding.source, ast.Attribute):
            yield binding.source
        if binding.source is not None:
            yield from self.of(binding.source)

    def _put_in(self, container: ast.Name) -> Iterator[_Code]:
        """What is put into a container later: `hooks.append(show)`, `table["show"] = show`."""
        parents = self.script.parents
        holder = parents[container]
        outer = parents.get(holder)
        if isinstance(holder, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is holder:
            for argument in passed_values(outer):
                yield from self.of(argument)
        if isinstance(holder, ast.Subscript) and isinstance(outer, ast.Assign) and outer.value is not holder:
            yield from self.of(outer.value)

    def _of_attribute(self, attribute: ast.Attribute) -> Iterator[_Code]:
        yield from _named(self.script, attribute.attr)
        if attribute.attr in self.seen:
            return
        self.seen.add(attribute.attr)
        for value in _attribute_values(self.script).get(attribute.attr, ()):
            if isinstance(value, ast.Attribute):
                yield value
            yield from self.of(value)

    def _of_result(self, call: ast.Call) -> Iterator[_Code]:
        """What a call may give: a function inside of what it calls, an item of its object, what it is given."""
        for called in [*self.of(call.func)]:
            yield from (part for part in ast.walk(called) if isinstance(part, _CODE) and part is not called)
            if isinstance(called, (ast.FunctionDef, ast.AsyncFunctionDef)) and called.name.startswith("__"):
                yield called
        if isinstance(call.func, ast.Attribute):
            yield from self.of(call.func.value)
        for argument in passed_values(call):
            yield from self.of(argument)


def _members(definition: ast.AST) -> Iterator[_Code]:
    """A function itself; of a class the methods that Python calls by itself, `__init__` and `__call__` among them."""
    if not isinstance(definition, ast.ClassDef):
        yield definition
        return
    for each in definition.body:
        if isinstance(each, Function) and each.name.startswith("__"):
            yield each


def _named(script: Script, name: str) -> tuple[_Code, ...]:
    """The functions of a script by the name of their definition."""
    return _functions(script).get(name, ())


@once
def _functions(script: Script) -> dict[str, tuple[_Code, ...]]:
    found: dict[str, tuple[_Code, ...]] = {}
    for node in script.nodes:
        if isinstance(node, Function):
            found[node.name] = (*found.get(node.name, ()), node)
    return found


@once
def _attribute_values(script: Script) -> dict[str, list[ast.expr]]:
    """What is assigned to attributes by their names, in objects and in the bodies of classes."""
    found: dict[str, list[ast.expr]] = {}
    for node in script.nodes:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        in_class = isinstance(script.parents[node], ast.ClassDef)
        for target in targets:
            assert isinstance(node, ast.Assign)
            if isinstance(target, ast.Attribute):
                found.setdefault(target.attr, []).append(node.value)
            elif isinstance(target, ast.Name) and in_class:
                found.setdefault(target.id, []).append(node.value)
    return found


@once
def _handed_on(script: Script) -> tuple[_Code, ...]:
    """The code that may be called where it is not named: lambdas, and functions that are read without being called."""
    names = bindings_of(script)
    found: dict[_Code, None] = {}
    for node in script.nodes:
        if isinstance(node, ast.Lambda) or (isinstance(node, Function) and node.decorator_list):
            found[node] = None
        parent = script.parents[node]
        if isinstance(parent, ast.Call) and parent.func is node:
            continue
        if isinstance(node, ast.Name):
            variable = names.variable(node)
            bindings = variable.bindings if variable is not None and isinstance(node.ctx, ast.Load) else ()
            found.update(dict.fromkeys(each.node for each in bindings if isinstance(each.node, Function)))
        elif isinstance(node, ast.Attribute):
            found.update(dict.fromkeys(_named(script, node.attr)))
    return tuple(found)
