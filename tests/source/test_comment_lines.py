"""Comments of a script, and the lines that one statement takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.source.comment_lines import Layout, layout

TEXT = '''\
# first
# second
a = 1  # beside
b = """# none
""" + f(  # in a call
    2,
    # alone in a call
)
if a:
    # above
    c = 3
'''


def layout_of(text: str) -> Layout:
    return layout(parse(Path("a.py"), text))


def test_comments_are_those_of_the_tokenizer() -> None:
    found = layout_of(TEXT)
    assert found.comments == {
        1: "# first",
        2: "# second",
        3: "# beside",
        5: "# in a call",
        7: "# alone in a call",
        10: "# above",
    }


@pytest.mark.parametrize(
    ("line", "statement"), [(3, (3, 3)), (4, (4, 8)), (5, (4, 8)), (6, (4, 8)), (9, (9, 9)), (1, (1, 1))]
)
def test_the_lines_of_a_statement(line: int, statement: tuple[int, int]) -> None:
    assert layout_of(TEXT).statement(line) == statement


def test_lines_of_a_backslash_alone_belong_to_the_statement_below() -> None:
    found = layout_of("a = 1\nif a:\n    \\\n\\\n  a = \\\n3\nb = 2\n")
    assert [found.statement(line) for line in (1, 2, 3, 5, 6, 7)] == [(1, 1), (2, 2), *3 * [(3, 6)], (7, 7)]


@pytest.mark.parametrize(("line", "above"), [(3, [2, 1]), (4, []), (11, [10]), (1, [])])
def test_comments_above_a_line(line: int, above: list[int]) -> None:
    assert layout_of(TEXT).above(line) == above


def test_a_file_may_end_without_a_line_break() -> None:
    assert layout_of("a = 1  # b").comments == {1: "# b"}
