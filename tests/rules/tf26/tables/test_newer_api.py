"""The tables of newer names, against TensorFlow 2.6 itself: it has the old ones and lacks the new ones."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.analysis.library import public_api
from gpu2ipu.rules.tf26.tables.newer_api import EQUIVALENTS, HINTS, NEWER_NAMES, NO_EFFECT, SEEDS_ALL, since

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


@pytest.mark.tf26
def test_tensorflow_2_6_lacks_the_new_names_and_has_the_old_ones(python38: str) -> None:
    new = [name for name in public_api.names() if name in NEWER_NAMES]
    old = [name for name in public_api.names() if name not in NEWER_NAMES]
    assert len(new) > 1000 and len(old) > 5000
    asked = json.dumps([*new, *old, *EQUIVALENTS.values()])
    child = subprocess.run(
        [python38, "-c", THERE], input=asked, capture_output=True, text=True, timeout=120, check=True
    )
    assert json.loads(child.stdout.splitlines()[-1]) == [*old, *EQUIVALENTS.values()]


@pytest.mark.parametrize("name", [*EQUIVALENTS, *HINTS, *NO_EFFECT, SEEDS_ALL])
def test_what_is_said_more_about_is_newer(name: str) -> None:
    assert name in NEWER_NAMES


def test_what_takes_a_place_is_not_newer_itself() -> None:
    assert not [name for name in EQUIVALENTS.values() if name in NEWER_NAMES]


@pytest.mark.parametrize(
    ("name", "release"),
    [
        ("keras.utils.set_random_seed", "TensorFlow 2.7"),
        ("keras.optimizers.AdamW", "TensorFlow 2.12"),
        ("keras.ops", "Keras 3"),
        ("tensorflow.data.Dataset.ragged_batch", "TensorFlow 2.12"),
        ("keras.layers.Dense", None),
        ("keras.layers.Dence", None),
    ],
)
def test_which_release_brought_a_name(name: str, release: str | None) -> None:
    assert since(name) == release
