"""Statements as they are written."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.convert.both_devices.code import code_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a( 1 )  # one", "a( 1 )  # one"),
        ("if x:\n    f(1,\n      2)", "f(1,\n  2)"),
        ("if x:\n    @d\n    def f():\n\n        return 1  # one", "@d\ndef f():\n\n    return 1  # one"),
        ('if x:\n    s = """a\n    b"""', "s = 'a\\n    b'"),
    ],
)
def test_code(text: str, code: str) -> None:
    script = parse(Path("a.py"), text)
    (node,) = script.tree.body
    assert code_of(script, node.body[0] if isinstance(node, ast.If) else node) == code
