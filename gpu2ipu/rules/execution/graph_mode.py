"""IPU309: graphs of TensorFlow 1: eager execution is turned off for the whole program, or an Estimator runs one.

keras/ipu/extensions of the SDK extend the models of TensorFlow 2 only; keras/utils/version_utils.py swaps these for
others (`training_v1`) once eager execution is off. Of Estimators tensorflow/python/ipu/ipu_estimator.py has one that
runs on an IPU; those of `tf.estimator` put their graphs on the CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.tensorflow import GRAPH_MODE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, statement_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.edits import Remove
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.compiled_computations import compiles_computations
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_MODULES = ("tensorflow.compat.v1", "tensorflow")
_ESTIMATORS = ("tensorflow.estimator.", "tensorflow.compat.v1.estimator.", "tensorflow.compat.v2.estimator.")
_ENDS = ("Estimator", "Classifier", "Regressor")
_FROM_KERAS = ("keras.estimator.model_to_estimator", "keras.experimental.model_to_estimator")

# What code that works with graphs names, beside sessions; and what of TensorFlow 1 works in both modes.
_OF_GRAPHS = frozenset(
    (
        "placeholder",
        "gradients",
        "get_default_graph",
        "as_default",
        "global_variables_initializer",
        "feed_dict",
    )
)
_HARMLESS = (*GRAPH_MODE, "set_verbosity", "ERROR", "logging", "set_random_seed", "reset_default_graph")

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
    fix = "remove the switch, where nothing else works with graphs"
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
                yield self._switched_off(script, node, last)

    def _switched_off(self, script: Script, node: ast.Call, name: str) -> Finding:
        message = f"`{name}` makes Keras use the models of TensorFlow 1, which do not run on an IPU"
        statement = statement_of(script, node)
        if isinstance(statement, ast.Expr) and statement.value is node and not _needs_graphs(script):
            fix = Fix(
                "remove it: nothing else needs graph mode", Safety.REVIEW, (Remove(script.span(statement)),)
            )
            return self.finding(script.span(node), message, fix)
        return self.finding(
            script.span(node), f"{message}: remove it, and rewrite code that uses sessions and placeholders"
        )


@once
def _needs_graphs(script: Script) -> bool:
    """True if a program may do something that works in graph mode only: what is of TensorFlow 1, sessions, symbols."""
    facts = facts_of(script).everywhere
    whole = facts.script
    names = (getattr(node, "id", None) or getattr(node, "attr", None) for node in whole.nodes)
    if any(name in _OF_GRAPHS or (name or "").lower().endswith(("session", "sess")) for name in names):
        return True
    of_old = (
        name
        for name in facts.qualified.values()
        if name.startswith("tensorflow.compat.v1.") and not name.startswith("tensorflow.compat.v1.keras")
    )
    if any(name.rpartition(".")[2] not in _HARMLESS for name in of_old):
        return True
    return any(_reads_symbol_of_another(whole, node) for node in list(facts.values))


def _reads_symbol_of_another(script: Script, node: ast.expr) -> bool:
    """True if a function reads a symbolic tensor that code around it has made, as losses of some models do."""
    function = next(
        (each for each in ancestors(script, node) if isinstance(each, (Function, ast.Lambda))), None
    )
    if function is None or not isinstance(facts_of(script).value(node), KerasTensor):
        return False
    if isinstance(node, ast.Name):
        variable = bindings_of(script.file_of(node)).variable(node)
        return variable is not None and variable.scope is not function
    return isinstance(node, ast.Attribute)
