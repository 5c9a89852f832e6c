"""Lists, tuples and dicts, of a known length and of an unknown one."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping

from gpu2ipu.analysis.values.arrays import Array, factors_of, fills_of
from gpu2ipu.analysis.values.divisors import NO_DIVISORS, Divisor, Divisors
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import UNKNOWN, Constant, Unknown, Value, altered, join, joined_parts, same
from gpu2ipu.records import record


@record(slots=True)
class ListOrTuple(Value):
    """A list or tuple, or any iterable, of a known length."""

    items: tuple[Value, ...] = ()
    # "list" or "tuple", where that counts
    container: str = ""

    def join(self, other: Value) -> Value:
        """Item by item, where the lengths agree; an empty one gives way to one of unknown length."""
        if isinstance(other, ListOf):
            return UNKNOWN if self.items else other
        if not isinstance(other, ListOrTuple) or len(self.items) != len(other.items):
            return UNKNOWN
        items = joined_parts(self.items, other.items)
        return ListOrTuple(items, same(self.container, other.container, ""))


@record(slots=True)
class ListOf(Value):
    """A list or tuple of unknown length, of one kind of item."""

    item: Value
    container: str = ""
    # the items that it begins with, where these are known: the rows in a shape
    first: tuple[Value, ...] = ()

    def join(self, other: Value) -> Value:
        """Return what the items have in common."""
        if isinstance(other, ListOrTuple) and not other.items:
            return self
        if not isinstance(other, ListOf):
            return UNKNOWN
        first = tuple(map(join, self.first, other.first))
        return ListOf(join(self.item, other.item), same(self.container, other.container, ""), first)


@record(slots=True)
class Dict(Value):
    """A dict of which the keys, or at least the number of items are known."""

    items: tuple[Value, ...] = ()
    # of the items, where all are known
    keys: tuple[Constant, ...] | None = None
    # those of them that are missing on some path through the script
    optional: frozenset[Constant] = frozenset()

    @property
    def entries(self) -> dict[Constant, Value]:
        """The items by their keys; empty where these are not known."""
        return dict(zip(self.keys or (), self.items))

    def join(self, other: Value) -> Value:
        """Key by key; what only one of them has may be missing."""
        if isinstance(other, DictOf):
            return UNKNOWN if self.items else other
        if not isinstance(other, Dict):
            return UNKNOWN
        if self.keys is None or other.keys is None:
            alike = self.keys is other.keys and len(self.items) == len(other.items)
            return Dict(joined_parts(self.items, other.items)) if alike else UNKNOWN
        optional = self.optional | other.optional
        if self.keys == other.keys:
            return Dict(joined_parts(self.items, other.items), self.keys, optional)
        ours, theirs = self.entries, other.entries
        both = {key: join(ours[key], theirs[key]) for key in ours if key in theirs}
        entries = {**ours, **theirs, **both}
        return Dict(tuple(entries.values()), tuple(entries), optional | (entries.keys() - both.keys()))


@record(slots=True)
class DictOf(Value):
    """A dict of unknown keys and of one kind of item."""

    item: Value

    def join(self, other: Value) -> Value:
        """Return what the items have in common."""
        if isinstance(other, Dict) and not other.items:
            return self
        return DictOf(join(self.item, other.item)) if isinstance(other, DictOf) else UNKNOWN


def dict_of(entries: Mapping[Constant, Value] | Mapping[str, Value]) -> Dict:
    """Return a dict of which all keys are known."""
    return Dict(tuple(entries.values()), tuple(entries))


def collection(*items: Value) -> ListOrTuple:
    """Return a list or tuple."""
    return ListOrTuple(items)


def list_of(*items: Value) -> ListOf | Unknown:
    """Return a list of unknown length; all that is known of an item is what these have in common."""
    return ListOf(functools.reduce(join, items)) if items else UNKNOWN


def in_a_row(left: Value, right: Value) -> Value:
    """Return what a list or tuple is with another one behind it.

    Numbers, as in shapes, are known one by one; others may be added in a loop, and stand for each other.
    """
    begin = first_items(left)
    if isinstance(left, ListOrTuple):
        begin += first_items(right)
    if not all(isinstance(item, Number) for item in begin):
        begin = ()
    if begin and isinstance(left, ListOrTuple) and isinstance(right, ListOrTuple):
        return ListOrTuple(begin, same(left.container, right.container, ""))
    whole = list_of(*items_in(left), *items_in(right))
    return altered(whole, first=begin) if isinstance(whole, ListOf) else whole


def first_items(value: Value) -> tuple[Value, ...]:
    """Return the items that a list or tuple is known to begin with."""
    if isinstance(value, ListOrTuple):
        return value.items
    return value.first if isinstance(value, ListOf) else ()


def has_unknown_items(value: Value) -> bool:
    """True if nothing is known of a value, or of how many items it has, so that it may hold any data."""
    return isinstance(value, (Unknown, ListOf, DictOf))


def items_in(value: Value) -> tuple[Value, ...]:
    """Return what is known of the items of a list, tuple or dict: each, or the one that stands for all."""
    if isinstance(value, (ListOrTuple, Dict)):
        return value.items
    return (value.item,) if isinstance(value, (ListOf, DictOf)) else ()


def divisors_in(value: Value) -> Divisors:
    """Return the known divisors of a number or an array, or of those in a list."""
    if isinstance(value, (ListOrTuple, Dict)):
        return NO_DIVISORS.union(*map(divisors_in, value.items))
    return factors_of(value) | fills_of(value)


# whatever else a script has many of, such as functions and modules, has none
_HAVE_DIVISORS = (Number, Array, Unknown, ListOrTuple, Dict)


def without_divisors(value: Value, is_left_out: Callable[[Divisor], bool]) -> Value:
    """Return a number or an array without some divisors, or a list in which all are without them."""
    if not isinstance(value, _HAVE_DIVISORS):
        return value
    if isinstance(value, (ListOrTuple, Dict)):
        items = tuple(without_divisors(item, is_left_out) for item in value.items)
        return value if all(map(operator.is_, items, value.items)) else altered(value, items=items)
    known = factors_of(value) | fills_of(value)
    if not known:
        return value
    kept = frozenset(each for each in known if not is_left_out(each))
    if kept == known:
        return value
    if isinstance(value, Unknown):
        return altered(value, factors=kept)
    return altered(value, factors=factors_of(value) & kept, fills=fills_of(value) & kept)
