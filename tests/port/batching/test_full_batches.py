"""What becomes of a call: its steps, and the definitions of trimmed sizes."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.quantity import fixed, named
from gpu2ipu.analysis.values.value import UNKNOWN
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.full_batches import TrimmedNames, Trimming, full_steps
from gpu2ipu.port.batching.micro_batches import MicroBatches
from tests.port.proposed import batch_of, proposals, rows_of, script_of


@pytest.mark.parametrize(
    ("code", "number", "text"),
    [
        ("model.fit(x[:960], y[:960])", 30, "len(x[:960]) // 32"),
        ("model.fit(u, v, batch_size=n)", None, "len(u) // n"),
        ("model.predict(np.zeros((64, 4)))", 2, "64 // 32"),
        ("model.fit(x, y, batch_size=int(input()))", None, None),
        ("model.predict(np.load('u.npy'))", None, None),
    ],
)
def test_whole_steps(code: str, number: int | None, text: str | None) -> None:
    steps = full_steps(rows_of(code), batch_of(code))
    assert (steps.number, steps.expression and ast.unparse(steps.expression)) == (number, text)


@pytest.mark.parametrize(
    ("batch", "accumulation", "first", "with_steps", "lines"),
    [
        ("32", 1, (), True, ["steps = rows // 32", "size = steps * 32"]),
        ("32", 1, (), False, ["size = rows // 32 * 32"]),
        ("b * 2", 1, (), True, ["steps = rows // (b * 2)", "size = steps * (b * 2)"]),
        ("b", 1, ("rows = 9",), False, ["rows = 9", "size = rows // b * b"]),
        ("b", 4, (), True, ["steps = rows // b * 4", "size = steps * (b // 4)"]),
        ("b", 4, (), False, ["size = rows // b * b"]),
    ],
)
def test_definitions(
    batch: str, accumulation: int, first: tuple[str, ...], with_steps: bool, lines: list[str]
) -> None:
    whole = Batch(ast.parse(batch, mode="eval").body, UNKNOWN)
    size = whole.quantity // fixed(accumulation)
    micro_batches = MicroBatches(whole, size, accumulation)
    trimming = Trimming(named("rows"), micro_batches, TrimmedNames("steps", "size"), (), first)
    assert trimming.definitions(script_of(""), with_steps).splitlines() == lines


def test_the_reason_names_the_call() -> None:
    (left,) = proposals("model.evaluate(np.load('u.npy'), np.load('v.npy'))", "IPU202")
    assert "`evaluate` are computed in the call" in left.message
