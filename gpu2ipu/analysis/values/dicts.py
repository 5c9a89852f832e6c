"""Dicts: what those of a script hold after it has made, merged and changed them, where the keys are constants."""

from __future__ import annotations

import sys
from typing import TypeGuard

from gpu2ipu.analysis.values.arrays import Array, part_of
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    dict_of,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.data import iterated
from gpu2ipu.analysis.values.scalars import Text, constant
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Unknown, Value, altered, each_of, join

# Modules whose functions leave the dicts alone that they are given, beside those of Python.
_HARMLESS = {
    "builtins",
    "keras",
    "tensorflow",
    "numpy",
    "pandas",
    "sklearn",
    "matplotlib",
    "seaborn",
    "tqdm",
    "yaml",
    "wandb",
    "mlflow",
    "ray",
    "optuna",
}


def may_change(name: str) -> bool:
    """True if a function from outside of the script, by its qualified name, may change a dict that it is given."""
    top = name.partition(".")[0]
    return top not in _HARMLESS and top not in sys.stdlib_module_names


def is_known(value: Value) -> TypeGuard[Dict]:
    """True if a value is a dict of which all keys are known."""
    return isinstance(value, Dict) and value.keys is not None


def holds_known(value: Value) -> bool:
    """True if a value is a dict of which all keys are known, or a list or dict with one somewhere in it."""
    return is_known(value) or any(map(holds_known, items_in(value)))


# Methods that leave a dict as it is.
READING = ("get", "items", "keys", "values", "copy")


def some(*items: Value) -> DictOf:
    """Return a dict of such items, under keys that nobody knows."""
    return DictOf(each_of(items))


def dict_call(arguments: Arguments) -> Value:
    """Return what `dict(...)` gives."""
    first = arguments.get(0)
    if isinstance(first, Array) and first.container == "table":
        return some(part_of(first, first.rows))  # its columns by their names
    if first is not None and not is_known(first):
        items = iterated(first)
        pair = items_in(items[0]) if len(items) == 1 else ()
        return some(pair[1]) if len(pair) == 2 else UNKNOWN
    return UNKNOWN if arguments.starred else merged(first or Dict(keys=()), dict_of(arguments.keywords))


def merged(first: Dict, second: Dict) -> Dict:
    """Return a new dict of the items of two dicts, the second one's where both have a key."""
    entries = {**first.entries}
    for key, value in second.entries.items():
        may_stay = key in second.optional and key in entries
        entries[key] = join(entries[key], value) if may_stay else value
    always = (entries.keys() - first.optional) & first.entries.keys()
    always |= second.entries.keys() - second.optional
    return Dict(tuple(entries.values()), tuple(entries), frozenset(entries.keys() - always))


def with_item(owner: Dict, key: Value, item: Value) -> Dict | DictOf:
    """Return a dict after `owner[key] = item`."""
    if key.constant is None:
        return some(*owner.items, item)
    entries = {**owner.entries, key.constant: item}
    return Dict(tuple(entries.values()), tuple(entries), owner.optional - {key.constant})


def without_item(owner: Dict, key: Value) -> Dict | DictOf:
    """Return a dict after `del owner[key]`."""
    if key.constant is None:
        return some(*owner.items)
    entries = {known: value for known, value in owner.entries.items() if known != key.constant}
    return Dict(tuple(entries.values()), tuple(entries), owner.optional - {key.constant})


def item(owner: Dict | DictOf, key: Value, default: Value | None = None) -> Value:
    """`owner[key]`, or the default where the dict may not have it; any item where the key is not known."""
    if key.constant is None:
        return each_of(items_in(owner) if default is None else (*items_in(owner), default))
    default = UNKNOWN if default is None else default
    if isinstance(owner, DictOf):
        return default
    found = owner.entries.get(key.constant)
    if found is None:
        return default
    return join(found, default) if key.constant in owner.optional else found


def entry(owner: Dict, key: Value) -> Value:
    """`owner[key]`, which the dict must have; any item where the key is not known."""
    if key.constant is None:
        return each_of(owner.items)
    return owner.entries.get(key.constant, UNKNOWN)


def changed(owner: Dict, method: str, arguments: Arguments) -> Value | None:
    """Return the dict after a call of one of its methods; None when the method leaves it as it was."""
    key = arguments.get(0) or UNKNOWN
    if method == "update":
        given = arguments.get(0) or Dict(keys=())
        if arguments.starred or not is_known(given):
            return some(*owner.items, UNKNOWN)
        return merged(owner, merged(given, dict_of(arguments.keywords)))
    if method == "setdefault":
        default = arguments.get(1) or NONE
        return with_item(owner, key, item(owner, key, default))
    if method == "pop":
        return without_item(owner, key)
    if method == "popitem":
        return some(*owner.items, UNKNOWN)
    return Dict(keys=()) if method == "clear" else None


def result(owner: Dict | DictOf, method: str, arguments: Arguments) -> Value:
    """Return what a method of a dict gives."""
    key = arguments.get(0) or UNKNOWN
    if method in ("get", "setdefault", "pop"):
        return item(owner, key, arguments.get(1) or (UNKNOWN if method == "pop" else NONE))
    if method == "copy":
        return altered(owner)
    return _view(owner, method) if method in ("items", "keys", "values") else UNKNOWN


def may_lack(method: str, arguments: Arguments) -> bool:
    """True for `get("key")`, which gives None where a dict does not have the key."""
    is_key_alone = len(arguments.positional) == 1 and not (arguments.keywords or arguments.starred)
    return method == "get" and is_key_alone and isinstance(arguments.positional[0], Text)


def _view(owner: Dict | DictOf, method: str) -> ListOrTuple | ListOf | Unknown:
    """Items, keys or values: as many as are certain, or some."""
    keys = owner.keys if isinstance(owner, Dict) else None
    items = items_in(owner)
    names: list[Value] = [UNKNOWN] * len(items) if keys is None else [constant(name) for name in keys]
    pairs = [collection(*pair) for pair in zip(names, items)]
    parts = pairs if method == "items" else names if method == "keys" else items
    is_open = not isinstance(owner, Dict) or keys is None or owner.optional
    return list_of(*parts) if is_open else collection(*parts)
