"""The table of layers and their stages."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def lines_of(model: Any, length: Any = None) -> list[str]:
    lines: list[str] = []
    model.print_pipeline_stage_assignment_summary(length, lines.append)
    return lines


def test_a_sequential_model(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.Flatten(name="flat"), tf.keras.layers.Dense(4, name="dense")], name="mine"
        )
        model.set_pipeline_stage_assignment([0, 1])
    assert [line.rstrip() for line in lines_of(model)] == [
        'Model: "mine"',
        "_" * 60,
        "Layer (type)                  Pipeline Stage",
        "=" * 60,
        "flat (Flatten)                0",
        "_" * 60,
        "dense (Dense)                 1",
        "=" * 60,
    ]
    assert {len(line) for line in lines_of(model, 40)[1:]} == {40}


def test_a_functional_model(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((4,), name="in")
        layer = tf.keras.layers.Dense(4, name="dense")
        x = tf.keras.layers.Add(name="a_sum_with_a_name_that_is_too_long_for_its_column")(
            [layer(inputs), layer(inputs)]
        )
        model = tf.keras.Model(inputs, x, name="mine")
    rows = [line.split() for line in lines_of(model) if line[0] not in "_=M"]
    assert rows == [
        ["Layer", "(type)", "(node", "index)", "Input", "Layers", "Pipeline", "Stage"],
        ["dense", "(Dense)", "(0)", "in", "None"],
        ["dense", "(Dense)", "(1)", "in", "None"],
        ["a_sum_with_a_name_that_is_too_long", "dense", "None"],
        ["dense"],
    ]
    assert {len(line) for line in lines_of(model)[1:]} == {89}


def test_a_nested_model(tf: Any, strategy: Any, capsys: Any) -> None:
    with strategy.scope():
        inner = tf.keras.Sequential(
            [tf.keras.Input((4,)), tf.keras.layers.Dense(4, name="inside")], name="inner"
        )
        model = tf.keras.Sequential([tf.keras.Input((4,)), inner, tf.keras.layers.Dense(4, name="last")])
    model.print_pipeline_stage_assignment_summary()
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()][4:]
    assert [line.split()[0] for line in lines] == ["Nested", "-" * 60, "inside", "=" * 60, "last", "=" * 60]
