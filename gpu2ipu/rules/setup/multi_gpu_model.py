"""IPU507: `multi_gpu_model`, which copies a model to several GPUs.

Keras deprecated it for `tf.distribute.MirroredStrategy` and does not have it in 2.6 (`dir(tf.keras.utils)`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Edit, Remove, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule

_FUNCTION = "multi_gpu_model"
_MISSING = (
    f"`{_FUNCTION}` is not in TensorFlow 2.6; it computes what the model itself does with the whole batch"
)
_PARTS = ("layers", "get_layer")  # of the copy, one of which is the model


class MultiGpuModel(Rule):
    """A model is copied to several GPUs."""

    id = "IPU507"
    name = "multi-gpu-model"
    severity = Severity.ERROR
    what = "A model is created with `multi_gpu_model(model, gpus=...)`."
    why = (
        "It is not in TensorFlow 2.6: \"has no attribute 'multi_gpu_model'\". It shares out each batch over GPUs, and "
        "puts the results together, as `--replicas` does over IPUs."
    )
    fix = "the model itself"
    before = """\
from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
parallel_model = multi_gpu_model(model, gpus=2)
parallel_model.compile("sgd", "mse")
"""
    after = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
parallel_model = model
parallel_model.compile("sgd", "mse")
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call, and for each import that nothing reads."""
        script = port.script
        facts = facts_of(script)
        for node, name in facts.qualified.items():
            if name.startswith("keras.") and name.endswith(f".{_FUNCTION}") and isinstance(node, ast.Call):
                yield self._of_call(script, facts, node)
        for statement, _, target in facts.imports:
            if isinstance(statement, ast.ImportFrom) and canonical(target).endswith(f".{_FUNCTION}"):
                yield from self._of_import(script, statement)

    def _of_call(self, script: Script, facts: Facts, node: ast.Call) -> Finding:
        model = facts.argument(node, "", "model") or next(iter(node.args), None)
        if model is None or isinstance(model, ast.Starred):
            return self.finding(script.span(node), f"{_MISSING}: use the model itself")
        statement = statement_of(script, node)
        edit: Edit = Replace(script.span(node), "{model}", (("model", script.span(model)),))
        targets = statement.targets if isinstance(statement, ast.Assign) and statement.value is node else []
        if [ast.unparse(target) for target in targets] == [ast.unparse(model)]:
            edit = Remove(script.span(statement))
        safety = Safety.REVIEW if any(_reads_parts(facts, each) for each in script.nodes) else Safety.SAFE
        return self.finding(script.span(node), _MISSING, Fix("use the model itself", safety, (edit,)))

    def _of_import(self, script: Script, statement: ast.ImportFrom) -> Iterator[Finding]:
        """The import fails, too; what imports it from elsewhere is changed by other rules first."""
        alias = next(alias for alias in statement.names if alias.name == _FUNCTION)
        variable = bindings_of(script).variable(alias)
        if variable is None or variable.reads or len(variable.bindings) > 1:
            return
        fix = None
        if (statement.module or "").startswith("tensorflow."):
            others = [ast.unparse(other) for other in statement.names if other is not alias]
            rest = f"from {statement.module} import {', '.join(others)}"
            edit = Replace(script.span(statement), rest) if others else Remove(script.span(statement))
            fix = Fix("remove the import", Safety.SAFE, (edit,))
        yield self.finding(script.span(alias), _MISSING, fix)


def _reads_parts(facts: Facts, node: ast.AST) -> bool:
    """True if a node reads the layers of a model, of which the copy for several GPUs has others."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr in _PARTS
        and isinstance(facts.value(node.value), KerasModel)
    )
