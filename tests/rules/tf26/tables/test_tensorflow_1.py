"""The tables of TensorFlow 1 against TensorFlow 2.6 itself: the old names are not there, what takes their place is."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.rules.tf26.tables.tensorflow_1 import GONE_PACKAGES, NAMES_BELOW, NAMES_OF_1, NAMES_OF_2

ASK = """
import functools, json, sys
import tensorflow

def is_there(name):
    try:
        return functools.reduce(getattr, name.split("."), tensorflow) is not None
    except AttributeError:
        return False

print(json.dumps([name for name in json.load(sys.stdin) if is_there(name)]))
"""


@pytest.mark.tf26
def test_names(python38: str) -> None:
    old = sorted(NAMES_OF_1 | NAMES_BELOW)
    kept = [name for name in old if name not in GONE_PACKAGES]
    asked = [*old, *NAMES_OF_2.values(), *(f"compat.v1.{name}" for name in kept)]
    ran = subprocess.run(
        [python38, "-c", ASK], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    there = set(json.loads(ran.stdout))
    assert there.isdisjoint(old)
    assert set(asked) - there == set(old)


def test_what_takes_their_place_is_of_old_names() -> None:
    assert NAMES_OF_2.keys() <= NAMES_OF_1 | NAMES_BELOW
