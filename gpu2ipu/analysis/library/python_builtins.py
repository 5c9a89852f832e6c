"""What Python's builtin functions give back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from gpu2ipu.analysis.library.tf_data import iterator_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, collection, list_of
from gpu2ipu.analysis.values.data import Dataset, PythonGenerator, iterated
from gpu2ipu.analysis.values.dicts import dict_call
from gpu2ipu.analysis.values.divisors import NO_DIVISORS
from gpu2ipu.analysis.values.library_objects import Slice
from gpu2ipu.analysis.values.scalars import Number, Text, constant
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, altered, each_of, join

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
    """Return what a builtin gives, by its name."""
    first = arguments.positional[0] if arguments.positional else UNKNOWN
    if name == "len":
        return _length(first)
    if name in ("max", "min", "next") and (found := _any_item(first)) is not None:
        others = (*arguments.positional[1:2], *arguments.keywords.values())  # the default
        return functools.reduce(join, others, found) if name == "next" else found
    if name == "iter" and isinstance(first, Dataset):
        return iterator_of(first)
    if name in ("max", "min"):
        several = _items_of_one(arguments)
        if several and not all(isinstance(item, Number) for item in several):
            return each_of(several)
        return _extreme(max if name == "max" else min, several or arguments.positional)
    if name == "int":
        number = first.constant
        if isinstance(number, (int, float)):
            return constant(int(number))
        return Number(dtype="int64")
    if name in ("str", "repr"):
        return Text()
    if name == "dict":
        return dict_call(arguments)
    if name == "enumerate":
        return _enumerated(first)
    if name == "zip" and all(map(iterated, arguments.positional)):
        return list_of(collection(*(each_of(iterated(value)) for value in arguments.positional)))
    if name in ("list", "tuple", "reversed", "sorted", "set"):
        return _listed(name, first)
    if name == "slice" and arguments.positional:
        bounds = arguments.positional if len(arguments.positional) > 1 else (NONE, first)
        return Slice("slice", bounds=(*bounds, NONE)[:3])
    if name == "range":
        return list_of(Number(dtype="int64"))
    if name in _NUMBERS:
        return Number(dtype=_NUMBERS[name])
    return UNKNOWN


def _length(value: Value) -> Value:
    if isinstance(value, (ListOrTuple, Dict)) and value.items:
        return constant(len(value.items))
    number = value.rows if isinstance(value, Array) else value.length if isinstance(value, Dataset) else None
    if number is not None:
        return constant(number)
    return Number(dtype="int64", factors=value.factors if isinstance(value, Array) else NO_DIVISORS)


def _extreme(choose: Callable[[Iterable[int]], int], values: Sequence[Value]) -> Value:
    """The largest or the smallest of several numbers, where all are known."""
    numbers = [value.number for value in values if value.number is not None]
    return constant(choose(numbers)) if len(numbers) == len(values) > 1 else Number()


def _items_of_one(arguments: Arguments) -> tuple[Value, ...]:
    """The items of the only argument, if they are known: what `max` and `min` choose from."""
    given = arguments.positional
    return given[0].items if len(given) == 1 and isinstance(given[0], ListOrTuple) else ()


def _any_item(value: Value) -> Value | None:
    """Any item of a generator, or of a list or dict of unknown length."""
    return value.item if isinstance(value, (PythonGenerator, ListOf, DictOf)) else None


def _enumerated(value: Value) -> Value:
    """The items, each with its number."""
    number = Number(dtype="int64")
    if isinstance(value, (ListOrTuple, Dict)):
        return collection(*(collection(number, item) for item in value.items))
    return list_of(collection(number, each_of(iterated(value))))


def _listed(name: str, first: Value) -> Value:
    """A list, or a tuple, of what another one, or a generator, holds."""
    container = name if name == "tuple" else "list"
    if isinstance(first, ListOrTuple) and name in ("list", "tuple"):
        return altered(first, container=container)
    if isinstance(first, (Dict, DictOf)):
        keys = first.keys if isinstance(first, Dict) else None
        found = list_of(*map(constant, keys or ()))
    else:
        found = list_of(*(() if isinstance(first, Dataset) else iterated(first)))
    return altered(found, container=container) if isinstance(found, ListOf) else UNKNOWN
