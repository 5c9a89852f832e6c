"""What a later round finds is reported at lines of the script."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.convert.original_lines import in_original
from gpu2ipu.edits import Remove, Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity

MODEL = """\
from tensorflow import keras

inputs = keras.Input((4,))
x = keras.layers.Dense(8)(inputs)
outputs = keras.layers.Dense(1)(x)
model = keras.Model(inputs, outputs)
model.compile("adam", "mse")
"""


def lines(original: str, rewritten: str) -> list[int]:
    """The line of the original for each line of the rewritten text."""
    count = len(rewritten.splitlines())
    found = [
        Finding("IPU999", "name", Severity.ERROR, Span(line, 0, line, 1), "") for line in range(1, count + 1)
    ]
    before, after = (parse(Path("a.py"), text) for text in (original, rewritten))
    moved = in_original(before, after, found)
    return [finding.span.line for finding in moved]


@pytest.mark.parametrize(
    ("original", "rewritten", "expected"),
    [
        ("a\nb\n", "a\nb\n", [1, 2]),
        ("a\nb\n", "a\nnew\nnew\nb\n", [1, 2, 2, 2]),
        ("a\nb\nc\n", "a\nwith s:\n    b\nc\n", [1, 2, 2, 3]),
        ("a\nb\nc\n", "a\nc\n", [1, 3]),
        (
            "model.compile(1)\nmodel.fit(x)\n",
            "n = len(x)\nwith s:\n  model.compile(1, n)\nmodel.fit(x[:n])\n",
            [1, 1, 1, 2],
        ),
        ("\n\na = f(1)\nc", "\n\n\n\na = f(1, 2)\nb\n\nc", [1, 2, 3, 3, 3, 4, 4, 4]),
    ],
)
def test_lines_keep_their_numbers(original: str, rewritten: str, expected: list[int]) -> None:
    assert lines(original, rewritten) == expected


@pytest.mark.parametrize("above", ["", "# a comment\n\n"])
def test_stages_which_come_after_the_scope(above: str) -> None:
    converted = convert_text(Path("train.py"), above + MODEL, Config(pipeline_stages=2))
    first = above.count("\n")
    found = [finding for finding in converted.applied if finding.rule == "IPU401"]
    assert [finding.span.line - first for finding in found] == [6]
    assert [finding.span for finding in converted.applied] == sorted(each.span for each in converted.applied)


def test_lines_that_a_message_names() -> None:
    """The second round finds the batch that mixes samples, below the import that the first one adds."""
    text = """\
import keras
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))


def standard(x, y):
    return (x - tf.reduce_mean(x, axis=0)) / tf.math.reduce_std(x, axis=0), y


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(), "mse")
model.fit(data.batch(10, drop_remainder=True).map(standard))
model.evaluate(data.batch(16).map(standard))
model.predict(data.batch(16).map(standard))
"""
    converted = convert_text(Path("train.py"), text, Config())
    (evaluated,) = (each for each in converted.applied if each.rule == "IPU201")
    assert "line 8 mixes" in evaluated.message
    mixing = 1 + next(n for n, line in enumerate(converted.text.splitlines()) if "reduce_std" in line)
    (comment,) = (line for line in converted.text.splitlines() if "# gpu2ipu: IPU201" in line)
    assert f"line {mixing} mixes" in comment
    (predicted,) = converted.left
    assert f"line {mixing} mixes" in predicted.message


def test_edits_of_a_later_round_are_at_lines_of_the_script() -> None:
    before, after = (parse(Path("a.py"), text) for text in ("a()\nb()\n", "new()\na()\nb()\n"))
    place = Span(3, 0, 3, 3)
    fix = Fix("title", Safety.SAFE, (Remove(place),))
    (moved,) = in_original(before, after, [Finding("IPU999", "name", Severity.ERROR, place, "", fix)])
    assert moved.fix and moved.fix.edits == (Remove(Span(2, 0, 2, 3)),)
