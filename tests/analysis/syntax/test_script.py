"""A script's spans count characters as people do, whatever the bytes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script, moved, parse, same_code
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


def test_scripts_with_the_same_text_are_different() -> None:
    assert script("a = 1") != script("a = 1")


@pytest.mark.parametrize("text", ["print 'hello'", "def f(:\n", "    x = 1"])
def test_what_is_not_python_3_raises(text: str) -> None:
    with pytest.raises(SyntaxError):
        script(text)


def test_a_moved_script_keeps_its_nodes_and_has_the_places_of_the_new_text() -> None:
    before, after = script("f(1, x)\n"), script("# a comment\nf(\n    1,\n    x,\n)\n")
    nodes = list(ast.walk(before.tree))
    found = moved(before, after)
    assert list(ast.walk(found.tree)) == nodes
    assert [found.span(node) for node in nodes if isinstance(node, ast.expr)] == [
        after.span(node) for node in ast.walk(after.tree) if isinstance(node, ast.expr)
    ]
    assert (found.text, facts_of(found).script) == (after.text, found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(1)\n", "f(True)\n"),
        ("f(1)\n", "f(1.0)\n"),
        ("f(1)\n", "f(1, 2)\n"),
        ("a + b\n", "a - b\n"),
        ("x = 'a'\n", "x = 'b'\n"),
        ("return_ = 1\n", "return_: int = 1\n"),
        ("def f(a, b): pass\n", "def f(a, *, b): pass\n"),
    ],
)
def test_a_script_that_says_something_else_is_not_a_moved_one(one: str, other: str) -> None:
    parsed = script(other)
    assert moved(script(one), parsed) is parsed
    assert same_code(script(one).tree, script(one).tree) is not None
