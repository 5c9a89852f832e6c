"""A script's spans count characters as people do, whatever the bytes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.edits import Span


def script(text: str) -> Script:
    return parse(Path("train.py"), text)


def calls(text: str) -> list[tuple[Span, str]]:
    found = script(text)
    nodes = [node for node in ast.walk(found.tree) if isinstance(node, ast.Call)]
    return [(found.span(node), found.source(node)) for node in nodes]


@pytest.mark.parametrize(
    ("text", "span", "source"),
    [
        ("f(1)\n", Span(1, 0, 1, 4), "f(1)"),
        ("é = f(1)\n", Span(1, 4, 1, 8), "f(1)"),
        ("x = 'ü', f('ä', 1)\n", Span(1, 9, 1, 18), "f('ä', 1)"),
        ("f(\n  1,\n  2)\n", Span(1, 0, 3, 4), "f(\n  1,\n  2)"),
        ("f(\r\n  1)\r\n", Span(1, 0, 2, 4), "f(\n  1)"),
        ("a = 1\rf(2)\r", Span(2, 0, 2, 4), "f(2)"),
        ("a = '\x0c'\nf(3)\n", Span(2, 0, 2, 4), "f(3)"),
        ("a = '\u2028'; f(4)\n", Span(1, 9, 1, 13), "f(4)"),
    ],
    ids=[
        "ascii",
        "letter before",
        "letters inside",
        "lines",
        "CRLF",
        "CR",
        "form feed",
        "line separator",
    ],
)
def test_span_and_source(text: str, span: Span, source: str) -> None:
    assert calls(text) == [(span, source)]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("if a:\n    f(1);\n", (2, 8)),
        ("if a: f(1); g(2) ; # done\n", (1, 16)),
        ("try:\n    f()\nfinally:\n    if b:\n        'ü'; g() \\\n ;\n", (5, 16)),
        ("for a in b:\n    f(';')\n", (2, 10)),
    ],
    ids=["line", "one line", "nested", "none"],
)
def test_a_block_ends_before_the_semicolon_behind_it(text: str, end: tuple[int, int]) -> None:
    script = parse(Path("a.py"), text)
    assert script.span(script.tree.body[0])[2:] == end


def test_scripts_with_the_same_text_are_different() -> None:
    assert script("a = 1") != script("a = 1")


@pytest.mark.parametrize("text", ["print 'hello'", "def f(:\n", "    x = 1"])
def test_what_is_not_python_3_raises(text: str) -> None:
    with pytest.raises(SyntaxError):
        script(text)


def test_a_script_below_others_is_numbered_through() -> None:
    code, borders = "f(é,\n  x)\ny = 1\n", frozenset({3})
    alone, below = parse(Path("a.py"), code, borders), parse(Path("a.py"), code, borders, above=7)
    assert below.borders == {10} and below.lines == alone.lines
    nodes = [node for script in (alone, below) for node in script.nodes if isinstance(node, ast.expr)]
    first, second = nodes[: len(nodes) // 2], nodes[len(nodes) // 2 :]
    assert [below.span(node) for node in second] == [alone.span(node).moved(7) for node in first]
    assert [below.source(node) for node in second] == [alone.source(node) for node in first]
