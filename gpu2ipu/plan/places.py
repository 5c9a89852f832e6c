"""Places: whether an expression means the same somewhere else, and how it reads in another function."""

from __future__ import annotations

import ast
import copy
import functools

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Stack
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import (
    Function,
    ancestors,
    blocks,
    bound_names,
    function_of,
    parameter_names,
    statement_of,
)
from gpu2ipu.plan.translation import translated

_PURE = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Constant,
    ast.Tuple,
    ast.BinOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.Compare,
    ast.BoolOp,
    ast.cmpop,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.expr_context,
)
_CHANGERS = ("update", "setdefault", "pop", "popitem", "clear")  # methods that change a dict
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Call)


def is_pure(node: ast.expr) -> bool:
    """Whether an expression may be written a second time: it calls nothing but `len`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            if not (isinstance(part.func, ast.Name) and part.func.id == "len"):
                return False
        elif not isinstance(part, _PURE):
            return False
    return True


def operand(node: ast.expr, text: str) -> str:
    """An expression's text as an operand of `//`, `*` or a subscript."""
    return text if isinstance(node, _ATOMS) else f"({text})"


def names_in(node: ast.expr) -> frozenset[str]:
    """The names that an expression reads."""
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _binding_lines(script: Script, function: Function | None, name: str) -> tuple[int, ...]:
    return _bindings_of(script, function).get(name, ())


@functools.lru_cache(maxsize=256)
def _bindings_of(script: Script, function: Function | None) -> dict[str, tuple[int, ...]]:
    """The names that a function, or the module, binds, each with the lines of the statements that do."""
    found: dict[str, tuple[int, ...]] = {}
    pending = list(reversed(script.tree.body if function is None else function.body))
    while pending:
        statement = pending.pop()
        for name in _bound_by(statement):
            found[name] = (*found.get(name, ()), statement.lineno)
        if not isinstance(statement, Function):
            pending += [inner for block in blocks(statement) for inner in block]
    return {name: tuple(sorted(lines)) for name, lines in found.items()}


def _bound_by(node: ast.stmt) -> frozenset[str]:
    """The names that a statement itself, nested blocks left out, binds."""
    if isinstance(node, (Function, ast.ClassDef)):
        return frozenset((node.name,))
    shallow = copy.copy(node)
    for block in ("body", "orelse", "finalbody", "handlers"):
        if hasattr(shallow, block):
            setattr(shallow, block, [])
    return frozenset(bound_names(shallow))


def parameters_around(script: Script, node: ast.AST) -> frozenset[str]:
    """The parameters of the innermost function or lambda around a node, and of those around it."""
    names: set[str] = set()
    for outer in ancestors(script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            names |= parameter_names(outer)
    return frozenset(names)


def inner_names(script: Script, node: ast.AST) -> frozenset[str]:
    """The names that lambdas and comprehensions around a node bind, inside of its statement."""
    names: set[str] = set()
    for outer in ancestors(script, node):
        if isinstance(outer, ast.stmt):
            break
        if isinstance(outer, ast.Lambda):
            names |= parameter_names(outer)
        for part in getattr(outer, "generators", ()):
            names |= {target.id for target in ast.walk(part.target) if isinstance(target, ast.Name)}
    return frozenset(names)


def means_the_same(
    script: Script, node: ast.expr, function: Function | None, before: ast.stmt, at: ast.stmt
) -> bool:
    """Whether an expression that is read at a statement can be computed before another statement of the function.

    Its names must be bound before that statement, and they and its attributes not again until the place where it is
    read. Methods that change an object's length in place are not seen.
    """
    file = script.file_of(before)
    if file is not script.file_of(at):
        return False
    between = _lines_between(file, before, at)
    if not all(_is_bound(file, name, function, before.lineno, between) for name in names_in(node)):
        return False
    changes = (_changing_lines(script, name) for name in map(_dict_read, ast.walk(node)) if name)
    if any(line in between for lines in changes for line in lines):
        return False
    parts = frozenset(
        ast.unparse(part) for part in ast.walk(node) if isinstance(part, (ast.Attribute, ast.Subscript))
    )
    stored = parts | names_in(node)
    until = range(before.lineno, (at.end_lineno or at.lineno) + 1)  # what is called there may bind globals
    if any(line in until for line in _storing_lines(script, function, names_in(node))):
        return False
    return not any(line in between for line in _storing_lines(script, function, stored))


def _dict_read(node: ast.AST) -> str:
    """The name of the dict in `name["key"]`; "" for anything else."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)):
        return ""
    is_key = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    return node.value.id if is_key else ""


@functools.lru_cache(maxsize=1024)
def _changing_lines(script: Script, name: str) -> tuple[int, ...]:
    """The lines on which items of a dict are set or taken out."""
    lines = []
    for node in script.nodes:
        changed = (
            node.value if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) else None
        )
        if isinstance(node, ast.Attribute) and node.attr in _CHANGERS:
            changed = node.value
        if isinstance(changed, ast.Name) and changed.id == name:
            lines.append(changed.lineno)
    return tuple(lines)


def _lines_between(script: Script, before: ast.stmt, at: ast.stmt) -> range:
    """The lines that may run between two statements: all of a loop that only the second one stands in."""
    end = at.lineno
    for outer in ancestors(script, at):
        if isinstance(outer, (Function, ast.ClassDef)):
            break
        if isinstance(outer, _LOOPS) and not outer.lineno < before.lineno <= (outer.end_lineno or 0):
            end = (outer.end_lineno or at.lineno) + 1
    return range(before.lineno, end)


def _is_bound(script: Script, name: str, function: Function | None, before: int, between: range) -> bool:
    lines = _binding_lines(script, function, name)
    if not lines and name not in parameter_names(function):
        return True  # a builtin, from a star import, or of the module: bound before the function runs
    if any(line in between for line in lines):
        return False
    return name in parameter_names(function) or any(line < before for line in lines)


@functools.lru_cache(maxsize=4096)
def _storing_lines(script: Script, function: Function | None, texts: frozenset[str]) -> tuple[int, ...]:
    """The lines of a function from which something is stored that reads like one of the texts.

    Also by a function that is called there; what a constructor stores belongs to a new object.
    """
    lines: list[int] = []
    for node, text in _stores(script):
        if text not in texts:
            continue
        storing = function_of(script, node)
        if storing is function:
            lines.append(node.lineno)
        elif storing is not None and storing.name not in ("__init__", "__post_init__"):
            stacks = facts_of(script).calls.get(storing, [])
            frames = (frame for stack in stacks for frame in stack if frame.function is function)
            lines += [frame.call.lineno for frame in frames if isinstance(frame.call, ast.expr)]
    return tuple(lines)


@functools.lru_cache(maxsize=8)
def _stores(script: Script) -> tuple[tuple[ast.expr, str], ...]:
    """The attributes and items that are stored anywhere, and the globals that functions bind, each with its text."""
    found: list[tuple[ast.expr, str]] = []
    for node in script.nodes:
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found.append((node, ast.unparse(node)))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            function = function_of(script, node)
            if function is not None and node.id in _global_names(function):
                found.append((node, node.id))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def _global_names(function: Function) -> set[str]:
    return {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}


def in_caller(script: Script, node: ast.expr, stack: Stack, host: int) -> ast.expr | None:
    """An expression of the innermost function of a stack as it reads in the frame number `host`, or None.

    Parameters are replaced by the arguments of the call, defaults included.
    """
    for frame in reversed(stack[host:-1]):
        inner = stack[stack.index(frame) + 1].function
        if not (isinstance(frame.call, ast.Call) and isinstance(inner, Function)):
            return None
        replaced = _with_arguments(script, node, inner, frame.call)
        if replaced is None:
            return None
        node = replaced
    return node


def _with_arguments(script: Script, node: ast.expr, function: Function, call: ast.Call) -> ast.expr | None:
    node = _without_locals(script, node, function)
    local = parameter_names(function) | {n for n in names_in(node) if _binding_lines(script, function, n)}
    there = translated(script, node, script.file_of(function), call, local)
    if there is None:
        return None
    node = there
    given = _given(script, function, call)
    for name in names_in(node):
        if _binding_lines(script, function, name) or _is_enclosed(script, function, name):
            return None
    substitution = _Substitution(given, function.args.kwarg)
    result = substitution.visit(copy.deepcopy(node))
    assert isinstance(result, ast.expr)
    if substitution.read & parameter_names(function) or not all(map(is_pure, substitution.written)):
        return None
    return result


def _is_enclosed(script: Script, function: Function, name: str) -> bool:
    """Whether a function reads a name from a function around it."""
    outer = (node for node in ancestors(script, function) if isinstance(node, Function))
    return name not in parameter_names(function) and any(
        name in parameter_names(node) or _binding_lines(script, node, name) for node in outer
    )


def _without_locals(script: Script, node: ast.expr, function: Function) -> ast.expr:
    """Put in place of a local name what it was unpacked from: `x, y = data` makes `x` the same as `data[0]`."""
    origins: dict[str, ast.expr] = {}
    for name in names_in(node):
        if len(_binding_lines(script, function, name)) == 1 and name not in parameter_names(function):
            origin = next((o for s in function.body if (o := _origin(s, name)) is not None), None)
            if origin is not None and is_pure(origin):
                origins[name] = origin
    if not origins:
        return node
    result = _Substitution(origins).visit(copy.deepcopy(node))
    assert isinstance(result, ast.expr)
    return _without_locals(script, result, function)


def _origin(statement: ast.stmt, name: str) -> ast.expr | None:
    """The expression that an assignment gives to a name."""
    if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
        return None
    target = statement.targets[0]
    if isinstance(target, ast.Name) and target.id == name:
        return statement.value
    if isinstance(target, ast.Tuple):
        for i, item in enumerate(target.elts):
            if isinstance(item, ast.Name) and item.id == name:
                return ast.Subscript(statement.value, ast.Constant(i), ast.Load())
    return None


def _given(script: Script, function: Function, call: ast.Call) -> dict[str, ast.expr]:
    """What each parameter is in a call, defaults included; a parameter of which that cannot be seen is left out."""
    positional = [*function.args.posonlyargs, *function.args.args]
    if positional and positional[0].arg in ("self", "cls"):
        positional = positional[1:]
    defaults = zip(
        reversed([*function.args.posonlyargs, *function.args.args]), reversed(function.args.defaults)
    )
    written = {parameter.arg: default for parameter, default in defaults}
    written |= {
        p.arg: d for p, d in zip(function.args.kwonlyargs, function.args.kw_defaults) if d is not None
    }
    read = {name: translated(script, node, script.file_of(function), call) for name, node in written.items()}
    given = {name: node for name, node in read.items() if node is not None}
    unpacked = facts_of(script).given.get(call)
    if unpacked is None:
        given |= {parameter.arg: argument for parameter, argument in zip(positional, call.args)}
        return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    if unpacked.complete:
        given |= {parameter.arg: argument for parameter, argument in zip(positional, unpacked.positional)}
    else:  # whether a parameter has its default or what the stars bring cannot be seen
        arguments = zip(positional, _spread(call, len(positional)))
        given = {parameter.arg: node for parameter, node in arguments if parameter.arg not in given}
    given |= unpacked.keywords
    return {name: argument for name, argument in given.items() if name not in unpacked.uncertain}


def _spread(call: ast.Call, count: int) -> list[ast.expr]:
    """The positional arguments of a call; what `*data` at the end brings is `data[0]`, `data[1]` …"""
    if not call.args or not isinstance(call.args[-1], ast.Starred):
        starred = any(isinstance(argument, ast.Starred) for argument in call.args)
        return [] if starred else list(call.args)
    first, last = call.args[:-1], call.args[-1].value
    items = [ast.Subscript(last, ast.Constant(i), ast.Load()) for i in range(count - len(first))]
    return [] if any(isinstance(argument, ast.Starred) for argument in first) else [*first, *items]


class _Substitution(ast.NodeTransformer):
    """Puts arguments in the place of parameters; `options["name"]` is what `**options` has of that name."""

    def __init__(self, given: dict[str, ast.expr], options: ast.arg | None = None) -> None:
        self.given = given
        self.options = options.arg if options is not None else None
        self.read: set[str] = set()  # names that stay
        self.written: list[ast.expr] = []  # arguments that are put in

    def _argument(self, name: str) -> ast.expr:
        self.written.append(self.given[name])
        return self.given[name]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.given:
            return self._argument(node.id)
        self.read.add(node.id)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`options["name"]` is the argument of that name."""
        is_option = isinstance(node.value, ast.Name) and node.value.id == self.options
        if is_option and isinstance(node.slice, ast.Constant) and node.slice.value in self.given:
            return self._argument(node.slice.value)
        self.generic_visit(node)
        return _item(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """`batch_size or 32` is one of the two once the batch size is written out."""
        self.generic_visit(node)
        first = node.values[0]
        if isinstance(node.op, ast.Or) and isinstance(first, ast.Constant):
            return first if first.value else node.values[-1]
        return node


def _item(node: ast.Subscript) -> ast.expr:
    """`(a, b)[0]` is `a`."""
    if not (isinstance(node.value, (ast.Tuple, ast.List)) and isinstance(node.slice, ast.Constant)):
        return node
    items, number = node.value.elts, node.slice.value
    if not isinstance(number, int) or any(isinstance(item, ast.Starred) for item in items):
        return node
    return items[number] if number < len(items) else node


def common_frames(first: Stack, second: Stack) -> int | None:
    """The number of the innermost frame that two calls share, or None: both happen under the same running function."""
    for i, (a, b) in enumerate(zip(first, second)):
        if a.function is not b.function:
            return None
        if a.call is not b.call:
            return i
    return None


def host_statement(script: Script, stack: Stack, host: int) -> ast.stmt:
    """The statement of frame number `host` from which the call of a stack happens."""
    return statement_of(script, stack[host].call)
