"""What a program for the IPU may have in it, for steps that ran eagerly and for those that are graphs already."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.graph_obstacles import Obstacle, ObstacleKind, obstacle
from tests.port.proposed import script_of

HEAD = """
import tensorflow as tf
import numpy as np
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
optimizer, metric = keras.optimizers.SGD(), keras.metrics.Mean()
loss_fn = keras.losses.MeanSquaredError()
BIG = True


def inner(x):
    return model(x)


def noisy(x):
    print(x)


def step(x, y, unknown):
"""


def found(body: str, *, is_graph: bool = False) -> Obstacle | None:
    script = script_of(
        "".join(f"    {line}\n" for line in body.splitlines())
        + "step(tf.zeros((2, 2)), tf.zeros((2, 2)), input())\n",
        HEAD,
    )
    function = next(n for n in script.tree.body if isinstance(n, ast.FunctionDef) and n.name == "step")
    return obstacle(facts_of(script), function.body, is_graph)


@pytest.mark.parametrize(
    "body",
    [
        "with tf.GradientTape() as tape, tf.GradientTape() as other:\n    loss = loss_fn(y, model(x, training=True))",
        "optimizer.apply_gradients(zip([x], model.trainable_variables))\nmetric.update_state(y)\nmetric(y)",
        "x = tf.cast(x, tf.float32)\nfor g, v in zip([x], model.weights):\n    y += tf.norm(g)\nreturn x, y",
        "if BIG:\n    x = tf.nn.relu(x)\nreturn inner(x)",
        "'''A docstring.'''\nlosses = [tf.reduce_sum(g) for g in [x, y]]\ndel losses",
        "with tf.name_scope('a'):\n    pass\nreturn keras.losses.MeanAbsoluteError()(y, keras.backend.mean(x))",
    ],
)
def test_programs(body: str) -> None:
    assert found(body) is None
    assert found(body, is_graph=True) is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("print(x)", "print(...)"),
        ("noisy(x)", "print(...)"),
        ("x.numpy()", "x.numpy(...)"),
        ("float(x)", "float(...)"),
        ("unknown(x)", "unknown(...)"),
        ("np.mean(x)", "np.mean(...)"),
        ("while True:\n    break", "while True:"),
        ("for row in x:\n    y += row", "for row in x:"),
        ("with open('f') as f:\n    pass", "with open('f') as f:"),
        ("global BIG\nBIG = False", "global BIG"),
        ("keras.optimizers.Adam()", "keras.optimizers.Adam(...)"),
        ("keras.metrics.Mean()", "keras.metrics.Mean(...)"),
        ("tf.Variable(1.0)", "tf.Variable(...)"),
        ("metric.result()", "metric.result(...)"),
        ("keras.backend.get_value(x)", "keras.backend.get_value(...)"),
    ],
)
def test_what_needs_python_keeps_an_eager_step_from_it_but_not_a_graph(body: str, code: str) -> None:
    assert found(body) == Obstacle(ObstacleKind.PYTHON, code)
    assert found(body, is_graph=True) is None


@pytest.mark.parametrize(
    ("body", "obstacle"),
    [
        ("if x > 3:\n    x = x * 2", Obstacle(ObstacleKind.DECIDED, "if x > 3:")),
        ("model.seen = x", Obstacle(ObstacleKind.ASSIGNED, "model.seen")),
    ],
)
def test_what_python_decides_or_keeps(body: str, obstacle: Obstacle) -> None:
    assert found(body) == obstacle
    assert found(body, is_graph=True) is None


@pytest.mark.parametrize(
    ("body", "obstacle"),
    [
        ("tf.print(x)", Obstacle(ObstacleKind.ON_HOST, "tf.print")),
        ("tf.summary.scalar('a', x)", Obstacle(ObstacleKind.ON_HOST, "tf.summary.scalar")),
        ("tf.py_function(inner, [x], tf.float32)", Obstacle(ObstacleKind.ON_HOST, "tf.py_function")),
        ("x = tf.cast(x, tf.float64)", Obstacle(ObstacleKind.FLOAT64)),
        ("x = tf.cast(x, 'float64')", Obstacle(ObstacleKind.FLOAT64)),
        (
            "with tf.GradientTape() as tape:\n    y = model(x)\nreturn tape.jacobian(y, x)",
            Obstacle(ObstacleKind.ON_HOST, "tape.jacobian"),
        ),
    ],
)
def test_what_the_host_does_keeps_any_step_from_it(body: str, obstacle: Obstacle) -> None:
    assert found(body) == found(body, is_graph=True) == obstacle


def test_a_graph_has_no_loop_over_a_dataset() -> None:
    loop = "for batch in tf.data.Dataset.range(3):\n    model(batch)"
    assert found(loop, is_graph=True) == Obstacle(ObstacleKind.DATASET_LOOP)
