"""IPU901: a model that works on strings, or looks words up in a table.

tensorflow/compiler/plugin/poplar/driver/xla_ipu_common.cc of the SDK registers no kernel for them: "Detected
unsupported operations when trying to compile graph ... on XLA_IPU_JIT".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import INPUT
from gpu2ipu.analysis.keras.model import input_specs, layers_in_models
from gpu2ipu.analysis.library.keras import STRING_LAYERS
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule

_STRINGS = ("tensorflow.string", "tensorflow.dtypes.string")


class StringInput(Rule):
    """Strings reach the IPU."""

    id = "IPU901"
    name = "string-input"
    severity = Severity.ERROR
    what = "A model takes strings, or has a `TextVectorization`, `StringLookup`, `IntegerLookup` or `Hashing` layer."
    why = (
        'The IPU has neither strings nor lookup tables: "Detected unsupported operations when trying to compile '
        'graph". The dataset can do that work on the host, batch by batch.'
    )
    fix = "needs manual work"
    before = """\
import tensorflow as tf

texts = tf.data.Dataset.from_tensor_slices((["a b", "b c"], [0.0, 1.0])).batch(2, drop_remainder=True)
words = tf.keras.layers.TextVectorization(output_sequence_length=4)
words.adapt(texts.map(lambda text, label: text))
model = tf.keras.Sequential([words, tf.keras.layers.Embedding(9, 4), tf.keras.layers.Flatten()])
model.compile("sgd", "mse")
model.fit(texts)
"""
    after = """\
import tensorflow as tf

texts = tf.data.Dataset.from_tensor_slices((["a b", "b c"], [0.0, 1.0])).batch(2, drop_remainder=True)
words = tf.keras.layers.TextVectorization(output_sequence_length=4)
words.adapt(texts.map(lambda text, label: text))
model = tf.keras.Sequential([tf.keras.layers.Embedding(9, 4), tf.keras.layers.Flatten()])
model.compile("sgd", "mse")
model.fit(texts.map(lambda text, label: (words(text), label)))
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each place where such a layer enters a model, else for each input of strings."""
        script = port.script
        facts = facts_of(script)
        names = {each.layer: each.name.rpartition(".")[2] for each in layers_in_models(facts)}
        layers = {node: name for node, name in names.items() if name in STRING_LAYERS}
        for node, layer in layers.items():
            message = (
                f"`{layer}` inside the model: an IPU has no strings and no lookup tables; do this in the "
                f"dataset, `dataset.map(lambda x, y: ({_name(node)}(x), y))`, and let the model begin after it"
            )
            yield self.finding(script.span(node), message)
        for node in () if layers else _string_inputs(facts):
            message = "the model takes strings, which an IPU does not support: convert them to numbers in the dataset"
            yield self.finding(script.span(node), message)


def _name(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else "layer"


def _string_inputs(facts: Facts) -> Iterator[ast.expr]:
    """The calls of `keras.Input` with strings as their type."""
    for spec in input_specs(facts):
        value = facts.value(spec.dtype)
        is_input = facts.qualified[spec.node] == INPUT
        if is_input and (value.constant == "string" or value.name in _STRINGS):
            yield spec.node
