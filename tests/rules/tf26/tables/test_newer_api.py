"""The table of newer names, against TensorFlow 2.6 itself: it has the old ones and lacks the new ones."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.rules.tf26.tables.newer_api import (
    NEWER_API,
    NEWER_DATASET_METHODS,
    NEWER_MODEL_METHODS,
    NO_EFFECT,
    SEEDS_ALL,
)

THERE = """
import functools, json, sys
import tensorflow

def is_there(name):
    try:
        functools.reduce(getattr, name.split(".")[1:], tensorflow.keras if name[0] == "k" else tensorflow)
    except AttributeError:
        return False
    return True

print(json.dumps([name for name in json.load(sys.stdin) if is_there(name)]))
"""

NEW = [
    *NEWER_API,
    *NO_EFFECT,
    SEEDS_ALL,
    *(f"keras.Model.{name}" for name in NEWER_MODEL_METHODS),
    *(f"tensorflow.data.Dataset.{name}" for name in NEWER_DATASET_METHODS),
]
OLD = sorted({old for _, old in NEWER_API.values() if old is not None})


@pytest.mark.tf26
def test_tensorflow_2_6_lacks_the_new_names_and_has_the_old_ones(python38: str) -> None:
    asked = json.dumps([*NEW, *OLD])
    child = subprocess.run(
        [python38, "-c", THERE], input=asked, capture_output=True, text=True, timeout=120, check=True
    )
    assert json.loads(child.stdout.splitlines()[-1]) == OLD


def test_what_takes_a_place_is_not_newer_itself() -> None:
    assert NEWER_API.keys().isdisjoint(OLD)
