"""Lines as Python counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.source import lines


@given(st.text(alphabet="ab \r\n\f\x85\u2028"))
def test_nothing_is_lost_and_only_ends_of_lines_divide(text: str) -> None:
    assert "".join(lines.split(text)) == text
    assert all(line.rstrip("\r\n").count("\n") == 0 for line in lines.split(text))
    assert len(lines.split(text + "a")) == text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


@pytest.mark.parametrize(
    ("line", "text", "end"),
    [("a\r\n", "a\r\nb\n", "\r\n"), ("b", "a\r\nb", "\r\n"), ("a", "a", "\n"), ("a\r", "a\r", "\r")],
)
def test_the_end_of_a_line(line: str, text: str, end: str) -> None:
    assert lines.end_of(line, text) == end
