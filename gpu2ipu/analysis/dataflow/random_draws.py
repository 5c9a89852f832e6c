"""Random draws: whether code draws numbers, so that what draws after it gets others."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.possible_calls import code_run_by
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import is_of_windows
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import is_reshuffled

_DRAWS = ("numpy.random.", "random.")


def draws_numbers(script: Script, node: ast.AST) -> bool:
    """True if a node, or a function of the script that it runs, draws from the generators of Python or NumPy."""
    return any(_draws(script, part) for code in (node, *code_run_by(script, node)) for part in ast.walk(code))


def _draws(script: Script, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    facts = facts_of(script)
    name = facts.qualified.get(node, "")
    # keras/preprocessing/timeseries.py draws the seed of windows that are shuffled
    is_shuffled = is_of_windows(name) and is_reshuffled(facts.value(node))
    return name.startswith(_DRAWS) or is_shuffled
