"""What becomes of a call: its steps, and the definitions of trimmed sizes."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.quantity import Quantity, named
from gpu2ipu.port.batching.full_batches import TrimmedNames, Trimming, full_steps
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
    ("batch", "first", "with_steps", "lines"),
    [
        (None, (), True, ["steps = rows // 32", "size = steps * 32"]),
        (None, (), False, ["size = rows // 32 * 32"]),
        ("b * 2", (), True, ["steps = rows // (b * 2)", "size = steps * (b * 2)"]),
        ("b", ("rows = 9",), False, ["rows = 9", "size = rows // b * b"]),
    ],
)
def test_definitions(batch: str | None, first: tuple[str, ...], with_steps: bool, lines: list[str]) -> None:
    node = ast.parse(batch or "32", mode="eval").body
    trimming = Trimming(named("rows"), Quantity(None, node), TrimmedNames("steps", "size"), (), first)
    assert trimming.definitions(script_of(""), with_steps).splitlines() == lines


def test_the_reason_names_the_call() -> None:
    (left,) = proposals("model.evaluate(np.load('u.npy'), np.load('v.npy'))", "IPU202")
    assert "`evaluate` are computed in the call" in left.message
