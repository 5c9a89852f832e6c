"""Names and parameters drawn at random from the generated table, looked for in the packages themselves.

Unlike the tool that writes the table, this asks for one name after the other, by `getattr` and `inspect` alone.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import GONE, SDK, PublicName

SYMBOLS, PARAMETERS, SEED = 400, 200, 14

#: Prints the releases of TensorFlow and Keras, which names are there, and what each function takes.
ASK = """
import functools, inspect, json, sys
import tensorflow as tf

try:
    import keras
    if keras.__version__ < "3":
        keras = tf.keras
except ImportError:
    keras = tf.keras
MISSING = object()


def found(name):
    top, *below = name.split(".")
    for value in (keras, tf.keras) if top == "keras" else (tf,):
        for part in below:
            value = getattr(value, part, MISSING)
        if value is not MISSING:
            return value
    return MISSING


def taken(value):
    called = value.__init__ if inspect.isclass(value) else value
    names = list(inspect.signature(called).parameters)
    return [name for name in names if name != "self"]


names, functions = json.load(sys.stdin)
there = [name for name in names if found(name) is not MISSING]
keras_release = ".".join(getattr(keras, "__version__", tf.__version__).split(".")[:2])
answer = {
    "tensorflow": ".".join(tf.__version__.split(".")[:2]),
    "keras": keras_release,
    "there": there,
    "taken": {name: taken(found(name)) for name in functions},
}
print("ANSWER" + json.dumps(answer))
"""


def asked(python: str, names: list[str], functions: list[str]) -> dict[str, Any]:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    environment.pop("TF_USE_LEGACY_KERAS", None)
    child = subprocess.run(
        [python, "-c", ASK],
        input=json.dumps([names, functions]),
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    lines = [line for line in child.stdout.splitlines() if line.startswith("ANSWER")]
    assert lines, child.stderr[-3000:]
    answer: dict[str, Any] = json.loads(lines[0].removeprefix("ANSWER"))
    return answer


def public(name: str) -> PublicName:
    found = public_api.find(name)
    assert found is not None
    return found


def takers(release: str) -> Iterator[str]:
    """The functions and classes whose parameters are known in a release."""
    for name in sorted(public_api.names()):
        if release != SDK and name.startswith("keras."):
            continue
        text = public(name).at(release)
        if text.startswith("(") and public(name).kind in ("function", "class", "method"):
            yield name


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_400_names_are_there_or_not_as_the_table_says(python38: str) -> None:
    drawn = random.Random(SEED).sample(sorted(public_api.names()), SYMBOLS)
    wrong = []
    for python in (python38, sys.executable):
        answer = asked(python, drawn, [])
        for name in drawn:
            release = answer["keras" if name.startswith("keras.") else "tensorflow"]
            expected = public(name).at(release) != GONE
            if expected is not (name in answer["there"]):
                wrong.append((name, release, public(name).at(release)))
    assert not wrong


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_200_parameters_are_taken_as_the_table_says(python38: str) -> None:
    for python, release in ((python38, SDK), (sys.executable, "")):
        release = release or asked(python, [], [])["tensorflow"]
        pairs = [
            (name, parameter.name) for name in takers(release) for parameter in parameters_at(name, release)
        ]
        drawn = random.Random(SEED).sample(pairs, PARAMETERS // 2)
        answer = asked(python, [], sorted({name for name, _ in drawn}))
        assert not [(name, each) for name, each in drawn if each not in answer["taken"][name]]


def parameters_at(name: str, release: str) -> tuple[public_api.Parameter, ...]:
    return public_api.ReleaseChange(release, public(name).at(release)).parameters or ()
