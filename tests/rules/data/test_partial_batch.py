"""IPU201: what is said of the rows that are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text
from gpu2ipu.findings import Finding, Safety
from gpu2ipu.rules.data.partial_batch import PartialBatch

SCRIPT = """
import sys
import tensorflow as tf
n = int(sys.argv[1])
data = tf.data.Dataset.range({rows})
model = tf.keras.models.load_model("m")
model.{call}
"""


def findings(rows: str, call: str) -> tuple[Finding, ...]:
    text = SCRIPT.format(rows=rows, call=call)
    return check_text(Path("train.py"), text, Config(), [PartialBatch()])


@pytest.mark.parametrize(
    ("rows", "call", "message", "safety"),
    [
        ("100", "fit(data.batch(32))", "the last batch may be partial: 4 samples", Safety.REVIEW),
        ("n", "fit(data.batch(32))", "the last batch may be partial", Safety.REVIEW),
        ("96", "fit(data.batch(32))", "the shape of a batch is not static", Safety.SAFE),
        ("n", "fit(data.repeat().batch(32))", "the shape of a batch is not static", Safety.SAFE),
        ("96", "predict(data.batch(32))", "the shape of a batch is not static", Safety.SAFE),
        (
            "n",
            "predict(data.batch(32))",
            "`predict` takes a dataset whose last batch may be partial",
            Safety.SAFE,
        ),
        ("100", "predict(data.batch(32))", "the last batch may be partial: 4 samples", Safety.SAFE),
        ("n", "predict(data.batch(*sys.argv))", "dropping it would lose predictions", None),
        ("100", "evaluate(data.batch(32))", "the last batch may be partial: 4 samples", Safety.SAFE),
        (
            "1009",
            "evaluate(data.batch(32))",
            "`evaluate` takes a dataset whose last batch may be partial",
            Safety.REVIEW,  # nothing says that the metrics are means
        ),
        ("20", "fit(data.batch(32))", "the last batch may be partial: 20 samples", Safety.SAFE),
        ("100", "fit(data.batch(*sys.argv))", "the last batch may be partial", None),
        ("100", "fit(data.batch(**vars(n)))", "the last batch may be partial", None),
    ],
)
def test_messages_and_safety(rows: str, call: str, message: str, safety: Safety | None) -> None:
    (finding,) = findings(rows, call)
    assert message in finding.message
    assert (finding.fix.safety if finding.fix else None) is safety


@pytest.mark.parametrize(
    "call", ["fit(data.batch(32, n))", "fit(data.batch(32, drop_remainder=n))", "fit(data.batch(32, True))"]
)
def test_a_remainder_that_is_or_may_be_dropped_is_silent(call: str) -> None:
    assert not findings("100", call)


@pytest.mark.parametrize(
    ("call", "is_said"),
    [
        ("fit(data.batch(32).repeat(), steps_per_epoch=int(sys.argv[2]))", True),
        ("fit(data.batch(32), steps_per_epoch=int(sys.argv[2]))", False),
        ("evaluate(data.batch(32).repeat(), steps=unheard_of())", True),
        ("fit(data.batch(32), steps_per_epoch=n // 32)", False),
        ("fit(data.repeat().batch(32), steps_per_epoch=int(sys.argv[2]))", False),
        ("fit(data.batch(32))", False),
    ],
)
def test_steps_that_cannot_be_seen_must_not_count_the_short_batch(call: str, is_said: bool) -> None:
    finding, *_ = findings("n", call)
    assert ("must not count the partial batch" in finding.message) is is_said


ADAPTED = """
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4))).shuffle(100).batch(32)
scale = tf.keras.layers.Normalization()
scale.adapt(data)
model = tf.keras.Sequential([scale, tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data.map(lambda rows: (rows, rows)))
"""


def test_what_a_layer_adapts_on_without_some_samples_is_said() -> None:
    (finding,) = check_text(Path("train.py"), ADAPTED, Config(), [PartialBatch()])
    assert (
        "the script also reads the dataset itself, where these samples will be missing (line 5)"
        in finding.message
    )
