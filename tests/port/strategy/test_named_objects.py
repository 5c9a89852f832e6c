"""What is built and trained in one statement gets a name."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from tests.port.proposed import DATA, script_of

BUILDER = """
def build():
    return keras.Sequential([layers.Dense(1)])
class BigTrainer:
    def __init__(self):
        self.net = build()
    def run(self, x):
        self.net.fit(x, x)
def train(data, net):
    net.fit(data, data)
"""


@pytest.mark.parametrize(
    ("code", "statements"),
    [
        ("build().fit(x, y)", ["ipu_model = build()"]),
        ("history = build().fit(x, y)", ["ipu_model = build()"]),
        ("BigTrainer().run(x)", ["big_trainer = BigTrainer()"]),
        ("train(x, build())", ["ipu_model = build()"]),
        ("build().fit(x, y)\nbuild().fit(x, y)", ["ipu_model = build()", "model_2 = build()"]),
        ("train(np.load('x'), build())", []),  # the data is loaded first
        ("[build().fit(x, y) for _ in range(3)]", []),
        ("n = build().fit(x, y) if n else 3", []),
        ("net = build()\nnet.fit(x, y)", []),
    ],
)
def test_what_gets_a_name(code: str, statements: list[str]) -> None:
    named = scopes_of(Port(script_of(DATA + BUILDER + code))).named
    assert [each.statement for each in named] == statements
