"""The code that a statement may run, whatever name it has there."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.dataflow.possible_calls import code_run_by
from tests.analysis.evaluated import script_of

DEFINED = """
from functools import partial
def a():
    b()
def b(): pass
def c(f):
    f()
class K:
    def m(self):
        b()
"""


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a()", ["a", "b"]),
        ("g = a\ng()", ["a", "b"]),
        ("g = (b, 3)\ng[0]()", ["b"]),
        ("g = {'k': b}\ng['k']()", ["b"]),
        ("partial(b)()", ["b"]),
        ("c(b)", ["b", "c"]),
        ("unheard_of(b)", ["b"]),
        ("K().m()", ["b", "m"]),
        ("print(3)", []),
        ("k = K()\nk.f = a\nk.f = k.f.wrapped()\nk.f()", ["a", "b"]),
        ("k = K()\nk.f, k.g = K(), K()\nk.f = k.g.m()\nk.g = k.f.m\nk.f()", ["b", "m"]),
    ],
)
def test_code_run_by(code: str, names: list[str]) -> None:
    script = script_of(DEFINED + code)
    found = {getattr(each, "name", "") for each in code_run_by(script, script.tree.body[-1])}
    assert sorted(found & {"a", "b", "c", "m"}) == names
