"""IPU915: a model, layer or policy of float64.

tensorflow/compiler/plugin/poplar of the SDK registers no kernel for float64.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_NAMES = ("float64", "double")
_MODULES = ("tensorflow", "tensorflow.dtypes", "numpy")
_EXTERNAL = frozenset(f"{module}.{name}" for module in _MODULES for name in _NAMES)
# The first argument is the type of all layers that follow: keras/backend.py, keras/mixed_precision/policy.py.
_OF_ALL_LAYERS = (
    *("keras.backend.set_floatx", "keras.config.set_floatx", "keras.config.set_dtype_policy"),
    *("keras.mixed_precision.set_global_policy", "keras.mixed_precision.experimental.set_policy"),
    *("keras.mixed_precision.Policy", "keras.mixed_precision.experimental.Policy"),
)
_OF_ONE = ("keras.layers.", "keras.Input")


class Float64Model(Rule):
    """A model computes in float64."""

    id = "IPU915"
    name = "float64-model"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "Layers, or all of Keras by `set_floatx` or a policy, compute in float64."
    why = (
        'An IPU has no float64: "Detected unsupported operations when trying to compile graph ... DivNoNan".'
    )
    fix = "float32"
    before = SET_UP + """
keras.backend.set_floatx("float64")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, dtype="float64", input_shape=(4,))])
"""
    after = before.replace("float64", "float32")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument that asks for float64."""
        script = port.script
        facts = facts_of(script)
        if not facts.makes_models:
            return
        for node, name in facts.qualified.items():
            given = _type_argument(facts, node, name) if isinstance(node, ast.Call) else None
            if given is not None and _is_float64(facts, given):
                edits = _single(script, given)
                fix = Fix("float32", Safety.REVIEW, edits) if edits else None
                message = "an IPU has no float64" + ("" if fix else ": use float32")
                yield self.finding(script.span(given), message, fix)


def _type_argument(facts: Facts, node: ast.Call, name: str) -> ast.expr | None:
    """The argument that says in which type layers compute."""
    if name in _OF_ALL_LAYERS:
        return node.args[0] if node.args else next((keyword.value for keyword in node.keywords), None)
    return facts.arguments(node).get("dtype") if name.startswith(_OF_ONE) else None


def _is_float64(facts: Facts, node: ast.expr) -> bool:
    value = facts.value(node)
    return value.constant in _NAMES or value.name in _EXTERNAL


def _single(script: Script, node: ast.expr) -> tuple[Edit, ...]:
    """The same type with half the bits, where it is written."""
    if isinstance(node, ast.Constant):
        return (Replace(script.span(node), text_of(script, ast.Constant("float32"))),)
    if isinstance(node, ast.Attribute):
        return (Replace(script.span(node), "{base}.float32", (("base", script.span(node.value)),)),)
    return ()
