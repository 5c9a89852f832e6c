"""What a call wraps, in the place of the call."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.edits import Remove
from gpu2ipu.port.code.unwrapped_call import unwrapped
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("code", "removes"),
    [
        ("o = wrap(o)\n", True),
        ("self.o = wrap(self.o)\n", True),
        ("p = wrap(o)\n", False),
        ("p = o = wrap(o)\n", False),
        ("o = f(wrap(o))\n", False),
    ],
)
def test_statement_goes_if_it_would_say_nothing(code: str, removes: bool) -> None:
    script = script_of(code)
    calls = (node for node in ast.walk(script.tree) if isinstance(node, ast.Call))
    call = next(node for node in calls if ast.unparse(node.func) == "wrap")
    assert isinstance(unwrapped(script, call, call.args[0]), Remove) is removes
