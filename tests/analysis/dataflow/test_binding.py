"""What each syntax that binds a name binds it to."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.dataflow.binding import How
from gpu2ipu.analysis.dataflow.bindings import Bindings, bindings_of
from gpu2ipu.analysis.syntax.script import Script, parse


def script_of(code: str) -> Script:
    return parse(Path("script.py"), code)


HOW = {
    "x = 1": (How.ASSIGNED, "1", None),
    "x: int = 1": (How.ASSIGNED, "1", None),
    "x = y = 1": (How.ASSIGNED, "1", None),
    "print(x := 1)": (How.ASSIGNED, "1", None),
    "x, y = 1, 2": (How.ASSIGNED, "1", None),
    "y, x = 1, 2": (How.ASSIGNED, "2", None),
    "[y, x] = (1, 2)": (How.ASSIGNED, "2", None),
    "x, y = z": (How.UNPACKED, "z", 0),
    "y, x = z": (How.UNPACKED, "z", 1),
    "y, *x = z": (How.UNPACKED, "z", None),
    "*y, x = z": (How.UNPACKED, "z", None),
    "x, *y = z": (How.UNPACKED, "z", 0),
    "(y, x), w = z": (How.UNPACKED, "z", None),
    "x, y = *a, b": (How.UNPACKED, "(*a, b)", 0),
    "x += 1": (How.AUGMENTED, "1", None),
    "x: int": (How.DECLARED, None, None),
    "del x": (How.DELETED, None, None),
    "for x in z: pass": (How.ITERATED, "z", None),
    "for y, x in z: pass": (How.ITERATED, "z", 1),
    "[x for x in z]": (How.ITERATED, "z", None),
    "with z as x: pass": (How.ENTERED, "z", None),
    "with z as (y, x): pass": (How.ENTERED, "z", 1),
    "import x": (How.IMPORTED, None, None),
    "def x(): pass": (How.DEFINED, None, None),
    "def f(y, x=1): pass": (How.PARAMETER, "1", None),
    "def f(x, y=1): pass": (How.PARAMETER, None, None),
    "def f(x=1, /, y=2): pass": (How.PARAMETER, "1", None),
    "def f(*, y, x=1): pass": (How.PARAMETER, "1", None),
    "def f(*, x, y=1): pass": (How.PARAMETER, None, None),
    "lambda x=1: x": (How.PARAMETER, "1", None),
    "try: pass\nexcept E as x: pass": (How.CAUGHT, None, None),
    "match z:\n    case x: pass": (How.MATCHED, None, None),
}


@pytest.mark.parametrize("code, expected", HOW.items(), ids=HOW)
def test_a_binding_says_what_a_name_is_bound_to(
    code: str, expected: tuple[How, str | None, int | None]
) -> None:
    script = script_of(code)
    names = bindings_of(script)
    found = [each for node in script.nodes if (each := _binding_at(names, node)) is not None]
    assert len(found) == 1
    source = found[0].source
    assert (found[0].how, source and ast.unparse(source), found[0].index) == expected


def _binding_at(names: Bindings, node: ast.AST):  # type: ignore[no-untyped-def]
    variables = names._name(names.script.tree, "x").variables.values()
    return next((each for one in variables for each in one.bindings if each.node is node), None)
