"""IPU307: a model is called one batch at a time.

keras/engine/training.py: `train_on_batch` and its siblings are Keras's own code, which the SDK does not replace; they
know nothing of gradient accumulation and pipelines, give each replica the same batch, and look for as many batches as
an execution has steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import ON_BATCH
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule


class OnBatchCall(Rule):
    """Every batch needs the host."""

    id = "IPU307"
    name = "on-batch-call"
    severity = Severity.WARNING
    what = "`train_on_batch`, `test_on_batch` or `predict_on_batch` of a model."
    why = (
        "It runs with one step per execution (with more it raises OutOfRangeError, since it has one batch), and the "
        "IPU waits for the host at each batch: "
        '"has been configured with only 1 steps per execution" is what the SDK logs where `fit` is used so. '
        "A batch of another shape compiles the program anew, which takes minutes."
    )
    fix = "needs manual work"
    before = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((320, 4)), np.zeros((320, 1))
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
for start in range(0, 320, 32):
    model.train_on_batch(x[start : start + 32], y[start : start + 32])
"""
    after = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((320, 4)), np.zeros((320, 1))
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y, batch_size=32, shuffle=False)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        script = port.script
        calls = facts_of(script).method_calls
        found = {c.node: c for c in calls if isinstance(c.receiver, KerasModel) and c.method in ON_BATCH}
        for node, call in found.items():
            message = (
                f"`{call.method}` needs the host at every batch: use `{_whole(call.method)}` on a dataset, or a "
                "loop inside `strategy.run`; all batches must have the same shape"
            )
            yield self.finding(script.span(node), message)


def _whole(method: str) -> str:
    return {"train": "fit", "test": "evaluate", "predict": "predict"}[method.partition("_")[0]]
