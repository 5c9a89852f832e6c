"""The statements on which another one depends."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.dataflow.slices import needed_for
from gpu2ipu.analysis.syntax.script import parse


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1\nb = 2\nend(a)", "a = 1"),
        ("a = 1\nb = a + 1\nend(b)", "a = 1; b = a + 1"),
        ("x = 1\nx = f(x)\nx = g(x)\nend(x)", "x = 1; x = f(x); x = g(x)"),
        ("x = f()\nx = g()\nend(x)", "x = g()"),
        ("x, y = f()\nend(y)", "x, y = f()"),
        ("a.b = 1\nend(a)", "a.b = 1"),
        ("x = []\nfor i in n:\n    x += [i]\nend(x)", "x = []; for i in n:\n    x += [i]"),
        ("with s:\n    x = 1\n    y = 2\nend(x)", "x = 1"),
        ("x = []\nx.append(1)\nend(x)", "x = []; x.append(1)"),
        ("x = []\nprint(x)\nend(x)", "x = []"),
        ("def f():\n    return x\nx = 1\nend(f)", "def f():\n    return x"),
        ("x = 1\ndef f():\n    return x\nend(f)", "x = 1; def f():\n    return x"),
        ("end(a)\na = 1", ""),
    ],
)
def test_slices(code: str, expected: str) -> None:
    script = parse(Path("a.py"), code)
    calls = [node for node in script.nodes if isinstance(node, ast.Call)]
    place = next(call for call in calls if ast.unparse(call.func) == "end")
    changing = [script.parents[call] for call in calls if ast.unparse(call.func) == "x.append"]
    found = needed_for(
        script, script.tree.body, place, [each for each in changing if isinstance(each, ast.stmt)]
    )
    others = [each for each in found if place not in ast.walk(each)]
    assert "; ".join(map(ast.unparse, sorted(others, key=lambda each: each.lineno))) == expected
