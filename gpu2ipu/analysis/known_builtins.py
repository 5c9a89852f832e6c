"""What Python's builtin functions give back."""

from __future__ import annotations

import functools

from gpu2ipu.analysis.arguments import Arguments
from gpu2ipu.analysis.dicts import dict_call
from gpu2ipu.analysis.kinds import NONE, UNKNOWN, Kind, Value, collection, constant, join, list_of

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
        rows = first.rows if first.kind in (Kind.ARRAY, Kind.DATASET) else None
        known_length = first.kind is Kind.COLLECTION and first.items
        count = len(first.items) if known_length else rows
        return (
            constant(count)
            if count is not None
            else Value(Kind.CONSTANT, dtype="int64", factors=first.factors)
        )
    if name in ("max", "min", "next") and first.items and (first.kind is Kind.GENERATOR or first.is_list):
        return first.items[0]
    if name in ("max", "min"):
        numbers = [value.number for value in arguments.positional]
        return (
            constant((max if name == "max" else min)(n for n in numbers if n is not None))
            if (len(numbers) > 1 and None not in numbers)
            else Value(Kind.CONSTANT)
        )
    if name == "int":
        number = first.constant
        return (
            constant(int(number)) if isinstance(number, (int, float)) else Value(Kind.CONSTANT, dtype="int64")
        )
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


def _listed(name: str, first: Value) -> Value:
    """A list of what another list, or a generator, holds."""
    if first.kind is Kind.COLLECTION and name in ("list", "tuple") and not first.is_dict:
        return first
    if first.is_dict:
        return list_of(*map(constant, first.keys or ()))
    return (
        list_of(*first.items) if first.kind in (Kind.COLLECTION, Kind.GENERATOR) or first.is_list else UNKNOWN
    )
