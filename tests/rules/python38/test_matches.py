"""Which `match` statements can be written with `if`, and the tests of their cases."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import MatchToIf
from gpu2ipu.rules.python38.matches import match
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("match a.b:\n case 'x': 1\n case -1: 2\n case _: 3", ("a.b == 'x'", "a.b == -1", "")),
        ("match a:\n case 'x' | b.Y: 1", ("a in ('x', b.Y)",)),
        ("match a:\n case None | 1: 1\n case True: 2", ("a is None or a == 1", "a is True")),
        ("match a:\n case None | 1 if b: 1", ("(a is None or a == 1) and b",)),
        ("match a:\n case 1 if b or c: 1\n case _ if b: 2", ("a == 1 and (b or c)", "b")),
        ("match f(a):\n case 1: 1", ("matched == 1",)),
        ("match a:\n case b: 1", None),
        ("match a:\n case _: 1", None),
        ("match a:\n case 1 as b: 1", None),
        ("match a:\n case [1, 2]: 1\n case _: 2", None),
        ("match a:\n case int(): 1", None),
        ("match a:\n case {'x': 1}: 1", None),
    ],
)
def test_tests_of_cases(code: str, tests: tuple[str, ...] | None) -> None:
    script = script_of(code)
    (node,) = (each for each in script.nodes if isinstance(each, ast.Match))
    (newer,) = match(script, facts_of(script), node)
    edits = [each for each in newer.edits if isinstance(each, MatchToIf)]
    assert [each.tests for each in edits] == ([tests] if tests else [])
