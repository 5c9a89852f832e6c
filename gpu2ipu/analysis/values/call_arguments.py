"""The arguments of a call, written and evaluated, looked up the way Python binds them."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from dataclasses import field

from gpu2ipu.analysis.values.value import Value
from gpu2ipu.records import record


@record
class Arguments:
    """The evaluated arguments of a call."""

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] = field(default_factory=dict)
    starred: bool = False  # holds *args or **kwargs that could not be resolved

    def get(self, position: int, *keywords: str) -> Value | None:
        """Return the argument at a position or with one of the keywords; None if it is not given."""
        for keyword in keywords:
            if keyword in self.keywords:
                return self.keywords[keyword]
        return self.positional[position] if 0 <= position < len(self.positional) else None

    def first(self, *names: str) -> Value | None:
        """Return the first argument, which may also be passed by one of several names."""
        return self.get(0, *names)

    def of(self, parameters: Sequence[str], *names: str) -> Value | None:
        """Return the argument for one of a function's parameters, as `signatures.PARAMETERS` lists them.

        A parameter may have other names in other releases; by one that is not listed it is passed as a keyword.
        """
        positions = (parameters.index(name) for name in names if name in parameters)
        return self.get(next(positions, -1), *names)


def argument(call: ast.Call, position: int | None, *names: str) -> ast.expr | None:
    """Return what a call passes by one of the names, or at a position.

    None if it is not written there; if the call `has_unpacking`, it may be passed all the same.
    """
    for name in names:
        for keyword in call.keywords:
            if keyword.arg == name:
                return keyword.value
    written = before_unpacking(call)
    return written[position] if position is not None and position < len(written) else None


def passed_values(call: ast.Call) -> list[ast.expr]:
    """Return all that a call passes, by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def keyword_of(call: ast.Call, name: str) -> ast.keyword | None:
    """Return the keyword argument of a name with that name, for what speaks of both."""
    return next((keyword for keyword in call.keywords if keyword.arg == name), None)


def bound(call: ast.Call, parameters: Sequence[str]) -> dict[str, ast.expr]:
    """Return all arguments that are written in a call by the names of their parameters."""
    found = dict(zip(parameters, before_unpacking(call)))
    return found | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def has_unpacking(call: ast.Call) -> bool:
    """True if a call has `*` or `**`, so that arguments may be passed that are not written in it."""
    unpacks = any(keyword.arg is None for keyword in call.keywords)
    return unpacks or len(before_unpacking(call)) < len(call.args)


def before_unpacking(call: ast.Call) -> list[ast.expr]:
    """Return the positional arguments in front of the first `*`, whose positions are known."""
    return list(itertools.takewhile(lambda each: not isinstance(each, ast.Starred), call.args))
