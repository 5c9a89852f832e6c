"""IPU309: eager execution is turned off for the whole program.

keras/ipu/extensions of the SDK extend the models of TensorFlow 2 only; keras/utils/version_utils.py swaps these for
others (`training_v1`) once eager execution is off.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.script import Script
from gpu2ipu.config import Config
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.rules.rule import SET_UP, Rule

_SWITCHES = ("disable_eager_execution", "disable_v2_behavior")
_MODULES = ("tensorflow.compat.v1", "tensorflow")


class GraphMode(Rule):
    """The program runs as TensorFlow 1 did."""

    id = "IPU309"
    name = "graph-mode"
    severity = Severity.ERROR
    what = "`disable_eager_execution()` or `disable_v2_behavior()` is called in a script with a Keras model."
    why = (
        "Keras then has the models of TensorFlow 1, which the IPU does not extend: `fit` knows none of its rules, "
        "and takes no `steps_per_execution`."
    )
    fix = "left for a person"
    before = "import tensorflow as tf\n" + SET_UP + """
tf.compat.v1.disable_eager_execution()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
"""
    after = "import tensorflow as tf\n" + SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
"""

    def check(self, script: Script, config: Config) -> Iterator[Finding]:
        """One finding for each call, where the script makes a model."""
        if not any(name in script.text for name in _SWITCHES):
            return
        facts = facts_of(script)
        if not facts.makes_models:
            return
        for node, name in facts.qualified.items():
            module, _, last = name.rpartition(".")
            if isinstance(node, ast.Call) and last in _SWITCHES and module in _MODULES:
                message = (
                    f"`{last}` gives Keras the models of TensorFlow 1, which the IPU does not extend: remove it, and "
                    "write without sessions and placeholders what depends on it"
                )
                yield self.finding(script.span(node), message)
