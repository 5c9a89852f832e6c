"""Numbers and strings, and either of two."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.scalars import Number, Text, constant, scalar
from gpu2ipu.analysis.values.value import UNKNOWN, Value, join


def test_literals() -> None:
    assert constant(3) == Number(3, "int64", frozenset({3}))
    assert constant(True) == Number(True, "bool")
    assert constant("a") == Text("a")
    assert (constant(3).number, constant(True).number, constant(3.0).number) == (3, None, None)
    assert (constant("a").dtype, scalar("str"), scalar("int8")) == ("str", Text(), Number(dtype="int8"))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (constant(3), constant("a"), UNKNOWN),
        (constant(3), constant(4), Number(dtype="int64")),
        (constant(3), constant(3.5), Number()),
        (constant(1), constant(True), Number()),
        (constant("a"), constant("b"), Text()),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
