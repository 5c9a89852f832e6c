"""What is batched for evaluation and prediction alone gets a batch size that divides its rows."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.datasets import kept_datasets, resized_datasets
from gpu2ipu.port.port import Port
from tests.port.proposed import script_of, shown

SLICES = "tf.data.Dataset.from_tensor_slices"
HEAD = """
import sys
from elsewhere import w, q
n = int(sys.argv[1])
u, v = np.zeros((n, 4)), np.zeros((n, 1))
model = keras.Sequential([layers.Dense(1)])


def rows(count):
    return tf.data.Dataset.from_tensor_slices((tf.zeros((count, 4)), tf.zeros((count, 1))))


"""


def sizes(code: str) -> list[str]:
    """The new batch sizes."""
    return [
        ast.unparse(each.size.written) for each in resized_datasets(Port(script_of(HEAD + code))).values()
    ]


def steps(code: str) -> list[Quantity | None]:
    """The steps of all feeding calls, and of the validations in them."""
    outcomes = outcomes_of(Port(script_of(HEAD + code)))
    return [part for each in outcomes for part in (each.steps, each.validation) if part is not None]


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("model.evaluate(rows(100).batch(32))", ["25"]),
        ("model.evaluate(rows(100).batch(batch_size=32, drop_remainder=False).cache())", ["25"]),
        ("model.evaluate(rows(101).batch(32))", ["101"]),
        ("model.evaluate(rows(7).batch(32))", ["7"]),
        ("model.fit(rows(7).batch(32))", ["7"]),
        ("model.fit(rows(7).batch(32).repeat(3))", ["7"]),
        ("model.fit(rows(96).batch(32), validation_data=rows(100).batch(32))", ["50"]),
        ("d = rows(100).batch(32)\nmodel.evaluate(d)\nmodel.evaluate(d)", ["25"]),
        ("d = rows(n)\nmodel.fit(x, y, validation_data=d.batch(32))", ["even_batch_size(len(d), 32)"]),
        (
            f"model.fit(x, y, validation_data={SLICES}(([p for p in sys.argv], u)).batch(32))",
            ["even_batch_size(len(u), 32)"],
        ),
        (
            f"p = [q for q in sys.argv]\nmodel.fit(x, y, validation_data={SLICES}((p, w)).batch(32))",
            ["even_batch_size(len(p), 32)"],
        ),
        (
            f"model.fit(x, y, validation_data={SLICES}(({{'p': w}}, q)).batch(32))",
            [f"even_batch_size(len({SLICES}(q)), 32)"],
        ),
        (
            f"model.fit(x, y, validation_data={SLICES}(w).batch(32))",
            [f"even_batch_size(len({SLICES}(w)), 32)"],
        ),
        ("d = rows(100).batch(32)\nfor x, y in d.take(1):\n    print(x)\nmodel.evaluate(d)", ["25"]),
    ],
)
def test_new_sizes(code: str, size: list[str]) -> None:
    assert sizes(code) == size


@pytest.mark.parametrize(
    "code",
    [
        "model.evaluate(rows(96).batch(32))",
        "model.fit(x, y, validation_data=rows(1009).batch(32))",
        "model.fit(rows(100).batch(32))",
        "d = rows(100).batch(32)\nmodel.fit(d)\nmodel.evaluate(d)",
        "model.evaluate(rows(100).batch(32), steps=2)",
        "model.evaluate(rows(100).batch(32).skip(1))",
        "model.evaluate(rows(100).batch(32).unbatch().batch(10))",
        "model.evaluate(rows(100).batch(32, drop_remainder=True))",
        "model.evaluate(rows(100).batch(32, n))",
        "model.evaluate(rows(100).batch(*sys.argv))",
        "model.evaluate(rows(100).padded_batch(32))",
        "model.evaluate(rows(n).batch(32))",
        "d = rows(n)\nmodel.evaluate(d.batch(int(sys.argv[2])))",
        "d = rows(n)\nmodel.evaluate(d.batch(32).take(2))",
        "model.evaluate(rows(100).filter(len).batch(32))",
        "for x, y in rows(100).batch(32):\n    print(x)",
    ],
)
def test_sizes_that_stay(code: str) -> None:
    assert sizes(code)[:1] in ([], ["n"])


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("model.evaluate(rows(1009).batch(32))", ["32"]),
        ("model.predict(rows(1009).batch(32))", ["32"]),
        ("d = rows(n)\nmodel.evaluate(d.batch(32))", ["even_batch_size(len(d), 32)"]),
        ("d = rows(n)\nmodel.predict(d.batch(32))", ["32"]),
        (
            "d = rows(n)\np = d.batch(32)\nmodel.predict(p)\nmodel.evaluate(p)",
            ["even_batch_size(len(d), 32)"],
        ),
        ("d = rows(n).batch(32)\nmodel.evaluate(d)\nmodel.fit(d)", []),  # no sample of it is kept
        ("d = rows(n)\nmodel.evaluate(d.shuffle(9).batch(32))", []),  # each part would have other samples
        ("d = rows(n)\nmodel.evaluate(d.batch(32), steps=3)", []),
        ("d = rows(1009)\nmodel.evaluate(d.batch(32), *sys.argv)", []),
        ("d = rows(1000)\nmodel.evaluate(d.batch(32))", []),
    ],
)
def test_a_partial_batch_that_is_kept(code: str, size: list[str]) -> None:
    kept = kept_datasets(Port(script_of(HEAD + code)))
    assert [ast.unparse(each.size.written) for each in kept.values()] == size


SHARED = """
def batched(x, y, size=32):
    return tf.data.Dataset.from_tensor_slices((x, y)).batch({size})


"""


@pytest.mark.parametrize(
    ("size", "code", "found"),
    [
        ("32", "model.fit(u, v, validation_data=batched(u, v))", ["even_batch_size(len(x), 32)"]),
        ("32", "model.fit(u, v, validation_data=batched(u[:10], v[:10]))", ["even_batch_size(len(x), 32)"]),
        ("32", "model.fit(batched(u[:64], v[:64]), validation_data=batched(u, v))", []),
        ("size", "model.fit(batched(u, v))", []),
    ],
)
def test_function_that_batches_what_it_is_given(size: str, code: str, found: list[str]) -> None:
    assert sizes(SHARED.format(size=size) + code) == found


def test_function_that_is_given_fewer_rows_than_a_batch_once() -> None:
    code = SHARED.format(size="size") + """
a, b = tf.zeros((100, 4)), tf.zeros((10, 4))
model.fit(batched(a, a), validation_data=batched(b, b))
"""
    assert sizes(code) == ["min(size, len(x))"]
    assert list(map(shown, steps(code))) == [(3, None), (1, None)]
