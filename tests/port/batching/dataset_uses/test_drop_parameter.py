"""A parameter of the functions around a batch call, where calls for training and for prediction can be told apart."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.port.batching.dataset_uses.drop_parameter import drop_parameter
from gpu2ipu.rewrite import apply
from tests.port.proposed import script_of

ROWS = "tf.data.Dataset.from_tensor_slices(np.zeros((100, 4)))"
BATCHES = f"""
def batches(n, **options):
    return {ROWS}.batch(n)

def load(training=False):
    return batches(32)
"""


def ported(code: str) -> str | None:
    """The code, where what is called `train` drops the remainder and all else does not."""
    script = script_of(BATCHES + code + "\nprint(train, test)")
    facts = facts_of(script)
    node = next(each for each in ast.walk(script.tree) if ast.unparse(each) == f"{ROWS}.batch(n)")
    assert isinstance(node, ast.Call)
    (printed,) = (
        each
        for each in ast.walk(script.tree)
        if ast.unparse(each) == "print(train, test)" and isinstance(each, ast.Call)
    )
    values = list(map(facts.value, printed.args))
    drops, keeps = (value.batched_by for value in values if isinstance(value, Dataset))
    drop = drop_parameter(facts, node, drops, keeps)
    return None if drop is None else apply(script.text, drop.edits)


def test_the_call_for_training_gives_an_argument() -> None:
    port = ported("train, test = batches(32), batches(n=8)")
    assert port is not None
    assert "def batches(n, drop_remainder=False, **options):" in port
    assert ".batch(n, drop_remainder=drop_remainder)" in port
    assert "train, test = batches(32, drop_remainder=True), batches(n=8)" in port


def test_functions_between_hand_it_on() -> None:
    port = ported("train = load(True)\ntest = load()")
    assert port is not None
    assert "def load(training=False, drop_remainder=False):" in port
    assert "return batches(32, drop_remainder=drop_remainder)" in port
    assert "train = load(True, drop_remainder=True)\ntest = load()" in port


def test_a_function_in_between_of_training_alone_gets_no_parameter() -> None:
    port = ported("train, test = load(), batches(8)")
    assert port is not None
    assert "def load(training=False):\n    return batches(32, drop_remainder=True)" in port


def test_a_name_that_the_script_has_is_not_taken() -> None:
    port = ported("drop_remainder = 3\ntrain, test = batches(32), batches(8)")
    assert port is not None
    assert "train, test = batches(32, drops_remainder=True), batches(8)" in port


@pytest.mark.parametrize(
    "code",
    [
        "train = test = batches(32)",
        "train, test = [batches(n) for n in (8, 32)]",
        "train, test = map(batches, (8, 32))",
        "for train in map(load, (False, True)):\n    test = train",
    ],
)
def test_calls_that_cannot_be_told_apart(code: str) -> None:
    assert ported(code) is None
