"""What Python 3.8 can neither read nor evaluate."""

from __future__ import annotations

import ast
import sys
import textwrap
from pathlib import Path

import pytest

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.script import Script, parse
from gpu2ipu.plan.newer_syntax import newer_annotations, newer_grammar


def script(code: str) -> Script:
    return parse(Path("script.py"), textwrap.dedent(code))


def found(code: str) -> list[tuple[int, str]]:
    return [(span.line, what) for span, what in newer_grammar(script(code))]


def evaluated(code: str) -> list[str]:
    read = script(code)
    return [ast.unparse(annotation) for annotation, _ in newer_annotations(read, facts_of(read))]


@pytest.mark.parametrize(
    "code, line, what",
    [
        ("x = 1\nmatch x:\n    case 1:\n        pass\n", 2, "`match` (Python 3.10)"),
        ("with (open('a') as f, open('b') as g):\n    pass\n", 1, "a `with` in parentheses (Python 3.9)"),
        ("with (\n    open('a') as f,  # :\n):\n    pass\n", 1, "a `with` in parentheses (Python 3.9)"),
        ("def f():\n    with (a as b, c[1:2]):\n        pass\n", 2, "a `with` in parentheses (Python 3.9)"),
        pytest.param(
            "try:\n    pass\nexcept* ValueError:\n    pass\n",
            1,
            "`except*` (Python 3.11)",
            marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python cannot read it either"),
        ),
        pytest.param(
            "def f[T](x: T):\n    pass\n",
            1,
            "`type` parameters (Python 3.12)",
            marks=pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python cannot read it either"),
        ),
    ],
)
def test_newer_grammar(code: str, line: int, what: str) -> None:
    assert found(code) == [(line, what)]


@pytest.mark.parametrize(
    "code",
    [
        "with (open('a')) as f, (open('b')) as g:\n    pass\n",
        "with (open('a')):\n    pass\n",
        "import re\nmatch = re.match('a', 'b')\nprint(match(1))\n",
        "def f(a, /, b):\n    return (c := a)\n",
    ],
)
def test_older_grammar(code: str) -> None:
    assert found(code) == []


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
