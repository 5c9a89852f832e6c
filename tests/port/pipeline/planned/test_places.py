"""Lines of a script, and those of a plan."""

from __future__ import annotations

import ast

from gpu2ipu.plan.layers import LayerCall, Place
from gpu2ipu.port.pipeline.planned.places import calls_in_common, is_at, line_of, places_of
from tests.analysis.evaluated import script_of
from tests.port.pipeline.planned.plans import FIRST, at

CODE = "def build():\n    return keras.Sequential(\n        [])\nm = build()\n"


def test_lines_of_nodes() -> None:
    script = script_of(CODE)
    calls = [node for node in ast.walk(script.tree) if isinstance(node, ast.Call) and node.lineno > FIRST]
    outer, inner = sorted(calls, key=lambda node: -node.lineno)
    assert [is_at(script, inner, place) for place in at(1, 2, 3, 4)] == [False, True, True, False]
    assert not is_at(script, inner, Place("other.py", FIRST + 2))
    assert calls_in_common(script, (outer, inner), at(9, 4, 2)) == 2
    assert calls_in_common(script, (outer, inner), at(1, 2)) == 1
    assert calls_in_common(script, (outer, inner), at(4, 1)) == 0


def test_the_lines_that_lead_to_a_layer() -> None:
    call = LayerCall("a", None, "train.py", 3, 0, 0, 0, 0, 0, 0, (Place("train.py", 8),))
    assert places_of(call) == (Place("train.py", 8), Place("train.py", 3))
    assert line_of(script_of(CODE), call) == "line 3"
    assert places_of(LayerCall("a", None, None, None, 0, 0, 0, 0, 0, 0)) == ()
