"""Learning rates that follow a schedule: in TensorFlow 2.6 `optimizer.learning_rate` is the schedule itself.

keras/optimizer_v2/optimizer_v2.py of 2.6. Later versions have the rate of the current step there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.keras import SCHEDULES
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import Optimizer

_NAMES = ("learning_rate", "lr")
_READERS = (
    "builtins.float",
    "keras.backend.get_value",
    "keras.backend.eval",
    "tensorflow.keras.backend.get_value",
)


def scheduled_rates(script: Script, facts: Facts) -> Iterator[ast.Attribute]:
    """Yield where a script with such an optimizer reads its rate as a number.

    What reads it in 2.6, `optimizer.learning_rate(optimizer.iterations)`, fails in later versions.
    """
    if not any(name in script.text for name in _NAMES):
        return
    created = (node for node, value in facts.everywhere.values.items() if _is_created(node, value))
    if any(_has_schedule(facts, node) for node in created):
        for node in script.nodes:
            if isinstance(node, ast.Attribute) and node.attr in _NAMES and _is_read(script, facts, node):
                yield node


def _is_created(node: ast.expr, value: object) -> bool:
    return isinstance(value, Optimizer) and isinstance(node, ast.Call)


def _has_schedule(facts: Facts, node: ast.expr) -> bool:
    rate = argument(node, 0, *_NAMES) if isinstance(node, ast.Call) else None
    return facts.value(rate).name.startswith(SCHEDULES)


def _is_read(script: Script, facts: Facts, node: ast.Attribute) -> bool:
    """True if a rate is read as a number: `.numpy()`, `float(…)`."""
    if not (isinstance(node.ctx, ast.Load) and "opt" in ast.unparse(node.value).rpartition(".")[2].lower()):
        return False
    outer = next(ancestors(script, node))
    if isinstance(outer, ast.Attribute):
        return outer.attr == "numpy"
    return isinstance(outer, ast.Call) and node in outer.args and facts.qualified.get(outer) in _READERS
