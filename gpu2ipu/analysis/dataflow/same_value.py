"""Places: whether an expression means the same at another place of its function.

How it reads in the function that calls this one is for `callers` to say.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import CONSTRUCTORS, Function, ancestors, function_of, parameter_names

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
# Functions of an instance have the same value as long as it runs.
_REPEATABLE = ("len", "popdist.getInstanceIndex", "popdist.getNumInstances", "popdist.getNumTotalReplicas")
_CHANGERS = ("update", "setdefault", "pop", "popitem", "clear")  # methods that change a dict
_ANY = "."  # the mark of an attribute whose name is computed
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Call)


def is_pure(node: ast.expr) -> bool:
    """True if an expression may be written a second time: it calls nothing but `len` and the numbers of `popdist`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            if ast.unparse(part.func) not in _REPEATABLE:
                return False
        elif not isinstance(part, _PURE):
            return False
    return True


def operand(node: ast.expr, text: str) -> str:
    """Return an expression's text as an operand of `//`, `*` or a subscript."""
    return text if isinstance(node, _ATOMS) else f"({text})"


def names_in(node: ast.expr) -> frozenset[str]:
    """Return the names that an expression reads."""
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def same_value(
    script: Script, node: ast.expr, function: Function | None, before: ast.stmt, at: ast.stmt
) -> bool:
    """True if an expression that is read at a statement can be computed before another statement of the function.

    Its names must be bound before that statement, and they and its attributes not again until the place where it is
    read. Methods that change an object's length in place are not seen.
    """
    file = script.file_of(before)
    if file is not script.file_of(at):
        return False
    if any(bindings_of(file).is_bound_in_header(name, at) for name in names_in(node)):
        return False
    between = _lines_between(file, before, at)
    if not all(_is_bound(file, name, function, before.lineno, between) for name in names_in(node)):
        return False
    if any(_is_bound_nowhere(file, name, before) for name in names_in(node)):
        return False  # a mistake of the script ends it where it is read, and no earlier
    stored = names_in(node) | {mark for part in ast.walk(node) for mark in _marks_of_read(part)}
    until = range(before.lineno, (at.end_lineno or at.lineno) + 1)  # what is called there may bind globals
    if any(line in until for line in _storing_lines(script, function, names_in(node))):
        return False
    return not any(line in between for line in _storing_lines(script, function, stored))


def _marks_of_read(node: ast.AST) -> Iterator[str]:
    """What a store has in common with the attribute or the item that a node reads; nothing of other nodes."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        yield _mark(node)
    if isinstance(node, ast.Attribute):
        yield _ANY
    elif isinstance(node, ast.Subscript) and _is_text(node.slice):
        yield _mark_of_any_item(node.value)


def _mark(node: ast.AST) -> str:
    """An attribute by its name, an item by its key: the object may have another name where it is stored."""
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.Subscript) and _is_text(node.slice):
        return f"[{ast.unparse(node.slice)}]"
    return ast.unparse(node)


def _mark_of_any_item(container: ast.expr) -> str:
    """The mark of a dict of which any item may be changed."""
    return f"{_mark(container)}[]"


def _is_setattr(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "setattr" and len(node.args) == 3


def _is_text(key: ast.expr) -> bool:
    return isinstance(key, ast.Constant) and isinstance(key.value, str)


def _lines_between(script: Script, before: ast.stmt, at: ast.stmt) -> range:
    """The lines that may run between two statements: all of a loop that only the second one is in."""
    end = at.lineno
    for outer in ancestors(script, at):
        if isinstance(outer, (Function, ast.ClassDef)):
            break
        if isinstance(outer, _LOOPS) and not outer.lineno < before.lineno <= (outer.end_lineno or 0):
            end = (outer.end_lineno or at.lineno) + 1
    return range(before.lineno, end)


def _is_bound(file: Script, name: str, function: Function | None, before: int, between: range) -> bool:
    lines = [each.line for each in bindings_of(file).made_in(function or file.tree, name)]
    if not lines and name not in parameter_names(function):
        return True  # a builtin, from a star import, or of the module: bound before the function runs
    if any(line in between for line in lines):
        return False
    return name in parameter_names(function) or any(line < before for line in lines)


def _is_bound_nowhere(file: Script, name: str, place: ast.stmt) -> bool:
    """True if a name is read that no scope binds, which is no builtin and comes from no `import *`.

    A name that the script does not read is one of the port's: of a helper, say.
    """
    bindings = bindings_of(file)
    if name not in bindings.names(file) or bindings.visible(name, place) is not None:
        return False
    if hasattr(builtins, name) or name.startswith("__"):
        return False
    return not any(bound == "*" for _, bound, _ in facts_of(file).imports)


@once
def _storing_lines(script: Script, function: Function | None, marks: frozenset[str]) -> tuple[int, ...]:
    """The lines of a function from which something is stored that has one of the marks.

    Also by a function that is called there; what a constructor stores belongs to a new object.
    """
    lines: list[int] = []
    for node, mark in _stores(script):
        if mark not in marks:
            continue
        storing = function_of(script, node)
        if storing is function:
            lines.append(getattr(node, "lineno", 0))
        elif storing is not None and storing.name not in CONSTRUCTORS:
            stacks = facts_of(script).calls.get(storing, [])
            frames = (frame for stack in stacks for frame in stack if frame.function is function)
            lines += [frame.call.lineno for frame in frames if isinstance(frame.call, ast.expr)]
    return tuple(lines)


@once
def _stores(script: Script) -> tuple[tuple[ast.AST, str], ...]:
    """The attributes and items that are stored anywhere, and the outer names that functions bind, with marks."""
    found: list[tuple[ast.AST, str]] = []
    for node in script.nodes:
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            found.append((node, _mark(node)))
            if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
                found.append((node, _mark_of_any_item(node.value)))
        elif isinstance(node, ast.Attribute) and node.attr in _CHANGERS:
            found.append((node, _mark_of_any_item(node.value)))
        elif isinstance(node, ast.Call) and _is_setattr(node):
            found.append((node, f".{ast.literal_eval(node.args[1])}" if _is_text(node.args[1]) else _ANY))
    for file in script.files:
        found += ((binding.node, binding.name) for binding in bindings_of(file).made_for_others(file))
    return tuple(found)
