"""Expressions that Python 3.8 cannot evaluate, and the older form of each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.python_generics import GENERIC
from gpu2ipu.analysis.syntax.qualified_names import canonical, dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.containers import Dict, DictOf
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.findings import Safety
from gpu2ipu.records import record
from gpu2ipu.rules.tf26.api_uses import is_guarded, name_of_module

_TYPES = {
    f"builtins.{name}"
    for name in (
        *("bool", "bytes", "complex", "dict", "float", "frozenset", "int"),
        *("list", "object", "set", "str", "tuple", "type"),
    )
}
_ASKS = {"builtins.isinstance", "builtins.issubclass"}


@record
class Change:
    """An expression or statement with its older form; without edits it is left for a person."""

    node: ast.expr | ast.stmt
    message: str
    title: str = ""
    edits: tuple[Edit, ...] = ()
    safety: Safety = Safety.SAFE


def changes(script: Script, facts: Facts) -> Iterator[Change]:
    """Classes in brackets, unions of classes and of dicts, outside of annotations."""
    has_bars = "|" in script.text
    for node in list(facts.values):
        if isinstance(node, ast.Subscript):
            inner = facts.value(node.value)
            is_generic = isinstance(inner, External) and inner.name in GENERIC
            if is_generic and isinstance(node.ctx, ast.Load) and not is_guarded(script, node):
                yield _generic(script, facts, node, inner.name)
        elif has_bars and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            yield from _union(script, facts, node)
    if has_bars and "|=" in script.text:
        yield from _updates(script, facts)


def _generic(script: Script, facts: Facts, node: ast.Subscript, name: str) -> Change:
    """`tuple[int, int]`."""
    message = f"`{ast.unparse(node.value)}[...]` cannot be evaluated"
    old = GENERIC[name]
    if old is None:
        return Change(node, message)
    typing, added = name_of_module(script, facts, "typing", "typing", statement_of(script, node))
    edits = (*added, Replace(script.span(node.value), f"{typing}.{old}"))
    return Change(node, message, f"`typing.{old}`", edits)


def _union(script: Script, facts: Facts, node: ast.BinOp) -> Iterator[Change]:
    parent = next(ancestors(script, node), None)
    if parent is None or is_guarded(script, node):  # the evaluator has a node of its own for `a |= b`
        return
    if _is_dict(facts, node.left, node.right):
        yield _merged(script, node)
    elif _is_type(facts, node) and not (isinstance(parent, ast.BinOp) and _is_type(facts, parent)):
        yield _either(script, facts, node, parent)


def _is_dict(facts: Facts, left: ast.expr, right: ast.expr) -> bool:
    """True if two operands are dicts; one that is written out says so for both."""
    if _makes_dict(facts, left) or _makes_dict(facts, right):
        return True
    values = (facts.value(left), facts.value(right))
    return all(isinstance(value, (Dict, DictOf)) for value in values)


def _makes_dict(facts: Facts, node: ast.expr) -> bool:
    return isinstance(node, (ast.Dict, ast.DictComp)) or facts.qualified.get(node) == "builtins.dict"


def _merged(script: Script, node: ast.BinOp) -> Change:
    """`a | b` of dicts."""
    parts = tuple((name, script.span(side)) for name, side in (("left", node.left), ("right", node.right)))
    edit = Replace(script.span(node), "{**{left}, **{right}}", parts)
    return Change(node, "dicts have no `|`", "merge them with `**`", (edit,))


def _is_type(facts: Facts, node: ast.expr) -> bool:
    """True if `|` of this means "one of these classes"."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and any(
            _is_type(facts, side) for side in (node.left, node.right)
        )
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Subscript):
        return facts.value(node.value).name in GENERIC
    value = facts.value(node)
    return isinstance(value, External) and value.name in _TYPES


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp):
        yield from _leaves(node.left)
        yield from _leaves(node.right)
    else:
        yield node


def _either(script: Script, facts: Facts, node: ast.BinOp, parent: ast.AST) -> Change:
    """`int | str`: a tuple for `isinstance`, else a `typing.Union`."""
    message = f"`{ast.unparse(node)}` cannot be evaluated"
    leaves = list(_leaves(node))
    if isinstance(parent, ast.Call) and facts.qualified.get(parent) in _ASKS and node in parent.args:
        texts, parts = [], []
        for number, leaf in enumerate(leaves):
            is_none = isinstance(leaf, ast.Constant) and leaf.value is None
            texts.append("type(None)" if is_none else f"{{part{number}}}")
            if not is_none:
                parts.append((f"part{number}", script.span(leaf)))
        edit = Replace(script.span(node), f"({', '.join(texts)})", tuple(parts))
        return Change(node, message, "a tuple of classes", (edit,))
    typing, added = name_of_module(script, facts, "typing", "typing", statement_of(script, node))
    named = tuple((f"part{number}", script.span(leaf)) for number, leaf in enumerate(leaves))
    text = ", ".join(f"{{{name}}}" for name, _ in named)
    edits = (*added, Replace(script.span(node), f"{typing}.Union[{text}]", named))
    return Change(node, message, "`typing.Union`", edits)


def _updates(script: Script, facts: Facts) -> Iterator[Change]:
    """`a |= {...}`."""
    for node in script.nodes:
        if not (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr)):
            continue
        if _is_dict(facts, node.value, node.value):
            parts = (("target", script.span(node.target)), ("value", script.span(node.value)))
            edit = Replace(script.span(node), "{target}.update({value})", parts)
            yield Change(node, "dicts have no `|=`", "`update`", (edit,))


def class_decorators(script: Script, facts: Facts) -> Iterator[tuple[ast.expr, str]]:
    """The decorators of classes that are calls of something imported."""
    if "dataclass" not in script.text:
        return
    targets = {name: target for _, name, target in facts.imports}
    for node in script.nodes:
        for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else ():
            if isinstance(decorator, ast.Call):
                top, _, rest = (dotted(decorator.func) or "").partition(".")
                target = targets.get(top, "")
                yield decorator, canonical(f"{target}.{rest}" if rest else target)


def is_of_pandas(function: ast.Attribute) -> bool:
    """`column.str.removeprefix`, which is not Python's."""
    return isinstance(function.value, ast.Attribute) and function.value.attr == "str"


def without_affix(script: Script, call: ast.Call) -> tuple[Edit, ...]:
    """`name.removeprefix("a")` as a slice, where what is written twice may be."""
    assert isinstance(call.func, ast.Attribute)
    method, text = call.func.attr, call.func.value
    if method not in ("removeprefix", "removesuffix") or len(call.args) != 1 or call.keywords:
        return ()
    affix = call.args[0]
    if dotted(text) is None or not (dotted(affix) or isinstance(affix, ast.Constant)):
        return ()
    parts = (("text", script.span(text)), ("affix", script.span(affix)))
    if method == "removeprefix":
        older = "{text}[len({affix}) :] if {text}.startswith({affix}) else {text}"
    else:
        older = "{text}[: len({text}) - len({affix})] if {text}.endswith({affix}) else {text}"
    return (Replace(script.span(call), older, parts),)
