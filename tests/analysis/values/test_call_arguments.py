"""Arguments are found by position or keyword, as in a call."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.value import NONE, Value, constant

GIVEN = Arguments((constant(1), constant(2)), {"size": constant(3), "x": NONE})


@pytest.mark.parametrize(
    ("position", "keywords", "expected"),
    [
        (0, ("shape",), constant(1)),
        (1, ("size",), constant(3)),
        (9, ("shape", "size"), constant(3)),
        (-1, ("size",), constant(3)),
        (-1, ("shape",), None),
        (2, ("shape",), None),
        (0, ("x",), NONE),
    ],
)
def test_get(position: int, keywords: tuple[str, ...], expected: Value | None) -> None:
    assert GIVEN.get(position, *keywords) == expected
