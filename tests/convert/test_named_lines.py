"""Messages that name lines go with them."""

from __future__ import annotations

import pytest

from gpu2ipu.convert.named_lines import renumbered


@pytest.mark.parametrize(
    ("message", "before", "after", "expected"),
    [
        ("line 7 mixes", (), (), "line 9 mixes"),
        ("(line 7, line 12)", (), (), "(line 9, line 14)"),
        ("line 7 of data.py", (), (), "line 7 of data.py"),
        (
            "data.py, line 7: line 3 mixes (and so on in line 9)",
            (),
            (),
            "data.py, line 7: line 3 mixes (and so on in line 9)",
        ),
        ("a pipeline 7, lines 3", (), (), "a pipeline 7, lines 3"),
        ("line 3 of cell 2", (1, 10), (1, 12), "line 3 of cell 2"),
        ("line 3 of cell 2", (1, 10), (1, 10), "line 5 of cell 2"),
    ],
)
def test_two_lines_more(message: str, before: tuple[int, ...], after: tuple[int, ...], expected: str) -> None:
    assert renumbered(message, lambda line: line + 2, before, after) == expected
