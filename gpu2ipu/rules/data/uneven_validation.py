"""IPU204: validation data whose length need not be a multiple of the batch size.

keras/ipu/extensions/data_adapter.py of the SDK: both parts of `validation_split` must make full batches, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.batching.outcomes import ValidationBatches
from gpu2ipu.port.named_data import read_twice
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.data.batch_words import batch_words
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: ValidationBatches) -> Words:
    return batch_words(outcome, "the validation inside `fit`")


class UnevenValidation(Rule):
    """The last batch of a validation may be partial."""

    id = "IPU204"
    name = "uneven-validation"
    severity = Severity.ERROR
    words = ((ValidationBatches, _words),)
    what = "`fit` validates on `validation_data` or a `validation_split` that may end with a partial batch."
    why = (
        'The validation inside `fit` follows the rules of `evaluate`: "has a partial batch, which '
        'could result in data being dropped".'
    )
    fix = "split explicitly, as Keras does; a `validation_batch_size` that divides the samples, else full batches"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
model.fit(x_train, y_train, batch_size=100, validation_data=(x_test, y_test), validation_batch_size=32)
"""
    after = before.replace("validation_batch_size=32", "validation_batch_size=25")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, read_twice(port, calls_of_models(port)))
