"""IPU205: `fit`, `evaluate` or `predict` is fed by a generator.

keras/ipu/extensions/data_adapter.py of the SDK.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.config import Config
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.plan.feeds import Input, feeds_of, input_of
from gpu2ipu.rules.rule import SET_UP, Rule

# The old methods for generators: keras/engine/training.py of 2.6 hands them on to `fit`, `evaluate` and `predict`.
_LEGACY = {"fit_generator": "fit", "evaluate_generator": "evaluate", "predict_generator": "predict"}


class GeneratorInput(Rule):
    """The data comes from a generator."""

    id = "IPU205"
    name = "generator-input"
    severity = Severity.ERROR
    what = "A Python generator, a `keras.utils.Sequence` or an `ImageDataGenerator` iterator feeds a model."
    why = (
        "The IPU has to know the shapes ahead of time: \"which is not compatible with the IPU's "
        "requirement to know the data shape ahead of time. Please use "
        '`tf.data.Dataset.from_generator()`".'
    )
    fix = "left for a person"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)

def batches():
    while True:
        yield x_train[:100], y_train[:100]


model.fit(batches(), steps_per_epoch=100)
"""
    after = """\
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)

def batches():
    while True:
        yield x_train[:100], y_train[:100]


signature = (tf.TensorSpec((100, 28, 28), tf.float32), tf.TensorSpec((100,), tf.int32))
model.fit(tf.data.Dataset.from_generator(batches, output_signature=signature), steps_per_epoch=100)
"""

    def check(self, script: Script, config: Config) -> Iterator[Finding]:
        """One finding for each argument that a generator is given to."""
        for feed in feeds_of(script):
            for name in ("x", "validation_data"):
                node = feed.arguments.get(name)
                if node is not None and input_of(feed.value(name), False) is Input.GENERATOR:
                    yield self.finding(script.span(node), _message(feed.method, node))
        if "_generator" in script.text:
            for node, method in _legacy(facts_of(script)).items():
                message = f"{_message(method, node)}, then call `{_LEGACY[method]}`"
                yield self.finding(script.span(node), message)


def _legacy(facts: Facts) -> dict[ast.expr, str]:
    """What the old methods are fed with, and which of them, unless it is a dataset already."""
    found: dict[ast.expr, str] = {}
    for call in facts.method_calls:
        if call.receiver.kind is Kind.MODEL and call.method in _LEGACY:
            given = {keyword.arg: keyword.value for keyword in call.node.keywords}
            x = call.node.args[0] if call.node.args else given.get("generator")
            validation = given.get("validation_data")
            if x is not None and facts.value(x).kind is not Kind.DATASET:
                found[x] = call.method
            if validation is not None and facts.value(validation).kind is Kind.GENERATOR:
                found[validation] = call.method
    return found


def _message(method: str, node: ast.expr) -> str:
    return (
        f"`{method}` is fed by a generator, `{ast.unparse(node)}`: make it a dataset with "
        "`tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps"
    )
