"""IPU207: a dataset of unknown or infinite size, and nobody says how many batches to take.

keras/ipu/extensions/data_adapter.py of the SDK: "Could not infer the size of the data. You must specify the number of
steps to run"; keras/engine/data_adapter.py: "When providing an infinite dataset, you must specify the number of steps".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.analysis.values.data import Dataset, Size
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.batching.outcomes import TooFewBatches
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import Rule, Words

_READABLE = 80  # characters of code that a message quotes


def _too_few(outcome: TooFewBatches) -> Words:
    taken = f"`{outcome.argument}` takes {outcome.taken} batches in all from a dataset of {outcome.available}"
    return Words(f"{taken}: call `.repeat()` on it; Keras stops early, the IPU raises an error")


class UnknownSize(Rule):
    """The number of steps of an epoch is not known before it is over."""

    id = "IPU207"
    name = "unknown-size"
    severity = Severity.ERROR
    words = ((TooFewBatches, _too_few),)
    what = (
        "A dataset made by `filter`, `from_generator`, `flat_map`, `repeat()` and the like is used without steps, "
        "or a dataset has fewer batches than are asked for."
    )
    why = (
        "The IPU runs a fixed number of steps and cannot stop when the data ends: "
        '"Could not infer the size of the data. You must specify the number of steps to run".'
    )
    fix = "needs manual work"
    before = """\
import tensorflow as tf

rows = tf.data.Dataset.range(320).filter(lambda n: n % 2 == 0).map(lambda n: (tf.ones(4), 1.0))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(rows.batch(16, drop_remainder=True))
"""
    after = before.replace("drop_remainder=True)", "drop_remainder=True), steps_per_epoch=10")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each dataset."""
        script = port.script
        for fit_call in fit_calls_of(script):
            for data, steps in fit_call.endless():
                node = fit_call.arguments[data]
                value = fit_call.value(data)
                infinite = isinstance(value, Dataset) and value.size is Size.INFINITE
                yield self.finding(script.span(node), _message(node, infinite, steps))
        yield from self.reported(port, calls_of_models(port))


def _message(node: ast.expr, infinite: bool, steps: str) -> str:
    size = "repeats forever" if infinite else "does not know its size"
    text = ast.unparse(node)
    named = f"the dataset `{text}`" if len(text) <= _READABLE else "a dataset"
    return f"{named} {size}: say how many batches to take with `{steps}`"
