"""Metrics that are computed from whole batches: a batch size that an evaluation gets is for a person to look at."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import metrics_that_are_no_means
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text
from gpu2ipu.findings import Finding, Safety
from tests.analysis.evaluated import script_of

SCRIPT = """
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K

x, y = np.zeros((90, 4)), np.zeros((90, 1))
{function}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", {compiled})
model.{call}
"""
ARRAYS = "evaluate(x, y)"
OWN_LOSS = """
class Own(tf.keras.losses.Loss):
    def __init__(self, **options):
        {init}
    def call(self, y, p):
        return tf.square(y - p)
"""
SUM = "def f(y, p): return K.sum(y * p) / (K.sum(y) + 1)"


def evaluated(function: str, compiled: str, call: str = ARRAYS) -> list[Finding]:
    text = SCRIPT.format(function=function, compiled=compiled, call=call)
    found = check_text(Path("train.py"), text, Config())
    return [each for each in found if each.rule in ("IPU201", "IPU202", "IPU204")]


@pytest.mark.parametrize(
    ("function", "compiled"),
    [
        (SUM, "'mse', metrics=['mae', f]"),
        (SUM, "'mse', [f]"),
        (SUM, "loss={'out': f}"),
        (SUM, "'mse', weighted_metrics=[f]"),
        ("f = lambda y, p: tf.reduce_max(y - p)", "'mse', metrics=[f]"),
        ("def f(y, p): return K.mean(K.square(y - p))", "'mse', metrics=[f]"),
        ("def f(y, p): return tf.reduce_mean(y - p, axis=0)", "'mse', metrics=[f]"),
        ("def f(y, p): return tf.reduce_sum(y - p, [0, 1])", "'mse', metrics=[f]"),
        ("def g(y): return K.sum(y)\ndef f(y, p): return g(y) - g(p)", "'mse', metrics=[f]"),
        ("def f(y, p): return K.sqrt(K.mean(K.square(y - p)))", "f"),
        ("from tensorflow import reduce_sum\ndef f(y, p): return reduce_sum(y * p)", "f"),
        ("f = tf.keras.losses.MeanSquaredError(reduction='sum')", "f"),
        (OWN_LOSS.format(init="super().__init__(reduction=tf.keras.losses.Reduction.SUM)"), "Own()"),
        (OWN_LOSS.format(init="super(Own, self).__init__('sum', name='own')"), "loss=[Own()]"),
        (OWN_LOSS.format(init="super().__init__(**options)"), "Own(reduction='sum')"),
        (OWN_LOSS.format(init="super().__init__(**options)") + "f = Own(reduction='sum')", "f"),
    ],
)
def test_what_looks_at_a_batch_is_for_review(function: str, compiled: str) -> None:
    (finding,) = evaluated(function, compiled)
    assert finding.fix is not None and finding.fix.safety is Safety.REVIEW
    assert "is computed from each batch" in finding.message


@pytest.mark.parametrize(
    ("function", "compiled"),
    [
        ("", "'mse', metrics=['mae', tf.keras.metrics.AUC()]"),
        ("def f(y, p): return K.mean(K.square(y - p), axis=-1)", "f, metrics=[f]"),
        ("def f(y, p): return tf.reduce_sum(y - p, (1, 2))", "f, metrics=[f]"),
        ("def f(y, p): return tf.reduce_sum(y - p, axis=n)", "f, metrics=[f]"),
        ("def f(y, p): return tf.reduce_mean(tf.square(y - p))", "f"),
        ("def f(y, p): return max(y, p) - sum([y, p])", "'mse', metrics=[f]"),
        ("def f(y, p): return f(y, p)", "'mse', metrics=[f]"),
        (OWN_LOSS.format(init="super().__init__(name='sum')"), "Own()"),
        (SUM, "'mse'"),
    ],
)
def test_what_is_computed_row_by_row_is_safe(function: str, compiled: str) -> None:
    (finding,) = evaluated(function, compiled)
    assert finding.fix is not None and finding.fix.safety is Safety.SAFE


@pytest.mark.parametrize(
    ("call", "rules"),
    [
        ("fit(x[:64], y[:64], validation_data=(x, y))", ["IPU204"]),
        ("fit(x, y, validation_split=0.5)", ["IPU204"]),
        ("evaluate(tf.data.Dataset.from_tensor_slices((x, y)).batch(32))", ["IPU201"]),
        ("evaluate(x, y, batch_size=30)", []),
        ("fit(x, y, batch_size=30)", []),
    ],
)
def test_where_a_batch_size_changes(call: str, rules: list[str]) -> None:
    found = [each for each in evaluated(SUM, "'mse', metrics=[f]", call) if "each batch" in each.message]
    assert [each.rule for each in found] == rules
    assert all(each.fix is not None and each.fix.safety is Safety.REVIEW for each in found)


@pytest.mark.parametrize(
    ("value", "is_said"),
    [("tf.reduce_mean(y)", True), ("tf.reduce_mean(y, axis=-1)", False)],
)
def test_metrics_that_a_layer_adds(value: str, is_said: bool) -> None:
    layer = f"""
class Added(tf.keras.layers.Layer):
    def call(self, y):
        self.add_metric({value}, name="level")
        return y
"""
    (finding,) = evaluated(layer, "'mse'")
    assert ("`level` is computed from each batch" in finding.message) is is_said


GRAPH = """
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((4,))
{layers}
model = keras.Model(inputs, layers.Dense(1)(hidden))
model.compile("sgd", "mse")
print(model.predict(np.zeros((77, 4)), batch_size=30))
print(model.evaluate(np.zeros((77, 4)), np.zeros((77, 1)), batch_size=30))
"""


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("hidden = layers.BatchNormalization()(inputs, training=True)", "BatchNormalization"),
        ("norm = layers.BatchNormalization()\nhidden = norm(inputs, training=1)", "BatchNormalization"),
        ("base = keras.applications.ResNet50(weights=None)\nhidden = base(inputs, training=True)", "base"),
        (
            "base = keras.Sequential([layers.BatchNormalization()])\nhidden = base(inputs, training=True)",
            "base",
        ),
    ],
)
def test_batch_normalization_that_always_trains(lines: str, name: str) -> None:
    found = check_text(Path("train.py"), GRAPH.format(layers=lines), Config())
    for rule in ("IPU202", "IPU203"):
        (finding,) = (each for each in found if each.rule == rule)
        assert f"`{name}`" in finding.message
        assert finding.fix is not None and finding.fix.safety is Safety.REVIEW


@pytest.mark.parametrize(
    "lines",
    [
        "hidden = layers.BatchNormalization()(inputs)",
        "hidden = layers.BatchNormalization()(inputs, training=False)",
        "hidden = layers.Dropout(0.5)(inputs, training=True)",
        "base = keras.applications.VGG16(weights=None)\nhidden = base(inputs, training=True)",
        "base = keras.Sequential([layers.Dropout(0.5)])\nhidden = base(inputs, training=True)",
    ],
)
def test_layers_that_treat_each_sample_alone(lines: str) -> None:
    found = check_text(Path("train.py"), GRAPH.format(layers=lines), Config())
    safeties = [
        each.fix.safety for each in found if each.fix is not None and each.rule in ("IPU202", "IPU203")
    ]
    assert safeties == [Safety.SAFE, Safety.SAFE]


def test_the_model_of_the_call_counts() -> None:
    other = f"{SUM}\nother = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nother.compile('sgd', f)"
    (finding,) = evaluated(other, "'mse'")
    assert "each batch" not in finding.message


@pytest.mark.parametrize(
    ("metrics", "names"),
    [
        ("['mae', 'accuracy', keras.metrics.MeanSquaredError()]", []),
        (
            "['AUC', keras.metrics.Precision(), keras.metrics.Recall(name='r')]",
            ["AUC", "Precision", "Recall"],
        ),
        ("{'a': [keras.metrics.AUC()], 'b': 'mae'}", ["AUC"]),
        ("[Own(), 'mae']", ["Own"]),
        ("None", []),
    ],
)
def test_metrics_that_are_no_means(metrics: str, names: list[str]) -> None:
    script = script_of(f"class Own(keras.metrics.Metric):\n    pass\nmetrics = {metrics}\nuse(metrics)")
    (node,) = (
        part.args[0]
        for part in ast.walk(script.tree)
        if isinstance(part, ast.Call) and ast.unparse(part.func) == "use"
    )
    assert list(metrics_that_are_no_means(facts_of(script), node)) == names
