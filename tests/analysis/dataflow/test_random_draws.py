"""Whether code draws random numbers."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.random_draws import draws_numbers
from tests.analysis.evaluated import facts

IMPORTS = """\
import random
import numpy as np
from tensorflow import keras

rng = np.random.default_rng(0)

def shuffled(rows):
    return keras.utils.timeseries_dataset_from_array(rows, None, 9, shuffle=True)

class Data:
    @property
    def drawn(self):
        return np.random.rand(3)

    @property
    def ordered(self):
        return keras.utils.timeseries_dataset_from_array(self.rows, None, 9)

data = Data()
"""


@pytest.mark.parametrize(
    ("code", "draws"),
    [
        ("np.random.rand(3)", True),
        ("random.shuffle(rows)", True),
        ("rng.random(3)", True),
        ("len(data.drawn)", True),
        ("shuffled(rows)", True),
        ("len(data.ordered)", False),
        ("len(data.rows)", False),
        ("np.zeros(3)", False),
        ("keras.utils.timeseries_dataset_from_array(rows, None, 9, shuffle=False)", False),
    ],
)
def test_draws(code: str, draws: bool) -> None:
    found = facts(code, IMPORTS)
    statement = found.script.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert draws_numbers(found.script, statement.value) is draws
