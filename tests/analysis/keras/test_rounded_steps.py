"""Steps that count the short batch of a dataset, or for which it has too few batches."""

from __future__ import annotations

import pytest

from gpu2ipu.findings import Safety
from tests.port.proposed import outcome, proposals

# 1010 rows make 32 batches of 32, the last one short; of `v` nobody knows the number.
SETS = """
import math
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
other = tf.data.Dataset.from_tensor_slices((u, v)).batch(32)
count = math.ceil(len(v) / 32)
"""


def said(call: str, rule: str) -> list[tuple[str, Safety, bool]]:
    found = proposals(SETS + f"model.compile('sgd', 'mse')\nmodel.{call}", rule)
    return [(proposal.title, proposal.safety, bool(proposal.edits)) for proposal in found]


@pytest.mark.parametrize(
    ("call", "title"),
    [
        ("fit(train, steps_per_epoch=32, epochs=3)", "steps_per_epoch=len(train)"),
        ("fit(train, epochs=3, steps_per_epoch=-(-1010 // 32))", "steps_per_epoch=len(train)"),
        ("fit(x[:64], y[:64], validation_data=train, validation_steps=32)", "validation_steps=len(train)"),
        ("evaluate(train, steps=32)", "steps=len(train)"),
    ],
)
def test_all_batches_of_a_known_number(call: str, title: str) -> None:
    assert said(call, "IPU201") == [(title, Safety.SAFE, True)]


@pytest.mark.parametrize(
    "steps",
    [
        "math.ceil(len(v) / 32)",
        "int(np.ceil(len(v) / 32))",
        "len(v) // 32 + 1",
        "-(-len(v) // 32)",
        "count",
    ],
)
def test_steps_that_are_rounded_up(steps: str) -> None:
    assert said(f"fit(other, steps_per_epoch={steps})", "IPU201") == [
        ("steps_per_epoch=len(other)", Safety.REVIEW, True)
    ]


def test_what_becomes_of_them_sets_the_steps_of_an_execution() -> None:
    steps = outcome(SETS + "model.fit(train, steps_per_epoch=32)").steps
    assert steps.number == 31


@pytest.mark.parametrize(
    "call",
    [
        "fit(train, steps_per_epoch=len(train), epochs=3)",
        "fit(train.repeat(), steps_per_epoch=32, epochs=3)",
        "fit(train, steps_per_epoch=31)",
        "fit(other, steps_per_epoch=len(v) // 32)",
        "fit(other, steps_per_epoch=1 + 1)",
        "fit(train.map(unheard_of).unbatch().batch(10, True), steps_per_epoch=count)",
        "predict(train, steps=20)",
    ],
)
def test_steps_that_count_no_short_batch(call: str) -> None:
    assert said(call, "IPU201") == []


def test_steps_of_batches_of_which_some_are_taken_are_of_all_as_the_script_has_it() -> None:
    ((title, _, is_fixed),) = said("fit(other.take(7), steps_per_epoch=count)", "IPU201")
    assert (title, is_fixed) == ("steps_per_epoch=len(v) // 32", True)


@pytest.mark.parametrize(
    ("call", "is_said"),
    [
        ("fit(train, steps_per_epoch=10, epochs=4)", True),
        ("fit(train, steps_per_epoch=10, epochs=3)", False),
        ("fit(train, steps_per_epoch=40)", True),
        ("fit(train, steps_per_epoch=10, epochs=4, initial_epoch=2)", False),
        ("fit(train.repeat(), steps_per_epoch=40, epochs=4)", False),
        ("fit(train.repeat(2), steps_per_epoch=40, epochs=2)", True),
        ("fit(x[:64], y[:64], epochs=9, validation_data=train, validation_steps=10)", False),
        ("fit(x[:64], y[:64], epochs=9, validation_data=train, validation_steps=33)", True),
        ("evaluate(train, steps=33)", True),
        ("fit(other, steps_per_epoch=33, epochs=9)", False),
    ],
)
def test_too_few_batches(call: str, is_said: bool) -> None:
    assert bool(said(call, "IPU207")) is is_said
    assert not any(edits for _, _, edits in said(call, "IPU207"))
