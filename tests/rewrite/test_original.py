"""The script as it was: line ends, code at spans, positions of nodes."""

from __future__ import annotations

import libcst as cst
import pytest

from gpu2ipu.edits import Span
from gpu2ipu.rewrite.original import Original, inside, located

ORIGINAL = Original("a = 1\r\nb = (2,\n  3)\rc = 4", "\n")


@pytest.mark.parametrize(("line", "newline"), [(1, "\r\n"), (2, "\n"), (3, "\r"), (4, "\r")])
def test_a_line_ends_as_it_does_or_as_the_one_above(line: int, newline: str) -> None:
    assert ORIGINAL.newline(line) == newline


def test_a_script_of_one_line_without_an_end_has_the_default() -> None:
    assert Original("a = 1", "\r\n").newline(1) == "\r\n"


def test_code_at_a_span() -> None:
    assert ORIGINAL.code(Span(2, 4, 3, 4)) == "(2,\n  3)"
    assert ORIGINAL.code(Span(1, 4, 1, 5)) == "1"


def test_positions_are_those_of_libcst() -> None:
    module = cst.parse_module("a = f(1)\n")
    positions, code = located(module)
    wrapper = cst.metadata.MetadataWrapper(module, unsafe_skip_copy=True)
    assert code == "a = f(1)\n"
    assert dict(positions) == dict(wrapper.resolve(cst.metadata.PositionProvider))


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (Span(2, 0, 3, 4), True),
        (Span(2, 1, 2, 2), True),
        (Span(1, 9, 2, 2), False),
        (Span(3, 0, 3, 5), False),
    ],
)
def test_a_span_inside_another_one(inner: Span, expected: bool) -> None:
    assert inside(inner, Span(2, 0, 3, 4)) is expected
