"""What a compiled step would keep as it was, although the script changes it."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.rebound_names import frozen_value
from tests.analysis.evaluated import facts


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("rate = 1\ndef step(x):\n    return x * rate\nrate = 2", "rate"),
        ("for rate in (1, 2):\n    pass\ndef step(x):\n    return x * rate", "rate"),
        ("def step(x):\n    return x * other.rate\nother.rate = 1\nother.rate = 2", "other.rate"),
        ("def step(x):\n    return x\nstep(1)\nfor k in range(3):\n    m.trainable = True", "trainable"),
        ("rate = 1\ndef step(x):\n    return x * rate", ""),
        ("rate = 1\ndef step(x, rate):\n    return x * rate\nrate = 2", ""),
        ("rate = 1\ndef step(x):\n    rate = 3\n    return x * rate\nrate = 2", ""),
        ("f = layers.Dense(3)\ndef step(x):\n    return f(x)\nf = layers.Dense(3)", ""),
        ("rate: int\nrate = 1\ndef step(x):\n    return x * rate", ""),
    ],
)
def test_frozen_value(code: str, expected: str) -> None:
    found = facts(code)
    step = next(node for node in found.script.nodes if isinstance(node, ast.FunctionDef))
    assert frozen_value(found, [step], step.lineno) == expected
