"""What Python's builtin functions give back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.dicts import dict_call
from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    Kind,
    Value,
    altered,
    collection,
    constant,
    join,
    list_of,
)

# What these give, as NumPy would hold it.
_NUMBERS = {
    "float": "float64",
    "ord": "int64",
    "hash": "int64",
    "bool": "bool",
    "round": "",
    "abs": "",
    "sum": "",
}


def builtin_call(name: str, arguments: Arguments) -> Value:
    """What a builtin gives, by its name."""
    first = arguments.positional[0] if arguments.positional else UNKNOWN
    if name == "len":
        return _length(first)
    if name in ("max", "min", "next") and first.items and (first.kind is Kind.GENERATOR or first.is_list):
        return first.items[0]
    if name in ("max", "min"):
        return _extreme(max if name == "max" else min, arguments.positional)
    if name == "int":
        number = first.constant
        if isinstance(number, (int, float)):
            return constant(int(number))
        return Value(Kind.CONSTANT, dtype="int64")
    if name in ("str", "repr"):
        return Value(Kind.CONSTANT, dtype="str")
    if name == "dict":
        return dict_call(arguments)
    if name == "enumerate" and first.kind is Kind.COLLECTION:
        return collection(*(collection(Value(Kind.CONSTANT, dtype="int64"), item) for item in first.items))
    if name == "enumerate" and not first.items:
        return list_of(collection(Value(Kind.CONSTANT, dtype="int64"), UNKNOWN))
    if name == "enumerate":
        return list_of(collection(Value(Kind.CONSTANT, dtype="int64"), functools.reduce(join, first.items)))
    if name == "zip" and all(value.items for value in arguments.positional):
        return list_of(collection(*(functools.reduce(join, value.items) for value in arguments.positional)))
    if name in ("list", "tuple", "reversed", "sorted", "set"):
        return _listed(name, first)
    if name == "slice" and arguments.positional:
        bounds = arguments.positional if len(arguments.positional) > 1 else (NONE, first)
        return Value(Kind.EXTERNAL, name="slice", items=(*bounds, NONE)[:3])
    if name == "range":
        return list_of(Value(Kind.CONSTANT, dtype="int64"))
    if name in _NUMBERS:
        return Value(Kind.CONSTANT, dtype=_NUMBERS[name])
    return UNKNOWN


def _length(value: Value) -> Value:
    if value.kind is Kind.COLLECTION and value.items:
        return constant(len(value.items))
    if value.kind in (Kind.ARRAY, Kind.DATASET) and value.rows is not None:
        return constant(value.rows)
    return Value(Kind.CONSTANT, dtype="int64", factors=value.factors)


def _extreme(choose: Callable[[Iterable[int]], int], values: Sequence[Value]) -> Value:
    """The largest or the smallest of several numbers, where all are known."""
    numbers = [value.number for value in values if value.number is not None]
    return constant(choose(numbers)) if len(numbers) == len(values) > 1 else Value(Kind.CONSTANT)


def _listed(name: str, first: Value) -> Value:
    """A list, or a tuple, of what another one, or a generator, holds."""
    container = name if name == "tuple" else "list"
    if first.kind is Kind.COLLECTION and name in ("list", "tuple") and not first.is_dict:
        return altered(first, container=container)
    if first.is_dict:
        return altered(list_of(*map(constant, first.keys or ())), container=container)
    is_known = first.kind in (Kind.COLLECTION, Kind.GENERATOR) or first.is_list
    return altered(list_of(*first.items), container=container) if is_known else UNKNOWN
