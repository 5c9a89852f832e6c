"""Evaluates a few lines of code: what the last expression is, and what came to light on the way."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.analysis.values.divisors import Divisors
from gpu2ipu.analysis.values.value import Value

IMPORTS = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

layers = keras.layers
n = int(input())
"""


def script_of(code: str, imports: str = IMPORTS) -> Script:
    """The code as a script, below the usual imports; `n` is a whole number that nobody knows."""
    return parse(Path("train.py"), imports + textwrap.dedent(code))


def facts(code: str, imports: str = IMPORTS) -> Facts:
    """What evaluating the code brings to light."""
    return facts_of(script_of(code, imports))


def value_of(code: str, imports: str = IMPORTS) -> Value:
    """What the expression on the last line stands for."""
    found = facts(code, imports)
    last = found.script.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return found.value(last.value)


def shown(divisors: Divisors) -> set[str]:
    """Divisors as they are written."""
    return {str(each) if isinstance(each, int) else each.text for each in divisors}
