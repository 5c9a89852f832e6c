"""IPU309: graphs of TensorFlow 1: eager execution is turned off for the whole program, or an Estimator runs one.

keras/ipu/extensions of the SDK extend the models of TensorFlow 2 only; keras/utils/version_utils.py swaps these for
others (`training_v1`) once eager execution is off. Of Estimators tensorflow/python/ipu/ipu_estimator.py has one that
runs on an IPU; those of `tf.estimator` put their graphs on the CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.tensorflow import GRAPH_MODE
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.compiled_computations import compiles_computations
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_MODULES = ("tensorflow.compat.v1", "tensorflow")
_ESTIMATORS = ("tensorflow.estimator.", "tensorflow.compat.v1.estimator.", "tensorflow.compat.v2.estimator.")
_ENDS = ("Estimator", "Classifier", "Regressor")
_FROM_KERAS = ("keras.estimator.model_to_estimator", "keras.experimental.model_to_estimator")

_TRAINS_IN_GRAPH = "an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU"
_FIT = "train the Keras model itself, with `fit`"
_WRITE = "write it as a Keras model, and train that with `fit`"
_OF_THE_SDK = ", or use an `IPUEstimator` of `tensorflow.python.ipu.ipu_estimator`"


class GraphMode(Rule):
    """The program runs in graph mode."""

    id = "IPU309"
    name = "graph-mode"
    severity = Severity.ERROR
    effort = Effort.HIGH
    what = (
        "`disable_eager_execution()` or `disable_v2_behavior()` is called in a script with a Keras model, or an "
        "Estimator is created."
    )
    why = (
        "Keras then uses the models of TensorFlow 1, which the SDK does not extend for the IPU: `fit` "
        "takes no `steps_per_execution`. An Estimator runs a graph of its own, on the CPU."
    )
    fix = "needs manual work"
    before = "import tensorflow as tf\n" + SET_UP + """
tf.compat.v1.disable_eager_execution()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
"""
    after = "import tensorflow as tf\n" + SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each switch, where the script creates a model, and for each Estimator.

        A script that compiles its graph for the IPU itself needs the switch.
        """
        script = port.script
        facts = facts_of(script)
        trains_in_eager_mode = facts.makes_models and not compiles_computations(script)
        for node, name in facts.qualified.items():
            if not isinstance(node, ast.Call):
                continue
            module, _, last = name.rpartition(".")
            if name in _FROM_KERAS:
                yield self.finding(script.span(node), f"`{last}`: {_TRAINS_IN_GRAPH}; {_FIT}")
            elif name.startswith(_ESTIMATORS) and last.endswith(_ENDS):
                way_out = _WRITE + (_OF_THE_SDK if last == "Estimator" else "")
                yield self.finding(script.span(node), f"`{last}`: {_TRAINS_IN_GRAPH}; {way_out}")
            elif last in GRAPH_MODE and module in _MODULES and trains_in_eager_mode:
                message = (
                    f"`{last}` makes Keras use the models of TensorFlow 1, which do not run on an IPU: remove it, and "
                    "rewrite code that uses sessions and placeholders"
                )
                yield self.finding(script.span(node), message)
