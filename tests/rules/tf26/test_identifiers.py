"""Texts that stand for something of Keras, against the functions `get` of TensorFlow 2.6 itself."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.rules.tf26.identifiers import Identifier, newer_identifiers
from gpu2ipu.rules.tf26.tables.newer_identifiers import NEWER_IDENTIFIERS

TAKEN = """
import json, sys
import tensorflow as tf

def is_taken(module, text):
    try:
        return getattr(tf.keras, module).get(text) is not None
    except ValueError:
        return False
    except TypeError as error:
        return "missing" in str(error)

print(json.dumps([[module, text] for module, text in json.load(sys.stdin) if is_taken(module, text)]))
"""


def found(code: str) -> list[Identifier]:
    script = parse(Path("train.py"), f"from tensorflow import keras\n{code}\n")
    return list(newer_identifiers(script, facts_of(script)))


def replaced() -> dict[tuple[str, str], str]:
    """The texts that have a replacement, with it."""
    answer = {}
    for module, texts in NEWER_IDENTIFIERS.items():
        for text in texts:
            for each in found(f"f = keras.{module}.get({text!r})"):
                if each.edits:
                    answer[module, text] = each.replacement.strip("'\"")
    return answer


@pytest.mark.tf26
def test_tensorflow_2_6_takes_the_replacements_and_no_newer_text(python38: str) -> None:
    newer = [(module, text) for module, texts in NEWER_IDENTIFIERS.items() for text in sorted(texts)]
    old = [(module, text) for (module, _), text in replaced().items() if not text.startswith("tf.")]
    assert len(newer) > 100 and len(old) > 30
    child = subprocess.run(
        [python38, "-c", TAKEN],
        input=json.dumps([*newer, *old]),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(child.stdout.splitlines()[-1]) == [list(each) for each in old]


def test_the_replacements() -> None:
    texts = replaced()
    assert texts["metrics", "precision"] == "Precision"
    assert texts["initializers", "OrthogonalInitializer"] == "Orthogonal"
    assert ("optimizers", "adamw") not in texts and ("metrics", "kld") not in texts


@pytest.mark.parametrize(
    "code",
    [
        "model = keras.Sequential()\nmodel.compile('adamw', 'mse')",
        "model = keras.Sequential()\nmodel.compile(optimizer='adamw', loss=['mse'])",
        "layer = keras.layers.Dense(4, 'mish')",
        "layer = keras.layers.Dense(4, **{'activation': 'mish'})",
        "act = 'mish'\nlayer = keras.layers.Dense(4, activation=act)",
        "layers = [keras.layers.Dense(4, activation=a) for a in ('relu', 'mish')]",
        "layer = keras.layers.LSTM(4, recurrent_activation='hard_silu')",
        "loss = keras.losses.deserialize('dice')",
        "layer = keras.layers.deserialize({'class_name': 'Identity', 'config': {}})",
        "layer = keras.layers.deserialize({'class_name': 'Dense', 'config': {'units': 1, 'activation': 'mish'}})",
    ],
)
def test_where_texts_are(code: str) -> None:
    assert len(found(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "layer = keras.layers.Dense(4, 'silu')",
        "layer = keras.layers.Dense(4, name='mish')",
        "layer = own(4, activation='mish')",
        "model = keras.Sequential()\nmodel.compile('sgd', loss='mse', metrics=['accuracy'])",
    ],
)
def test_other_texts(code: str) -> None:
    assert not found(code)
