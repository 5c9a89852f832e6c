"""IPU206: data of a type that the IPU's feeds do not support.

tensorflow/compiler/plugin/poplar/kernels/datastream/feeds.cc of the SDK: "Unsupported datatype int64 on index 0 of
feed operation". float64 is cast to float32 by Keras on the way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.feed_dtypes import Cast, array_of, casts_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule, Words


def _words(outcome: Cast) -> Words:
    found = f"is {outcome.found}" if outcome.found else "may be int64"
    message = f"`{ast.unparse(outcome.node)}` {found}, which the IPU does not support"
    if outcome.edits:
        condition = ", if it is int64 when the port runs" if outcome.when_it_runs else ""
        return Words(message, f"cast to {outcome.target}{condition}", is_certain=bool(outcome.found))
    if outcome.is_unseen:
        return Words(f"cannot determine the type of `{array_of(outcome.node)}`: cast it if it is int64")
    has_counterpart = outcome.target is not None or not outcome.found
    advice = "cast it" if has_counterpart else "convert it to numbers"
    return Words(f"{message}: {advice}", is_certain=bool(outcome.found))


class UnsupportedFeedDtype(Rule):
    """A feed gets an unsupported type."""

    id = "IPU206"
    name = "unsupported-feed-dtype"
    severity = Severity.ERROR
    words = ((Cast, _words),)
    what = "`fit`, `evaluate` or `predict` takes int64, uint16, uint32 or strings."
    why = (
        "Feeds take float32, float16, int32, bool, int8 and uint8: "
        '"Unsupported datatype int64 on index 0 of feed operation". Integers of NumPy are int64.'
    )
    fix = "cast to int32 or float32"
    before = """\
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = np.random.rand(320, 4)
labels = np.random.randint(3, size=320)

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(3, activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy", steps_per_execution=10)
model.fit(rows, labels)
"""
    after = before.replace("model.fit(rows, labels)", 'model.fit(rows, labels.astype("int32"))')

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each array or dataset."""
        casts = casts_of(port)
        yield from self.reported(port, (each for each in casts if not each.is_unseen))
        for found in self.reported(port, (each for each in casts if each.is_unseen)):
            yield replace(found, severity=Severity.NOTE)
