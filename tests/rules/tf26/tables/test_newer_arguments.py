"""The table of newer arguments, against TensorFlow 2.6 itself: nothing there takes one by name."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.rules.tf26.tables.newer_arguments import DEPENDS_ON, NEWER_ARGUMENTS, NEWER_MODEL_ARGUMENTS

TAKEN = """
import functools, inspect, json, sys
import tensorflow

def parameters(name):
    top = tensorflow.keras if name[0] == "k" else tensorflow
    return inspect.signature(functools.reduce(getattr, name.split(".")[1:], top)).parameters

asked = json.load(sys.stdin)
print(json.dumps([[name, a] for name, given in asked.items() for a in given if a in parameters(name)]))
"""

ASKED = {name: list(arguments) for name, arguments in NEWER_ARGUMENTS.items()} | {
    f"keras.Model.{method}": list(arguments) for method, arguments in NEWER_MODEL_ARGUMENTS.items()
}


@pytest.mark.tf26
def test_tensorflow_2_6_takes_none_of_them(python38: str) -> None:
    child = subprocess.run(
        [python38, "-c", TAKEN],
        input=json.dumps(ASKED),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(child.stdout.splitlines()[-1]) == []


def test_what_depends_on_another_stands_beside_it() -> None:
    for arguments in NEWER_ARGUMENTS.values():
        for argument in DEPENDS_ON.keys() & arguments.keys():
            assert DEPENDS_ON[argument] in arguments
