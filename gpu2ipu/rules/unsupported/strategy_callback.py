"""IPU911: a callback that refuses the strategy of an IPU.

keras/callbacks.py of TensorFlow 2.6: "is not supported yet. Currently BackupAndRestore callback only supports empty
strategy, MirroredStrategy, MultiWorkerMirroredStrategy and TPUStrategy."
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_NAMES = ("keras.callbacks.BackupAndRestore", "keras.callbacks.experimental.BackupAndRestore")


class StrategyCallback(Rule):
    """`BackupAndRestore`."""

    id = "IPU911"
    name = "strategy-callback"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "A model is trained with a `BackupAndRestore` callback."
    why = (
        'It refuses the strategy of an IPU: "IPUStrategy is not supported yet. Currently BackupAndRestore callback '
        'only supports empty strategy, MirroredStrategy, MultiWorkerMirroredStrategy and TPUStrategy".'
    )
    fix = "needs manual work"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=4)
model.fit(train, epochs=9, callbacks=[keras.callbacks.experimental.BackupAndRestore("backup")])
"""
    after = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=4)
model.fit(train, epochs=9, callbacks=[keras.callbacks.ModelCheckpoint("backup/{epoch}", save_weights_only=True)])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each such callback."""
        script = port.script
        for node, name in facts_of(script).qualified.items():
            if isinstance(node, ast.Call) and name in _NAMES:
                message = (
                    "`BackupAndRestore` refuses the strategy of an IPU: save the weights with `ModelCheckpoint`; after "
                    "a restart load them and give `fit` the `initial_epoch`"
                )
                yield self.finding(script.span(node), message)
