"""IPU103: how often one matter is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text
from gpu2ipu.rules.setup.model_outside_scope import ModelOutsideScope

HEAD = "from tensorflow import keras\nfrom tensorflow.python import ipu\n"
BUILD = "def build():\n    m = keras.Sequential()\n    m.add(keras.layers.Dense(1))\n    return m\n"


@pytest.mark.parametrize(
    ("code", "messages"),
    [
        ("m = keras.Sequential()\nm.add(keras.layers.Dense(1))\nm.compile()", ["outside the scope"]),
        (BUILD, ["`build` creates Keras objects, and nothing in this script calls it"]),
        (BUILD + BUILD.replace("build", "again"), ["`build` and 1 more here create Keras objects"]),
        (BUILD + "m = build()", ["outside the scope"]),
        (BUILD + "with ipu.ipu_strategy.IPUStrategy().scope():\n    m = build()", []),
        # a script that has a scope knows what it does with its other functions
        (BUILD + "with ipu.ipu_strategy.IPUStrategy().scope():\n    m = keras.Sequential()", []),
        (
            "import tensorflow as tf\ns = tf.distribute.experimental.ParameterServerStrategy()\nm = keras.Sequential()",
            ["replace that by an IPUStrategy"],
        ),
    ],
)
def test_one_finding_for_one_matter(code: str, messages: list[str]) -> None:
    findings = check_text(Path("train.py"), HEAD + code, Config(), [ModelOutsideScope()])
    assert len(findings) == len(messages)
    assert all(message in finding.message for message, finding in zip(messages, findings, strict=True))
