"""Annotations that Python 3.8 cannot evaluate."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.rules.python38.annotations import newer_annotations


def script(code: str) -> Script:
    return parse(Path("script.py"), textwrap.dedent(code))


def evaluated(code: str) -> list[str]:
    read = script(code)
    return [ast.unparse(annotation) for annotation, _ in newer_annotations(read, facts_of(read))]


@pytest.mark.parametrize(
    "code, expected",
    [
        ("def f(a: int | None, *b: list[int], c: str = '') -> dict[str, int]: ...", 3),
        ("class A:\n    x: tuple[int, ...]\n    def f(self):\n        self.y: list[int] = []\n", 1),
        ("if True:\n    x: set[int]\n", 1),
        ("try:\n    pass\nexcept ValueError:\n    x: set[int]\n", 1),
        ("from collections import abc\nx: abc.Sequence[int]\n", 1),
        ("def f():\n    x: list[int] = []\n    def g(y: type[int]): ...\n", 1),
        ("import typing\nx: typing.List[int]\ny: 'int | None'\nz: typing.Optional[int]\n", 0),
        ("def f():\n    x: int | None = None\n", 0),
    ],
)
def test_annotations_that_are_evaluated(code: str, expected: int) -> None:
    assert len(evaluated(code)) == expected
