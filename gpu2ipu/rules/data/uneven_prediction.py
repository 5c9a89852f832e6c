"""IPU203: `predict` on arrays whose length need not be a multiple of the batch size.

keras/ipu/extensions/data_adapter.py of the SDK: "has a partial batch, which could result in data being dropped".
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.batching.outcomes import PredictionBatches
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.data.batch_words import batch_words
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: PredictionBatches) -> Words:
    return batch_words(outcome, "`predict`")


class UnevenPrediction(Rule):
    """The last batch of a prediction may be partial."""

    id = "IPU203"
    name = "uneven-prediction"
    severity = Severity.ERROR
    words = ((PredictionBatches, _words),)
    what = "`predict` takes arrays whose length may not be a multiple of the batch size."
    why = (
        'A partial batch is an error ("has a partial batch"), and dropped samples would be '
        "missing from the result."
    )
    fix = "a batch size that divides the samples, else pad to full batches and slice the result"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
digits = model.predict(x_test).argmax(axis=1)
"""
    after = before.replace("predict(x_test)", "predict(x_test, batch_size=25)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, calls_of_models(port))
