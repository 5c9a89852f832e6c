"""Where the blocks of stages begin and end in functional models."""

from __future__ import annotations

import re

import pytest

from gpu2ipu.port.pipeline.outcomes import StagedModel
from tests.port.pipeline.staged import COMPILE, INPUT, in_scope, outcomes, staged


def stages(code: str, number: int = 2) -> dict[int, str]:
    """The stages of a port, with the names of the layers in each in the order of the text."""
    found: dict[int, list[str]] = {}
    depth = stage = -1
    for line in staged(code, number).splitlines():
        indent = len(line) - len(line.lstrip())
        if match := re.search(r"PipelineStage\((\d+)\)", line):
            depth, stage = indent, int(match[1])
        elif line.strip() and indent <= depth:
            depth = stage = -1
        elif stage >= 0:
            found.setdefault(stage, []).extend(re.findall(r"layers\.(\w+)\(", line))
    return {stage: " ".join(names) for stage, names in found.items()}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = layers.Dense(1)(i)\nx = layers.Dense(1)(x)", {0: "Dense", 1: "Dense"}),
        (
            "x = layers.Flatten()(i)\nx = layers.Dense(1)(x)\nx = layers.ReLU()(x)\nx = layers.Dense(1)(x)",
            {0: "Flatten Dense ReLU", 1: "Dense"},
        ),
        ("x = layers.Dense(1)(i)\nprint(x)\nx = layers.Dense(1)(x)", {0: "Dense", 1: "Dense"}),
        ("x = layers.Dense(1)(i)\nx = layers.Dense(1)(x)\ny = layers.LSTM(1)(n)", {0: "Dense", 1: "Dense"}),
        ("x = more(i)\nx = layers.Dense(1)(x)", {0: "", 1: "Dense"}),
        ("x = i * 2\nx = layers.Dense(1)(x)", {0: "", 1: "Dense"}),
        (
            "x = layers.Dense(1)(i)\nif n: x = layers.ReLU()(x)\nx = layers.Dense(1)(x)",
            {0: "Dense ReLU", 1: "Dense"},
        ),
        (
            "b = []\nb.append(layers.Dense(1)(i))\nb.append(layers.Dense(1)(i))\nx = layers.add(b)",
            {0: "Dense", 1: "Dense add"},
        ),
        (
            "x = layers.Dense(1)(i)\nx = layers.Dense(1)(x)\nfor _ in (1, 2): x = layers.Dense(1)(x)",
            {0: "Dense Dense", 1: "Dense"},
        ),
        (
            "with tf.name_scope('a'):\n    x = layers.Dense(1)(i)\n    x = layers.Dense(1)(x)\n"
            "x = layers.Dense(1)(x)\nx = layers.Dense(1)(x)",
            {0: "Dense Dense", 1: "Dense Dense"},
        ),
        (
            "with tf.name_scope('a'):\n    x = layers.Dense(1)(i)\n    x = layers.Dense(1)(x)",
            {0: "Dense", 1: "Dense"},
        ),
    ],
)
def test_stages(code: str, expected: dict[int, str]) -> None:
    whole = in_scope(f"{INPUT}{code}\nm = keras.Model(i, x)\n{COMPILE}")
    (outcome,) = outcomes(whole)
    assert isinstance(outcome, StagedModel)
    assert stages(whole) == expected
    assert staged(staged(whole)) == staged(whole)


def test_definitions_and_other_models_stay_outside() -> None:
    code = (
        "x = layers.Dense(1)(i)\nhidden = keras.Model(i, x)\nx = layers.ReLU()(x)\ndef f(): pass\n"
        "x = layers.Dropout(0.1)(x)\nx = layers.Dense(1)(x)\nm = keras.Model(i, x)\n"
    )
    text = staged(in_scope(INPUT + code + COMPILE))
    assert text.count("PipelineStage(0)") == 3
    assert "    hidden = " in text and "        hidden = " not in text
    assert "    def f" in text and "        def f" not in text


def test_the_statement_of_the_model_may_hold_its_last_layers() -> None:
    code = "x = layers.Dense(1)(i)\nm = keras.Model(i, layers.Dense(1)(x))\n"
    text = staged(in_scope(INPUT + code + COMPILE))
    assert "PipelineStage(1):\n        m = keras.Model(i, layers.Dense(1)(x))" in text
