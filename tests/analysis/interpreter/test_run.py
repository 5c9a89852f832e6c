"""The run of the interpreter over a script, once."""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.run import facts_of
from tests.analysis.evaluated import script_of


def test_a_script_is_evaluated_once() -> None:
    script = script_of("a = 1")
    assert facts_of(script) is facts_of(script)
