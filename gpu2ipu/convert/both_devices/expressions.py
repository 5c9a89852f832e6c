"""Expressions: where one of a port is another one in its original, a choice is written, as far inside as it can be."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.syntax.both_devices import Choice
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.convert.both_devices.alignment import same
from gpu2ipu.convert.both_devices.defaults import default_of
from gpu2ipu.edits import AddArgument, Edit, Replace

_LOWEST = (ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom)  # bind less than `a if b else c`
_NO_VALUES = (ast.Starred, ast.Slice)


class Cut(NamedTuple):
    """`rows[:upper]`, where the original has `rows`."""

    rows: ast.expr
    upper: ast.Name
    function: ast.AST | None


class NoChoice(Exception):
    """What differs is nothing that an expression can choose."""


class ExpressionChoices:
    """The differences of expressions; those of statements are in `statements.StatementChoices`."""

    def __init__(self, base: Script, port: Script, choice: Choice | None, flag: str) -> None:
        """Start without edits; both scripts have their whole trees."""
        self.base = base
        self.port = port
        self.choice = choice
        self.flag = flag
        self.edits: list[Edit] = []  # in the port
        self.fresh: set[str] = set()  # names that only the port has
        self.parameters: dict[str, str] = (
            {}
        )  # those that functions of the port have besides, with their defaults
        self.function: ast.AST | None = None  # of the port, whose statements these are
        self.cuts: list[Cut] = []  # to a number of rows that has a name

    def choose(self, old: ast.expr | None, new: ast.expr | None) -> None:
        """Write the choice between an expression of the port and that of the original, if they differ."""
        if same(old, new):
            return
        if new is None:
            raise NoChoice
        if isinstance(new, ast.IfExp) and self.choice and self.choice.answer(new.test):
            # a choice that is there already: what is for an IPU may change
            self.choose(old.orelse if isinstance(old, ast.IfExp) else old, new.orelse)
        elif old is not None and self._is_cut(old, new):
            self._cut(old, new)
        elif old is not None and (inner := cast_of(new)) and not cast_of(old):
            self.choose(old, inner)
        elif not (type(old) is type(new) and self.inside(old, new)):
            self.replace(new, None if old is None else self.base.source(old))

    def replace(self, new: ast.expr, old: str | None) -> None:
        """Put a choice in the place of an expression."""
        if isinstance(new, _NO_VALUES):
            raise NoChoice
        span = self.port.span(new)
        self.edits.append(Replace(span, self.chosen(new, "{new}", old or "None"), (("new", span),)))

    def chosen(self, new: ast.expr, code: str, old: str) -> str:
        """Return the code of a choice; `code` stands for the new expression."""
        if isinstance(new, ast.Constant) and new.value is True and old in ("False", "None"):
            return self.flag
        code = f"({code})" if isinstance(new, _LOWEST) else code
        return f"{code} if {self.flag} else {old}"

    # what the port cuts off

    def _is_cut(self, old: ast.expr, new: ast.expr) -> bool:
        """True if `new` is `old[:n]`."""
        return (
            isinstance(new, ast.Subscript)
            and isinstance(new.slice, ast.Slice)
            and new.slice.lower is new.slice.step is None
            and new.slice.upper is not None
            and same(old, new.value)
        )

    def _cut(self, old: ast.expr, new: ast.expr) -> None:
        assert isinstance(new, ast.Subscript) and isinstance(new.slice, ast.Slice)
        self._bound(old, new.slice.upper)

    def _bound(self, rows: ast.expr, upper: ast.expr | None) -> None:
        """On a GPU nothing is cut off."""
        if isinstance(upper, ast.Name) and upper.id in self.fresh:
            self.cuts.append(Cut(rows, upper, self.function))
        elif upper is not None:
            self.replace(upper, "None")

    # going inside

    def inside(self, old: ast.expr | None, new: ast.expr) -> bool:
        """Choose between parts of two expressions of a kind; False where the whole is to be chosen."""
        before = self.written
        if isinstance(old, ast.Call) and isinstance(new, ast.Call):
            done = self._calls(old, new)
        elif isinstance(old, ast.Attribute) and isinstance(new, ast.Attribute):
            done = old.attr == new.attr and self._all([old.value], [new.value])
        elif isinstance(old, ast.Subscript) and isinstance(new, ast.Subscript):
            done = self._subscripts(old, new)
        elif isinstance(old, (ast.Tuple, ast.List)) and isinstance(new, (ast.Tuple, ast.List)):
            done = self._all(old.elts, new.elts)
        elif isinstance(old, ast.Dict) and isinstance(new, ast.Dict):
            keys = all(map(same, old.keys, new.keys)) and len(old.keys) == len(new.keys)
            done = keys and self._all(old.values, new.values)
        elif isinstance(old, ast.Starred) and isinstance(new, ast.Starred):
            done = self._all([old.value], [new.value])
        else:
            done = False
        if not done:
            self.forget(before)
        return done

    @property
    def written(self) -> tuple[int, int]:
        """How much has been written so far."""
        return len(self.edits), len(self.cuts)

    def forget(self, before: tuple[int, int]) -> None:
        """Take back what has been written since then."""
        del self.edits[before[0] :], self.cuts[before[1] :]

    def _all(self, old: Sequence[ast.expr], new: Sequence[ast.expr]) -> bool:
        if len(old) != len(new):
            return False
        for mine, theirs in zip(old, new):
            self.choose(mine, theirs)
        return True

    def _subscripts(self, old: ast.Subscript, new: ast.Subscript) -> bool:
        if not same(old.slice, new.slice):
            if not same(old.value, new.value):
                return False
            mine, theirs = ([*_dimensions(each)] for each in (old, new))
            pairs = list(zip(mine, theirs))
            if len(mine) != len(theirs) or not all(same(a, b) for a, b in pairs[1:]):
                return False
            first, cut = pairs[0]
            if not (isinstance(first, ast.Slice) and isinstance(cut, ast.Slice) and first.upper is None):
                return False
            if not (same(first.lower, cut.lower) and same(first.step, cut.step)):
                return False
            self._bound(old.value, cut.upper)
        else:
            self.choose(old.value, new.value)
        return True

    def _calls(self, old: ast.Call, new: ast.Call) -> bool:
        if not same(old.func, new.func):
            if not (isinstance(old.func, ast.Attribute) and isinstance(new.func, ast.Attribute)):
                return False
            if old.func.attr != new.func.attr:
                return False
            self.choose(old.func.value, new.func.value)
        function = new.func.attr if isinstance(new.func, ast.Attribute) else ast.unparse(new.func)
        if not self._all(old.args, new.args):
            return False
        return self._keywords(function, old, new)

    def _keywords(self, function: str, old: ast.Call, new: ast.Call) -> bool:
        mine, theirs = _by_name(old.keywords), _by_name(new.keywords)
        for name, value in theirs.items():
            if name in mine:
                self.choose(mine[name], value)
            elif not self._is_harmless(value):
                default = default_of(function, name) or self.parameters.get(f"{function}.{name}")
                if default is None:
                    return False
                if not self._is_default(value, default):
                    self.replace(value, default)
        for name in mine.keys() - theirs.keys():
            default = default_of(function, name)
            if default is None:
                return False
            code = f"{default} if {self.flag} else {self.base.source(mine[name])}"
            self.edits.append(AddArgument(self.port.span(new), name, code))
        return True

    def _is_harmless(self, value: ast.expr) -> bool:
        """True if an argument that only the port gives is there on both devices: a strategy that goes to a builder."""
        return isinstance(value, ast.Name) and value.id in self.fresh and self.is_strategy(value.id)

    def _is_default(self, value: ast.expr, default: str) -> bool:
        """True if a value is a parameter that only the port has, with this default: its callers choose."""
        if not isinstance(value, ast.Name):
            return False
        defaults = {self.parameters[key] for key in self.parameters if key.endswith(f".{value.id}")}
        return defaults == {default}

    def is_strategy(self, name: str) -> bool:
        """True if a name stands for a strategy."""
        raise NotImplementedError


def cast_of(node: ast.expr) -> ast.expr | None:
    """Return what a call casts to another type of numbers, which is no more than rounding on either device."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.keywords:
        return None
    if node.func.attr == "astype" and len(node.args) == 1:
        return node.func.value
    if node.func.attr == "cast" and len(node.args) == 2:
        return node.args[0]
    if node.func.attr == "map" and len(node.args) == 1 and isinstance(node.args[0], ast.Lambda):
        calls = [part for part in ast.walk(node.args[0].body) if isinstance(part, ast.Call)]
        return node.func.value if calls and all(map(cast_of, calls)) else None
    return None


def _by_name(keywords: Iterable[ast.keyword]) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    for number, keyword in enumerate(keywords):
        found[keyword.arg or f"**{number}"] = keyword.value
    return found


def _dimensions(node: ast.Subscript) -> Iterable[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
