"""The names that a script uses, and names that it does not use."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.names import fresh_name, names_in
from gpu2ipu.analysis.syntax.script import parse


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a = b.c", {"a", "b"}),
        ("def f(x, *y, z=1, **k): pass", {"f", "x", "y", "z", "k"}),
        ("async def f(): pass", {"f"}),
        ("class C: pass", {"C"}),
        ("import a.b, c as d\nfrom e import f, g as h", {"a", "d", "f", "h"}),
        ("def f():\n    global u\n    def g():\n        nonlocal v", {"f", "g", "u", "v"}),
        ("try:\n    pass\nexcept ValueError as e:\n    pass", {"e", "ValueError"}),
        ("try:\n    pass\nexcept:\n    pass", set()),
    ],
)
def test_names_in(code: str, names: set[str]) -> None:
    assert names_in(parse(Path("a.py"), code)) == names


@pytest.mark.parametrize(
    ("code", "candidates", "expected"),
    [
        ("a = 1", ("ipu", "tf_ipu"), "ipu"),
        ("ipu = 1", ("ipu", "tf_ipu"), "tf_ipu"),
        ("def ipu(tf_ipu): pass", ("ipu", "tf_ipu"), "tf_ipu_2"),
        ("import ipu, tf_ipu, tf_ipu_2", ("ipu", "tf_ipu"), "tf_ipu_3"),
    ],
)
def test_fresh_name(code: str, candidates: tuple[str, ...], expected: str) -> None:
    assert fresh_name(parse(Path("a.py"), code), *candidates) == expected
