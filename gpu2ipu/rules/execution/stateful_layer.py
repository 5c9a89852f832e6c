"""IPU902: a recurrent layer that keeps its state from batch to batch.

keras/layers/recurrent.py of the SDK: "RNNs with stateful=True not yet supported with tf.distribute.Strategy."
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_LAYERS = ("ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D", "GRU", "LSTM", "RNN", "SimpleRNN")
_ARGUMENT = "stateful"


class StatefulLayer(Rule):
    """A layer with `stateful=True`."""

    id = "IPU902"
    name = "stateful-layer"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "A recurrent layer has `stateful=True`."
    why = (
        'It is an error in the scope of a strategy: "RNNs with stateful=True not yet supported with '
        'tf.distribute.Strategy".'
    )
    fix = "needs manual work"
    before = SET_UP + """
with strategy.scope():
    layer = keras.layers.LSTM(32, stateful=True)
"""
    after = SET_UP + """
with strategy.scope():
    layer = keras.layers.LSTM(32)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each layer that is, or may be, stateful."""
        script = port.script
        facts = facts_of(script)
        for node, name in facts.qualified.items():
            if not (isinstance(node, ast.Call) and name.startswith("keras.layers.")):
                continue
            if name.rpartition(".")[2] not in _LAYERS:
                continue
            given = facts.argument(node, name, _ARGUMENT)
            if given is not None and facts.value(given).constant is not False:
                message = (
                    "a stateful layer is an error in the scope of a strategy: train on longer sequences, or pass "
                    "`initial_state` to the layer and use `return_state=True`"
                )
                yield self.finding(script.span(keyword_of(node, _ARGUMENT) or facts.place(given)), message)
