"""IPU210: a call computes what it is fed, and the port has to read that twice."""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.named_data import NamedData, named_data
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: NamedData) -> Words:
    names = [statement.partition(" = ")[0] for statement in outcome.statements]
    return Words(
        "a call computes what it is fed, and how many batches these are must be read before",
        f"give it a name: {', '.join(f'`{name}`' for name in names)}",
    )


class UnnamedData(Rule):
    """A call computes its data."""

    id = "IPU210"
    name = "unnamed-data"
    severity = Severity.WARNING
    prepares = True
    both_devices = True
    words = ((NamedData, _words),)
    what = "`fit`, `evaluate` or `predict` takes data, or a batch size, that is computed among its arguments."
    why = (
        "The number of samples decides how many full batches there are, and so the samples are read twice: "
        "as what is fed, and to count them. What a call computes may be another thing the second time."
    )
    fix = "give it a name, right before the call"
    before = SET_UP + """
from data import load_images, load_labels

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
model.fit(load_images(), load_labels(), batch_size=100)
"""
    after = before.replace("model.fit(load_images(),", "x_train = load_images()\nmodel.fit(x_train,")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, named_data(port))
