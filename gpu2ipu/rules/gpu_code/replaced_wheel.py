"""IPU514: a notebook or script installs a TensorFlow or Keras, as Colab and Kaggle need it.

The SDK's TensorFlow and Keras are wheels of its own, of the same names: https://docs.graphcore.ai, "Getting started".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import CELL_SIGN, REPLACES, REPLACES_TOO
from gpu2ipu.edits import Remove
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.source.ipython_magics import replaced_wheels

_RUNS = (
    "os.system",
    *(f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen")),
)
_MESSAGE = "this command puts another TensorFlow or Keras in the place of the SDK's wheel"


class ReplacedWheel(Rule):
    """The SDK's TensorFlow must stay installed."""

    id = "IPU514"
    name = "replaced-wheel"
    severity = Severity.ERROR
    effort = Effort.LOW
    alone = True
    what = "A notebook runs `!pip install tensorflow`, or a script lets `pip` install or remove TensorFlow or Keras."
    why = (
        "`tensorflow` and `keras` of the SDK are wheels of Graphcore; once `pip` has replaced one, "
        "\"cannot import name 'ipu' from 'tensorflow.python'\"."
    )
    fix = "remove the command; one that does more needs manual work"
    before = """\
import os

os.system("pip install tensorflow==2.9")
from tensorflow import keras
"""
    after = """\
import os

from tensorflow import keras
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each command."""
        script = port.script
        for node in script.nodes:
            replaced = _replaced(facts_of(script), node) if isinstance(node, ast.expr) else ""
            if not replaced or not isinstance(node, ast.expr):
                continue
            statement = script.parents[node]
            if isinstance(statement, ast.Expr) and replaced == REPLACES:
                fix = Fix("remove it", Safety.SAFE, (Remove(script.span(statement)),))
                yield self.finding(script.span(node), _MESSAGE, fix)
            else:
                yield self.finding(script.span(node), f"{_MESSAGE}: take it out of the command")


def _replaced(facts: Facts, node: ast.expr) -> str:
    """What a magic, or a call that runs a command, does to wheels of the SDK."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if not node.value.startswith(CELL_SIGN) or REPLACES not in node.value:
            return ""
        return REPLACES_TOO if REPLACES_TOO in node.value else REPLACES
    if not isinstance(node, ast.Call) or not node.args or facts.qualified.get(node) not in _RUNS:
        return ""
    given = node.args[0]
    words = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
    return replaced_wheels(" ".join(map(_word, words)))


def _word(node: ast.expr) -> str:
    """An argument of a command; the interpreter is the one that is not written."""
    return str(node.value) if isinstance(node, ast.Constant) else "python"
