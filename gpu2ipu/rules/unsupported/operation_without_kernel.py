"""IPU910: an operation or a layer that an IPU cannot run, in a model, a loss or a metric.

tensorflow/compiler/plugin/poplar/driver/xla_ipu_common.cc of the SDK filters the kernels that XLA has for an IPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.device_code import device_functions, trained_layers
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule
from gpu2ipu.rules.unsupported.kernels import LAYERS, OF_WHERE, OPERATIONS, WHERE, NoKernel


class OperationWithoutKernel(Rule):
    """The IPU's compiler has no kernel for an operation."""

    id = "IPU910"
    name = "operation-without-kernel"
    severity = Severity.ERROR
    what = "A model, loss or metric has an operation or layer that an IPU cannot run."
    why = (
        'It stops when the program is compiled: "Detected unsupported operations when trying to compile graph". '
        "An IPU has no operations of the host, no shapes that depend on data, no Fourier transforms, no complex "
        "numbers, and no kernels for some transformations of images."
    )
    fix = "needs manual work"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.RandomRotation(0.1), keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=4)
model.fit(train)
"""
    after = SET_UP + """
rotate = keras.layers.RandomRotation(0.1)
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=4)
model.fit(train.map(lambda x, y: (rotate(x, training=True), y)))
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each operation in code for the device, and for each layer in a model."""
        script = port.script
        facts = facts_of(script)
        for layer in trained_layers(facts):
            name = layer.name.rpartition(".")[2]
            if layer.name.startswith("keras.layers.") and name in LAYERS:
                why = LAYERS[name]
                workaround = why.workaround.format(layer=_name(layer.layer))
                message = (
                    f"`{name}` inside the model: {why.reason}; {workaround}, and let the model begin after it"
                )
                yield self.finding(script.span(layer.node), message)
        for call in _operations(facts):
            if (found := _without_kernel(facts, call)) is not None:
                message = (
                    f"`{ast.unparse(call.func)}` cannot run on an IPU: {found.reason}; {found.workaround}"
                )
                yield self.finding(script.span(call), message)


def _name(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else "layer"


def _operations(facts: Facts) -> Iterator[ast.Call]:
    """The calls in functions of losses, metrics, layers and models, and those on the symbols of functional models."""
    found: dict[ast.Call, None] = {}
    for function in device_functions(facts):
        found |= dict.fromkeys(node for node in ast.walk(function) if isinstance(node, ast.Call))
    for node in facts.qualified:
        if isinstance(node, ast.Call) and any(
            isinstance(facts.value(each), KerasTensor) for each in node.args
        ):
            found[node] = None
    inside = (call for call in found if not _is_on_host(facts, call))
    yield from sorted(inside, key=lambda call: (call.lineno, call.col_offset))


def _is_on_host(facts: Facts, call: ast.Call) -> bool:
    """True in a block of `ipu.scopes.outside_compilation_scope`."""
    blocks = (each for each in ancestors(facts.script, call) if isinstance(each, ast.With))
    entered = (item.context_expr for block in blocks for item in block.items)
    return any("outside_compilation_scope" in ast.unparse(each) for each in entered)


def _without_kernel(facts: Facts, call: ast.Call) -> NoKernel | None:
    name = facts.qualified.get(call, "")
    if name in WHERE:
        return OF_WHERE if len(call.args) + len(call.keywords) == 1 else None
    return OPERATIONS.get(name)
