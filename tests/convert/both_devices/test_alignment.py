"""Which statements of a port are those of its original."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.convert.both_devices.alignment import Occurrence, aligned


def pairs(old: str, new: str) -> list[tuple[str, str]]:
    def text(occurrence: Occurrence | None) -> str:
        return "" if occurrence is None else ast.unparse(occurrence.node)

    return [(text(pair.old), text(pair.new)) for pair in aligned(ast.parse(old).body, ast.parse(new).body)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a()\nb()", "a()\nb()", [("a()", "a()"), ("b()", "b()")]),
        ("a()\nc()", "a()\nb()\nc()", [("a()", "a()"), ("", "b()"), ("c()", "c()")]),
        ("m.fit(x)", "m.fit(y, 2)", [("m.fit(x)", "m.fit(y, 2)")]),
        ("m.fit(x)", "n.fit(x)", [("m.fit(x)", ""), ("", "n.fit(x)")]),
        ("a = f()", "n = 2\na = g(n)", [("", "n = 2"), ("a = f()", "a = g(n)")]),
        ("a()\nb()", "with s:\n    a()\nb()", [("a()", "a()"), ("b()", "b()")]),
        ("with d:\n    a()\n    b()", "a()\nb()", [("a()", "a()"), ("b()", "b()")]),
        (
            "with t as t:\n    a()",
            "with t as t:\n    b()",
            [("with t as t:\n    a()", "with t as t:\n    b()")],
        ),
        ("def f():\n    a()", "def f(n=1):\n    b()", [("def f():\n    a()", "def f(n=1):\n    b()")]),
    ],
)
def test_pairs(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(old, new) == expected


def test_a_statement_knows_the_blocks_that_were_opened() -> None:
    (pair,) = aligned(ast.parse("a()").body, ast.parse("with s:\n    with p:\n        a()").body)
    assert pair.old is not None and pair.old.opened == ()
    assert pair.new is not None and [ast.unparse(block.items[0]) for block in pair.new.opened] == ["s", "p"]
