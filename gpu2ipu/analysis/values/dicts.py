"""Dicts: what those of a script hold after it has made, merged and changed them, where the keys are constants."""

from __future__ import annotations

import sys

from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    Value,
    altered,
    collection,
    constant,
    dict_of,
    join,
    list_of,
)

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
    """Whether a function from outside of the script, by its qualified name, may change a dict that it is given."""
    top = name.partition(".")[0]
    return top not in _HARMLESS and top not in sys.stdlib_module_names


def is_known(value: Value) -> bool:
    """Whether a value is a dict of which all keys are known."""
    return value.keys is not None


# Methods that leave a dict as it is.
READING = ("get", "items", "keys", "values", "copy")


def some(*items: Value) -> Value:
    """A dict of such items, under keys that nobody knows."""
    return altered(list_of(*items), is_dict=True)


def dict_call(arguments: Arguments) -> Value:
    """What `dict(...)` gives."""
    first = arguments.get(0)
    pair = first.items[0] if first is not None and len(first.items) == 1 else UNKNOWN
    if first is not None and not is_known(first) and len(pair.items) == 2:
        return some(pair.items[1])
    if arguments.starred or (first is not None and not is_known(first)):
        return UNKNOWN
    return merged(first or dict_of({}), dict_of(dict(arguments.keywords)))


def merged(first: Value, second: Value) -> Value:
    """A new dict of the items of two dicts, the second one's where both have a key."""
    entries = first.entries
    for key, value in second.entries.items():
        if value.may_be_missing and key in entries:
            value = altered(join(entries[key], value), may_be_missing=entries[key].may_be_missing)
        entries[key] = value
    return dict_of(entries)


def with_item(owner: Value, key: Value, item: Value) -> Value:
    """A dict after `owner[key] = item`."""
    if key.constant is None:
        return some(*owner.items, item)
    return dict_of({**owner.entries, key.constant: item})


def without_item(owner: Value, key: Value) -> Value:
    """A dict after `del owner[key]`."""
    if key.constant is None:
        return some(*owner.items)
    return dict_of({known: value for known, value in owner.entries.items() if known != key.constant})


def item(owner: Value, key: Value, default: Value | None = None) -> Value:
    """`owner[key]`, or the default where the dict may not have it; any item where the key is not known."""
    if key.constant is None:
        items = owner.items if default is None else (*owner.items, default)
        return altered(list_of(*items).items[0], may_be_missing=False) if items else UNKNOWN
    default = UNKNOWN if default is None else default
    found = owner.entries.get(key.constant)
    if found is None:
        return default
    return altered(join(found, default), may_be_missing=False) if found.may_be_missing else found


def entry(owner: Value, key: Value) -> Value:
    """`owner[key]`, which the dict must have; any item where the key is not known."""
    if key.constant is None:
        return list_of(*owner.items).items[0] if owner.items else UNKNOWN
    found = owner.entries.get(key.constant, UNKNOWN)
    return altered(found, may_be_missing=False) if found.may_be_missing else found


def changed(owner: Value, method: str, arguments: Arguments) -> Value | None:
    """The dict after a call of one of its methods; None when the method leaves it as it was."""
    key = arguments.get(0) or UNKNOWN
    if method == "update":
        given = arguments.get(0)
        if arguments.starred or (given is not None and not is_known(given)):
            return some(*owner.items, UNKNOWN)
        return merged(owner, merged(given or dict_of({}), dict_of(dict(arguments.keywords))))
    if method == "setdefault":
        default = arguments.get(1) or NONE
        return with_item(owner, key, item(owner, key, default))
    if method == "pop":
        return without_item(owner, key)
    if method == "popitem":
        return some(*owner.items, UNKNOWN)
    return dict_of({}) if method == "clear" else None


def result(owner: Value, method: str, arguments: Arguments) -> Value:
    """What a method of a dict gives."""
    key = arguments.get(0) or UNKNOWN
    if method in ("get", "setdefault", "pop"):
        return item(owner, key, arguments.get(1) or (UNKNOWN if method == "pop" else NONE))
    if method == "copy":
        return altered(owner)
    if method in ("items", "keys", "values"):
        names = [constant(name) for name in owner.keys] if owner.keys else [UNKNOWN] * len(owner.items)
        pairs = [collection(*pair) for pair in zip(names, owner.items)]
        parts = pairs if method == "items" else names if method == "keys" else owner.items
        is_open = owner.keys is None or any(value.may_be_missing for value in owner.items)
        return list_of(*parts) if is_open else collection(*parts)
    return UNKNOWN
