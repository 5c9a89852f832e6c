"""IPU207: a dataset of unknown or infinite size, and nobody says how many batches to take.

keras/ipu/extensions/data_adapter.py of the SDK: "Could not infer the size of the data. You must specify the number of
steps to run"; keras/engine/data_adapter.py: "When providing an infinite dataset, you must specify the number of steps".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.dataset_windows import tensors_of_windows
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import Dataset, Size
from gpu2ipu.edits import Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.batching.outcomes import TooFewBatches
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.expression_text import text_of
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
    fix = "windows that `flat_map` joins are counted; the rest needs manual work"
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
        endless = [(each, *found) for each in fit_calls_of(script) for found in each.endless()]
        counted = [*self._windows(script)] if any(not _is_infinite(*each[:2]) for each in endless) else []
        yield from counted
        for fit_call, data, steps in endless:
            node, infinite = fit_call.arguments[data], _is_infinite(fit_call, data)
            if infinite or not counted:
                yield self.finding(script.span(node), _message(node, infinite, steps))
        yield from self.reported(port, calls_of_models(port))

    def _windows(self, script: Script) -> Iterator[Finding]:
        """Windows that `flat_map` makes tensors of: there are as many tensors, which `flat_map` does not know."""
        facts = facts_of(script)
        for join in tensors_of_windows(script):
            assert isinstance(join.func, ast.Attribute)
            applied = script.parents[join]
            if isinstance(applied, ast.Attribute) and applied.attr == "apply":
                continue
            tf, imports = module_alias(script, facts, "tensorflow", "tf")
            number = f"len({text_of(script, join.func.value)})"
            span = script.span(join)
            asserted = f"{{item}}.apply({tf}.data.experimental.assert_cardinality({number}))"
            fix = Fix(
                "the number of its windows",
                Safety.SAFE,
                (*imports, Replace(span, asserted, (("item", span),))),
            )
            yield self.finding(span, "`flat_map` does not know how many tensors it makes of windows", fix)


def _is_infinite(fit_call: FitCall, data: str) -> bool:
    value = fit_call.value(data)
    return isinstance(value, Dataset) and value.size is Size.INFINITE


def _message(node: ast.expr, infinite: bool, steps: str) -> str:
    size = "repeats forever" if infinite else "does not know its size"
    text = ast.unparse(node)
    named = f"the dataset `{text}`" if len(text) <= _READABLE else "a dataset"
    return f"{named} {size}: say how many batches to take with `{steps}`"
