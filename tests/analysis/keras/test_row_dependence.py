"""What is mapped over batches either treats each row alone or mixes them."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.row_dependence import row_dependence_of
from tests.port.proposed import script_of

HEAD = """
import functools
import elsewhere
from keras import backend as K
model = keras.Sequential([layers.Dense(1)])
weights = tf.zeros((4, 4))


def standard(x):
    return (x - tf.reduce_mean(x, axis=0)) / tf.math.reduce_std(x, axis=0)


def scaled(x, y, by=2.0):
    return x * by, y


def centered(a, b, x, y):
    return a * (x - tf.reduce_mean(x, axis=0)) + b, y


class Prepare:
    def __init__(self, by):
        self.by = by

    def __call__(self, x, y):
        return x * self.by, y

    def sorted(self, x, y):
        return tf.sort(x, axis=0), y


held = functools.partial(centered, 1, b=2)


"""
TAIL = "\nd = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1)))).batch(16)"


def found(function: str, code: str = "") -> tuple[str, bool] | None:
    """What mixes the rows, and whether that is certain."""
    script = script_of(f"{HEAD}{code}{TAIL}.map({function})\nmodel.evaluate(d)\n")
    batch = next(call.node for call in facts_of(script).method_calls if call.method == "batch")
    mixing = row_dependence_of(script, batch)
    return mixing and (ast.unparse(mixing.node), mixing.is_certain)


@pytest.mark.parametrize(
    "function",
    [
        "lambda x, y: (x / 255.0, y)",
        "lambda x, y: scaled(x, y, by=3.0)",
        "lambda x, y: (tf.cast(x, tf.float32), tf.one_hot(y, 10))",
        "lambda x, y: (x - tf.reduce_mean(x, axis=1, keepdims=True), y)",
        "lambda x, y: (x - tf.reduce_mean(x, axis=[1, 2]), tf.argmax(y, axis=-1))",
        "lambda x, y: (x - tf.reduce_mean(weights), tf.gather(weights, y))",
        "lambda x, y: (x[:, :2], x[..., 0])",
        "lambda x, y: (tf.reshape(x, (-1, 2, 2)), y)",
        "lambda x, y: (tf.reshape(x, (tf.shape(x)[0], -1)), tf.zeros([x.shape[0], 1]))",
        "lambda x, y: (x / x.shape[1], y)",
        "lambda x, y: (layers.Rescaling(1 / 255)(x), model(x))",
        "lambda x, y: ({'a': x, 'b': y}['a'], y)",
        "lambda x, y: (tf.map_fn(lambda row: row / tf.reduce_max(row), x), y)",
        "lambda x, y: (tf.concat([x, y], axis=-1), tf.transpose(x, (0, 2, 1)))",
        "functools.partial(scaled, by=3.0)",
        "functools.partial(tf.image.resize, size=(3, 3))",
        "layers.Rescaling(2.0)",
        "Prepare(2.0)",
        "lambda x, y: Prepare(2.0)(x, y)",
        "tf.image.rgb_to_grayscale",
    ],
)
def test_each_row_alone(function: str) -> None:
    assert found(function) is None


@pytest.mark.parametrize(
    ("function", "node"),
    [
        ("lambda x, y: (standard(x), y)", "tf.reduce_mean(x, axis=0)"),
        ("lambda x, y: (x / tf.reduce_max(x), y)", "tf.reduce_max(x)"),
        ("lambda x, y: (x / K.max(x), y)", "K.max(x)"),
        ("lambda x, y: (x, y / len(y))", "len(y)"),
        ("lambda x, y: (x, y / tf.cast(tf.shape(y)[0], tf.float32))", "tf.shape(y)[0]"),
        ("lambda x, y: (tf.random.shuffle(x), y)", "tf.random.shuffle(x)"),
        ("lambda x, y: (x * 0.5 + x[::-1] * 0.5, y)", "x[::-1]"),
        ("lambda x, y: (x - x[0], y)", "x[0]"),
        ("lambda x, y: (x * 0.5 + tf.reverse(x, [0]) * 0.5, y)", "tf.reverse(x, [0])"),
        ("lambda x, y: (x + tf.roll(x, 1, axis=0), y)", "tf.roll(x, 1, axis=0)"),
        ("lambda x, y: (tf.cumsum(x), y)", "tf.cumsum(x)"),
        ("lambda x, y: (x, tf.argmax(y))", "tf.argmax(y)"),
        ("lambda x, y: (tf.nn.l2_normalize(x, axis=0), y)", "tf.nn.l2_normalize(x, axis=0)"),
        ("lambda x, y: (tf.reshape(x, (16, 2, 2)), y)", "tf.reshape(x, (16, 2, 2))"),
        ("lambda x, y: (layers.BatchNormalization()(x, training=True), y)", None),
        ("functools.partial(functools.partial(centered, 1), 2)", "tf.reduce_mean(x, axis=0)"),
        ("held", "tf.reduce_mean(x, axis=0)"),
        ("Prepare(2.0).sorted", "tf.sort(x, axis=0)"),
    ],
)
def test_rows_are_mixed(function: str, node: str | None) -> None:
    mixing = found(function)
    assert mixing is not None
    assert mixing[1]
    assert node is None or mixing[0] == node


@pytest.mark.parametrize(
    "function",
    [
        "elsewhere.prepare",
        "lambda x, y: (elsewhere.prepare(x), y)",
        "lambda x, y: (x + tf.random.normal(tf.shape(x)), y)",
        "lambda x, y: (tf.py_function(scaled, [x], tf.float32), y)",
        "lambda x, y: (tf.reduce_sum(x, axis=elsewhere.axis), y)",
        "lambda x, y: (tf.matmul(x, x, transpose_b=True), y)",
    ],
)
def test_what_cannot_be_seen(function: str) -> None:
    mixing = found(function)
    assert mixing is not None
    assert not mixing[1]


BODIES = [
    ("n = tf.shape(x)[0]\n    return tf.reshape(x, (n, 2, 2)), y", None),
    ("n, k = x.shape\n    return x / k, y", None),
    (
        "n = tf.shape(x)[0]\n    order = tf.random.shuffle(tf.range(n))\n    return tf.gather(x, order), y",
        True,
    ),
    ("n = tf.shape(x)[0]\n    return x / tf.cast(n, tf.float32), y", True),
    ("z = x * 2\n    for row in z:\n        y += row\n    return x, y", True),
    ("x.set_shape((16, 4))\n    return x, y", None),
]


@pytest.mark.parametrize(("body", "is_certain"), BODIES)
def test_bodies(body: str, is_certain: bool | None) -> None:
    mixing = found("f", f"def f(x, y):\n    {body}\n\n\n")
    assert (mixing and mixing[1]) is is_certain


def test_what_is_mapped_before_the_batch_says_nothing() -> None:
    code = "model.evaluate(tf.data.Dataset.from_tensor_slices(weights).map(standard).batch(3))\n"
    script = script_of(HEAD + code)
    batch = next(call.node for call in facts_of(script).method_calls if call.method == "batch")
    assert row_dependence_of(script, batch) is None
