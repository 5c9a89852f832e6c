"""The tables of older names and arguments, against TensorFlow 2.6 itself: the old is not there, the new one is."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.analysis.library.keras import ROW_COUNTS
from gpu2ipu.rules.tf26.tables.older_keras import (
    GONE_ARGUMENTS,
    GONE_NAMES,
    MERGE_MODES,
    OLDER_ARGUMENTS,
    OLDER_MODEL_ARGUMENTS,
    OLDER_MODULES,
    OLDER_NAMES,
    RAISING_NAMES,
)

ASK = """
import functools, inspect, json, sys
import tensorflow

def thing(name):
    return functools.reduce(getattr, name.split(".")[1:], tensorflow.keras)

def is_there(name):
    try:
        return thing(name) is not None
    except AttributeError:
        return False

def has(name, argument):
    found = thing(name)
    if name == "keras.Model":  # made of inputs and outputs it is a model of another class
        found = type(found(*[tensorflow.keras.Input((1,))] * 2))
    made = [owner.__init__ for owner in found.__mro__] if inspect.isclass(found) else [found]
    return any(argument in inspect.signature(each).parameters for each in made)

asked = json.load(sys.stdin)
print(json.dumps({
    "names": [name for name in asked["names"] if is_there(name)],
    "arguments": [pair for pair in asked["arguments"] if has(*pair)],
    "methods": [pair for pair in asked["methods"] if has(*pair)],
}))
"""


Pairs = list[tuple[str, str]]


def module(name: str) -> str:
    return name.rpartition(".")[0]


OLD_NAMES = [*OLDER_NAMES, *(f"keras.{name}" for name in OLDER_MODULES)]
# `keras.layers.merge` is no name of 2.6, and the metrics of old are classes with other names there
GONE = [name for name in GONE_NAMES if name not in RAISING_NAMES]
NEW_NAMES = [
    *(f"{module(old)}.{new}" for old, new in OLDER_NAMES.items()),
    *(f"keras.{name}" for name in OLDER_MODULES.values()),
    *(f"keras.layers.{name}" for name in MERGE_MODES.values()),
]
OLD_ARGUMENTS = [(name, old) for name, renamed in OLDER_ARGUMENTS.items() for old in renamed]
NEW_ARGUMENTS = [(name, each.name) for name, renamed in OLDER_ARGUMENTS.items() for each in renamed.values()]
GONE_PAIRS = [(name, old) for name, gone in GONE_ARGUMENTS.items() for old in gone]
OLD_METHODS = [
    (f"keras.Model.{name}", old) for name, renamed in OLDER_MODEL_ARGUMENTS.items() for old in renamed
]
NEW_METHODS = [
    *(
        (f"keras.Model.{name}", each.name)
        for name, all_ in OLDER_MODEL_ARGUMENTS.items()
        for each in all_.values()
    ),
    *((f"keras.Model.{name}", new) for name, counts in ROW_COUNTS.items() for new, _ in counts.values()),
]


def there(python: str, names: list[str], arguments: Pairs, methods: Pairs) -> tuple[list[str], Pairs, Pairs]:
    """Those that TensorFlow 2.6 has."""
    asked = json.dumps({"names": names, "arguments": arguments, "methods": methods})
    child = subprocess.run(
        [python, "-c", ASK], input=asked, capture_output=True, text=True, timeout=120, check=True
    )
    found = json.loads(child.stdout.splitlines()[-1])
    return found["names"], [tuple(pair) for pair in found["arguments"]], [tuple(p) for p in found["methods"]]


@pytest.mark.tf26
def test_tensorflow_2_6_has_nothing_of_the_old(python38: str) -> None:
    assert there(python38, OLD_NAMES + GONE, OLD_ARGUMENTS + GONE_PAIRS, OLD_METHODS) == ([], [], [])


@pytest.mark.tf26
def test_tensorflow_2_6_has_all_of_the_new(python38: str) -> None:
    names, arguments, methods = there(python38, NEW_NAMES, NEW_ARGUMENTS, NEW_METHODS)
    assert (names, arguments, methods) == (NEW_NAMES, NEW_ARGUMENTS, NEW_METHODS)


@pytest.mark.tf26
@pytest.mark.parametrize("name", RAISING_NAMES)
def test_what_only_raises_an_error_does(python38: str, name: str) -> None:
    program = f"import tensorflow\ntensorflow.{name}('a: 1')"
    done = subprocess.run([python38, "-c", program], capture_output=True, text=True, check=False)
    assert "RuntimeError: Method `model_from_yaml()` has been removed" in done.stderr
