"""How a value reaches a `compile` call through the builders on the way to it."""

from __future__ import annotations

import pytest

from tests.port.steps_per_execution.test_planner import ported, steps_of


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            "def build(a):\n    m = keras.Sequential()\n    m.compile()\n    return m\n"
            "m = build(1)\nm.fit(x[:960], y[:960])\n",
            [
                "def build(a, steps_per_execution=1):",
                "    m.compile(steps_per_execution=steps_per_execution)",
                "m = build(1, steps_per_execution=len(x[:960]) // 32)",
            ],
        ),
        (
            "def build(a):\n    m = keras.Sequential()\n    m.compile()\n    return m\n"
            "m = build(1)\nm.fit(x, y)\n",
            [
                "train_steps = len(x) // 32",
                "train_size = train_steps * 32",
                "m = build(1, steps_per_execution=train_steps)",
                "m.fit(x[:train_size], y[:train_size])",
            ],
        ),
        (
            "def outer():\n    return inner()\n"
            "def inner():\n    m = keras.Sequential()\n    m.compile()\n    return m\n"
            "def train(m, a):\n    m.fit(a, a)\ntrain(outer(), x[:960])\n",
            [
                "def outer(steps_per_execution=1):",
                "    return inner(steps_per_execution=steps_per_execution)",
                "train(outer(steps_per_execution=len(x[:960]) // 32), x[:960])",
            ],
        ),
        (
            "model.compile()\nmodel.fit(x, y)\nmodel.fit(x, y)\n",
            ["train_steps = len(x) // 32", "model.compile(steps_per_execution=train_steps)"],
        ),
    ],
)
def test_the_way_to_compile(code: str, lines: list[str]) -> None:
    found = ported(code).splitlines()
    assert [line for line in lines if line not in found] == []
    assert len([line for line in found if line.startswith("train_size =")]) <= 1


def test_a_builder_that_is_a_lambda_takes_no_parameter() -> None:
    code = "make = lambda m: m.compile()\nm = keras.Sequential()\nmake(m)\nf = m.fit\nf(x[:960], y[:960])"
    assert steps_of(code) == [""]
