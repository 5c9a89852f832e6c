"""IPU104: one statement builds a model and trains it, so that a scope around it holds both.

tensorflow/python/ipu/ipu_strategy.py of the SDK: inside the scope a dataset gives no elements in eager mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.outcomes import NamedObject
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: NamedObject) -> Words:
    return Words(
        "a statement builds what it trains, and only the building goes into a scope", outcome.statement
    )


class TrainedWhereBuilt(Rule):
    """A model is built and trained in one statement."""

    id = "IPU104"
    name = "trained-where-built"
    severity = Severity.WARNING
    prepares = True
    both_devices = True
    words = ((NamedObject, _words),)
    what = "One statement, such as `build().fit(x, y)`, builds a model and trains it."
    why = (
        "What is built goes into the scope of an IPUStrategy, but a loop over a dataset does not: "
        "\"The elements of a dataset can not be accessed in eager mode when inside 'IPUStrategy'\"."
    )
    fix = "give what is built a name"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()


def build():
    net = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    net.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=600)
    return net


build().fit(x_train, y_train, batch_size=100)
"""
    after = before.replace("build().fit", "model = build()\n\nmodel.fit")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each expression that builds."""
        yield from self.reported(port, scopes_of(port).named)
