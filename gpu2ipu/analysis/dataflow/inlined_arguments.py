"""Callers: how an expression of a function reads in the function that calls it, and how at another place there."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.binding import Binding, How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.names_across_files import translated
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.dataflow.substitution import Substitution, with_names
from gpu2ipu.analysis.dataflow.symbols import number_of
from gpu2ipu.analysis.interpreter.facts import Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, function_of, parameter_names, statement_of
from gpu2ipu.analysis.values.call_arguments import bound

_UNSEEN = ast.Constant(...)  # for an argument that cannot be said where a call stands


def common_frames(first: Stack, second: Stack) -> int | None:
    """Return the number of the innermost frame that two calls share, or None."""
    for i, (a, b) in enumerate(zip(first, second)):
        if a.function is not b.function:
            return None
        if a.call is not b.call:
            return i
    return None


def host_statement(script: Script, stack: Stack, host: int) -> ast.stmt:
    """Return the statement of frame number `host` from which the call of a stack happens."""
    return statement_of(script, stack[host].call)


def with_latest_numbers(script: Script, node: ast.expr, at: ast.stmt) -> ast.expr:
    """Return an expression with numbers for the names that were bound to other values before a statement.

    The same object where no name of it gets a number.
    """
    bindings, numbers = bindings_of(script), dict[str, ast.expr]()
    for name in names_in(node):
        variable = bindings.visible(name, at)
        values = [each.value for each in variable.bindings] if variable is not None else []
        if len(values) < 2 or not any(each is not None and number_of(each) is not None for each in values):
            continue
        found = bindings.reaching_at(name, at)
        value = found[0].value if len(found) == 1 else None
        if value is not None and number_of(value) is not None:
            numbers[name] = value
    return with_names(node, numbers) if numbers else node


def in_caller(script: Script, node: ast.expr, stack: Stack, host: int) -> ast.expr | None:
    """Return an expression of the innermost function of a stack as it reads in the frame number `host`, or None.

    Parameters are replaced by the arguments of the call, defaults included.
    """
    for frame in reversed(stack[host:-1]):
        inner, place = stack[stack.index(frame) + 1]
        if not (isinstance(frame.call, ast.Call) and isinstance(inner, Function)):
            return None
        if any(bindings_of(script).is_inside_expression(name, place) for name in names_in(node)):
            return None
        replaced = _with_arguments(script, node, inner, frame.call)
        if replaced is None:
            return None
        node = replaced
    return node


def _with_arguments(script: Script, node: ast.expr, function: Function, call: ast.Call) -> ast.expr | None:
    node = _without_locals(script, node, function)
    made_in = bindings_of(script).made_in
    local = parameter_names(function) | {name for name in names_in(node) if made_in(function, name)}
    there = translated(script, node, script.file_of(function), call, local)
    if there is None:
        return None
    node = there
    given = arguments_of(script, function, call)
    if any(made_in(function, name) or _is_enclosed(script, function, name) for name in names_in(node)):
        return None
    substitution = _Arguments(given, function.args.kwarg)
    result = substitution.of(node)
    if substitution.read & parameter_names(function) or not all(map(is_pure, substitution.written)):
        return None
    return result


def _is_enclosed(script: Script, function: Function, name: str) -> bool:
    """True if a function reads a name from a function around it."""
    variable = bindings_of(script).visible(name, function.body[0])
    return (
        variable is not None and not isinstance(variable.scope, ast.Module) and variable.scope is not function
    )


def _without_locals(script: Script, node: ast.expr, function: Function) -> ast.expr:
    """Put in place of a local name what it was unpacked from: `x, y = data` makes `x` the same as `data[0]`."""
    origins: dict[str, ast.expr] = {}
    for name in names_in(node) - parameter_names(function):
        made = bindings_of(script).made_in(function, name)
        if len(made) == 1 and statement_of(script, made[0].node) in function.body:
            origin = _origin(made[0])
            if origin is not None and is_pure(origin):
                origins[name] = origin
    if not origins:
        return node
    return _without_locals(script, _Arguments(origins).of(node), function)


def _origin(binding: Binding) -> ast.expr | None:
    """The expression that an assignment gives to a name, maybe an item of what it unpacks."""
    if binding.how is How.UNPACKED and binding.index is not None and binding.source is not None:
        return ast.Subscript(binding.source, ast.Constant(binding.index), ast.Load())
    return binding.value


def arguments_of(script: Script, function: Function, call: ast.Call) -> dict[str, ast.expr]:
    """Return the value of each parameter in a call, defaults included, as far as it can be determined."""
    positional = [*function.args.posonlyargs, *function.args.args]
    if positional and positional[0].arg in ("self", "cls"):
        positional = positional[1:]
    names = [parameter.arg for parameter in positional]
    defaults = zip(
        reversed([*function.args.posonlyargs, *function.args.args]), reversed(function.args.defaults)
    )
    written = {parameter.arg: default for parameter, default in defaults}
    written |= {
        p.arg: d for p, d in zip(function.args.kwonlyargs, function.args.kw_defaults) if d is not None
    }
    read = {name: translated(script, node, script.file_of(function), call) for name, node in written.items()}
    given = {
        name: node
        for name, node in read.items()
        if node is not None and _is_kept(script, function, written[name])
    }
    unpacked = facts_of(script).given.get(call)
    if call in facts_of(script).partials:
        whole = _whole_call(script, call)
        if whole is None:
            return {}
        given |= bound(whole, names)
        return {name: node for name, node in given.items() if node is not _UNSEEN}
    if unpacked is None:
        return given | bound(call, names)
    if unpacked.complete:
        given |= dict(zip(names, unpacked.positional))
    else:  # whether a parameter has its default or what the stars bring cannot be determined
        arguments = zip(names, _spread(call, len(names)))
        given = {name: node for name, node in arguments if name not in given}
    given |= unpacked.keywords
    return {name: argument for name, argument in given.items() if name not in unpacked.uncertain}


def _is_kept(script: Script, function: Function, default: ast.expr) -> bool:
    """True if a default reads later as it did where its function was made: its names are bound once."""
    home = function_of(script, function) or script.file_of(function).tree
    return all(len(bindings_of(script).made_in(home, name)) < 2 for name in names_in(default))


def _whole_call(script: Script, call: ast.Call) -> ast.Call | None:
    """A call of what `partial` gives, with the arguments that this holds; None where there may be others."""
    made = facts_of(script).partials[call]
    whole = [*made, call]
    stars = (
        ast.Starred in map(type, each.args) or any(k.arg is None for k in each.keywords) for each in whole
    )
    if len(made) > 1 or any(stars):
        return None
    held = next(iter(made))
    positional = [_as_read_at(script, argument, call) for argument in held.args[1:]]
    keywords = [ast.keyword(k.arg, _as_read_at(script, k.value, call)) for k in held.keywords]
    return ast.Call(call.func, [*positional, *call.args], [*keywords, *call.keywords])


def _as_read_at(script: Script, held: ast.expr, call: ast.Call) -> ast.expr:
    """What a `partial` holds as it reads at a call, where its names mean the same there."""
    if isinstance(held, ast.Constant):
        return held
    file, function, calling = script.file_of(held), function_of(script, held), function_of(script, call)
    made_in = bindings_of(script).made_in
    is_near = file is script.file_of(call) and (function is calling or function is None)
    for name in names_in(held):
        is_stable = len(made_in(function or file.tree, name)) == 1 and name not in parameter_names(function)
        is_own = function is not calling and (
            name in parameter_names(calling) or made_in(calling or file.tree, name)
        )
        if not is_near or not is_stable or is_own:
            return _UNSEEN
    return held


def _spread(call: ast.Call, count: int) -> list[ast.expr]:
    """The positional arguments of a call; what `*data` at the end brings is `data[0]`, `data[1]` …"""
    if not call.args or not isinstance(call.args[-1], ast.Starred):
        starred = any(isinstance(argument, ast.Starred) for argument in call.args)
        return [] if starred else list(call.args)
    first, last = call.args[:-1], call.args[-1].value
    items = [ast.Subscript(last, ast.Constant(i), ast.Load()) for i in range(count - len(first))]
    return [] if any(isinstance(argument, ast.Starred) for argument in first) else [*first, *items]


class _Arguments(Substitution):
    """Puts arguments in place of parameters; `options["name"]` is what `**options` has of that name."""

    def __init__(self, given: dict[str, ast.expr], options: ast.arg | None = None) -> None:
        self.given = given
        self.options = options.arg if options is not None else None
        self.read: set[str] = set()  # names that stay
        self.written: list[ast.expr] = []  # arguments that are put in

    def _argument(self, name: str) -> ast.expr:
        self.written.append(self.given[name])
        return self.given[name]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.given:
            return self._argument(node.id)
        self.read.add(node.id)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`options["name"]` is the argument of that name."""
        is_option = isinstance(node.value, ast.Name) and node.value.id == self.options
        if is_option and isinstance(node.slice, ast.Constant) and node.slice.value in self.given:
            return self._argument(node.slice.value)
        return _item(self.generic_visit(node))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`batch_size or 32` is one of the two once the batch size is written out."""
        result = self.generic_visit(node)
        match result:
            case ast.BoolOp(op=ast.Or(), values=[ast.Constant(value=first), *_] as values):
                return values[0] if first else values[-1]
        return result


def _item(node: ast.AST) -> ast.AST:
    """`(a, b)[0]` is `a`."""
    match node:
        case ast.Subscript(ast.Tuple(elts=items) | ast.List(elts=items), ast.Constant(value=int(number))):
            if number < len(items) and not any(isinstance(item, ast.Starred) for item in items):
                return items[number]
    return node
