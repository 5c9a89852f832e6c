"""IPU202: `fit` or `evaluate` on arrays whose length need not be a multiple of the batch size.

keras/ipu/extensions/data_adapter.py of the SDK: "has a partial batch, which could result in data being dropped".
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.batching.outcomes import ArrayBatches
from gpu2ipu.port.named_data import read_twice
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.data.batch_words import batch_words
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: ArrayBatches) -> Words:
    return batch_words(outcome, f"`{outcome.method}`")


class UnevenArray(Rule):
    """The last batch of an array may be partial."""

    id = "IPU202"
    name = "uneven-array"
    severity = Severity.ERROR
    words = ((ArrayBatches, _words),)
    what = "`fit` or `evaluate` takes arrays whose length may not be a multiple of the batch size."
    why = (
        'A program for the IPU is compiled for one batch size. A partial batch is an error: "has a '
        'partial batch, which could result in data being dropped. Either adjust the `batch_size`".'
    )
    fix = "`fit`: full batches, the rest is dropped; `evaluate`: a size that divides the samples, or the rest by itself"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
model.fit(x_train, y_train, batch_size=128)
"""
    after = before.replace(
        "model.fit(x_train, y_train, batch_size=128)\n",
        "train_size = len(x_train) // 128 * 128\n"
        "model.fit(x_train[:train_size], y_train[:train_size], batch_size=128)\n",
    )

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, read_twice(port, calls_of_models(port)))
