"""Datasets whose number of batches need not suit a pipeline: how many a call takes in the port."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.port.batching.outcomes import Regrouped
from gpu2ipu.port.batching.regrouped_batches import taken_batches
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.analysis.evaluated import script_of

MODEL = """
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.set_pipeline_stage_assignment([0, 1])
model.compile("sgd", "mse")
x, u = np.zeros((1001, 4), "float32"), np.load("u.npy")
fixed = tf.data.Dataset.from_tensor_slices((x, x)).batch(20, drop_remainder=True)
odd = tf.data.Dataset.from_tensor_slices((x, x)).batch(25, drop_remainder=True)
known = tf.data.Dataset.from_tensor_slices((u, u)).batch(20, drop_remainder=True)
open_size = tf.data.Dataset.from_tensor_slices((u, u)).batch(n, drop_remainder=True)
partial = tf.data.Dataset.from_tensor_slices((u, u)).batch(20)


def batches():
    while True:
        yield u[:20], u[:20]
"""


@pytest.mark.parametrize(
    ("code", "number", "text", "is_cut"),
    [
        ("model.evaluate(fixed)", 50, "len(fixed)", None),
        ("model.evaluate(fixed.take(7))", 14, None, True),
        ("model.evaluate(fixed, steps=7)", 14, "7 * 2", True),
        ("model.evaluate(fixed, steps=n * 2)", None, "n * 2", None),
        ("model.evaluate(odd.take(7))", 6, None, False),  # of 29 samples
        ("model.evaluate(odd, steps=7)", 7, "7", None),  # left
        ("model.evaluate(known)", None, "len(known) * 2", True),
        ("model.evaluate(open_size)", None, "len(even_batches(open_size, 2))", False),
        ("model.predict(known)", None, "len(known) * 2", True),
        ("model.predict(open_size)", None, "-(-len(open_size) // 2) * 2", False),
        ("model.evaluate(partial)", None, "len(partial) // 2 * 2", None),  # in parts
        ("model.evaluate(batches(), steps=7)", 14, "7 * 2", None),  # which becomes a dataset first
        ("model.evaluate(fixed.repeat(), steps=7)", 14, "7 * 2", True),
    ],
)
def test_taken_batches(code: str, number: int | None, text: str | None, is_cut: bool | None) -> None:
    script = script_of(MODEL + code)
    (fit_call,) = fit_calls_of(script)
    taken = taken_batches(Port(script, Target(ipus=2, stages=2)), fit_call, "x", "steps")
    written = taken.steps.expression and ast.unparse(taken.steps.expression)
    cut = [each.is_cut for each in taken.changes if isinstance(each, Regrouped)]
    assert (taken.steps.number, cut) == (number, [] if is_cut is None else [is_cut])
    assert text is None or written == text
    assert taken.steps.is_multiple_of(2) is ("odd, steps" not in code)
