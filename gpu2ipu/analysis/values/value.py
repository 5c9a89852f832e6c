"""Values: what an expression of the script evaluates to, as far as reading the script can tell.

`Value` is the answer for one expression, one class for each kind of object; `join` is the answer where two paths
through the script meet. What the paths do not agree on becomes unknown, and unknown is an answer: rules leave such
code alone.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from typing import TypeVar

from gpu2ipu.analysis.values.divisors import NO_DIVISORS, Divisors
from gpu2ipu.records import record

Constant = int | float | str | bool
CallPath = tuple[ast.AST, ...]  # the calls that lead to a call, or to another expression, and that


@record(slots=True)
class Value:
    """What an expression evaluates to. Its properties may be asked of every value, its fields of each class only."""

    # on some path through the script it is `None` instead
    may_be_none: bool = field(default=False, kw_only=True)

    def join(self, other: Value) -> Value:
        """Return what is known when either this or `other`, neither of them None, is meant."""
        return UNKNOWN

    @property
    def name(self) -> str:
        """The qualified name of an object of a library, or of its class in the library; "" for any other."""
        return ""

    @property
    def definition(self) -> ast.AST | None:
        """Where the script defines it, or its class, or creates it."""
        return None

    @property
    def constant(self) -> Constant | None:
        """The number, string or truth value that this is, or None."""
        return None

    @property
    def number(self) -> int | None:
        """The whole number that this is, or None."""
        return None

    @property
    def dtype(self) -> str:
        """The element type: "int64" …; "" where the script does not fix it."""
        return ""


@record(slots=True)
class Unknown(Value):
    """Nothing is known, except what divides it, were it a number."""

    factors: Divisors = NO_DIVISORS

    def join(self, other: Value) -> Value:
        """Unknown, with the divisors of both."""
        return Unknown(self.factors & other.factors) if isinstance(other, Unknown) else UNKNOWN


@record(slots=True)
class NoneValue(Value):
    """`None`."""


UNKNOWN = Unknown()


NONE = NoneValue()


V = TypeVar("V", bound=Value)


T = TypeVar("T")


_set = object.__setattr__


_FIELDS: dict[type, Mapping[str, None]] = {}


def _fields(kind: type[Value]) -> Mapping[str, None]:
    if kind not in _FIELDS:
        _FIELDS[kind] = dict.fromkeys(each.name for each in fields(kind))
    return _FIELDS[kind]


def altered(value: V, **changes: object) -> V:
    """Return a value with other fields: what `dataclasses.replace` gives, faster, since many values are created."""
    kind = type(value)
    names = _fields(kind)
    assert changes.keys() <= names.keys(), (kind, changes)
    copy = object.__new__(kind)
    for name in names:
        _set(copy, name, changes[name] if name in changes else getattr(value, name))
    return copy


def join(first: Value, second: Value) -> Value:
    """Return what is known if it is either of two values; `None` gives way to the other one, which is marked."""
    if first is second or first == second:
        return first
    if isinstance(first, NoneValue):
        return second if second.may_be_none else altered(second, may_be_none=True)
    if isinstance(second, NoneValue):
        return first if first.may_be_none else altered(first, may_be_none=True)
    if first.may_be_none is not second.may_be_none:
        return join(altered(first, may_be_none=True), altered(second, may_be_none=True))
    joined = first.join(second)
    if first.may_be_none and not joined.may_be_none:
        return altered(joined, may_be_none=True)
    return joined


def each_of(values: Iterable[Value]) -> Value:
    """Return what several values have in common; unknown of none."""
    every = list(values)
    return functools.reduce(join, every) if every else UNKNOWN


def same(first: T, second: T, otherwise: T) -> T:
    """Return what both paths agree on."""
    return first if first == second else otherwise


def joined_parts(first: tuple[Value, ...], second: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the parts one by one; none where their number differs."""
    return tuple(map(join, first, second)) if len(first) == len(second) else ()
