"""The table of Python's newer library, against Python 3.8 and against the Python that runs the tests."""

from __future__ import annotations

import functools
import importlib
import json
import subprocess
import sys

import pytest

from gpu2ipu.analysis.library.python_generics import GENERIC
from gpu2ipu.rules.python38.tables import IN_TYPING_EXTENSIONS, NEWER_LIBRARY

THERE = """
import functools, importlib, json, sys

def is_there(name):
    parts = name.split(".")
    for number in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:number]))
            functools.reduce(getattr, parts[number:], module)
        except (ImportError, AttributeError):
            continue
        return True
    return False

print(json.dumps([name for name in json.load(sys.stdin) if is_there(name)]))
"""
LIBRARY = [name for name, version in NEWER_LIBRARY.items() if version.startswith("Python")]


def in_python(python: str, names: list[str]) -> list[str]:
    """Those of the names that an interpreter has."""
    child = subprocess.run(
        [python, "-c", THERE], input=json.dumps(names), capture_output=True, text=True, timeout=60, check=True
    )
    return list(json.loads(child.stdout))


def is_running(version: str) -> bool:
    return tuple(map(int, version.removeprefix("Python ").split("."))) <= sys.version_info


@pytest.mark.tf26
def test_python_3_8_has_none_of_it(python38: str) -> None:
    assert in_python(python38, [*NEWER_LIBRARY]) == []


@pytest.mark.tf26
def test_typing_extensions_has_what_is_taken_from_it(python38: str) -> None:
    names = sorted(name.replace("typing.", "typing_extensions.") for name in IN_TYPING_EXTENSIONS)
    assert in_python(python38, names) == names


def test_this_python_has_what_came_up_to_it() -> None:
    names = [name for name in LIBRARY if is_running(NEWER_LIBRARY[name])]
    assert in_python(sys.executable, names) == names


@pytest.mark.parametrize("name", [name for name, old in GENERIC.items() if old])
def test_typing_has_each_class_under_its_name_there(name: str) -> None:
    module, _, last = name.rpartition(".")
    there = getattr(importlib.import_module("typing"), str(GENERIC[name]))
    assert there.__origin__ is functools.reduce(getattr, [last], importlib.import_module(module))
