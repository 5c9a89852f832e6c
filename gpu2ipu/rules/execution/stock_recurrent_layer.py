"""IPU316: an LSTM or GRU of Keras, where those of `ipu_tensorflow_addons` are asked for.

ipu_tensorflow_addons/keras/layers/rnn.py of the SDK: one operation of PopLibs for all time steps, with the weights of
Keras's layers, but without masks, regularizers, constraints, recurrent dropout and reversed or unrolled sequences.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import has_unpacking, passed_values
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import NoneValue
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule

_ADDONS = "ipu_tensorflow_addons.keras.layers"
_LAYERS = ("keras.layers.LSTM", "keras.layers.GRU")
# Arguments that both layers take and understand alike; base classes take the rest.
_TAKEN = {
    *(
        "units",
        "kernel_initializer",
        "recurrent_initializer",
        "bias_initializer",
        "dropout",
        "unit_forget_bias",
    ),
    *("return_sequences", "return_state", "time_major", "reset_after"),
    *("name", "dtype", "trainable", "input_shape", "batch_input_shape", "batch_size"),
}
_ACTIVATIONS = ("tanh", "relu", "softmax", "sigmoid", "hard_sigmoid")
# Arguments for which the layer of the SDK takes some values only.
_VALUES: Mapping[str, tuple[object, ...]] = {
    "activation": _ACTIVATIONS,
    "recurrent_activation": tuple(name for name in _ACTIVATIONS if name != "relu"),
    "use_bias": (True,),
    "implementation": (1, 2),
    **dict.fromkeys(("go_backwards", "stateful", "unroll"), (False,)),
    "recurrent_dropout": (0, 0.0),
    **dict.fromkeys((f"{part}_regularizer" for part in ("kernel", "recurrent", "bias", "activity")), (None,)),
    **dict.fromkeys((f"{part}_constraint" for part in ("kernel", "recurrent", "bias")), (None,)),
}
# What stores layers by their class, or weights by the names that the class gives them.
_STORING = (
    *("keras.models.save_model", "keras.models.load_model", "keras.models.clone_model"),
    *("keras.models.model_from_json", "keras.models.model_from_config", "keras.callbacks.ModelCheckpoint"),
    *("keras.callbacks.BackupAndRestore", "keras.callbacks.experimental.BackupAndRestore"),
    *("tensorflow.train.Checkpoint", "tensorflow.saved_model.save"),
)
_STORING_METHODS = ("save", "save_weights", "load_weights", "to_json", "to_yaml", "get_config")


class StockRecurrentLayer(Rule):
    """A recurrent layer of Keras."""

    id = "IPU316"
    name = "stock-recurrent-layer"
    severity = Severity.WARNING
    what = "`--addons` is given, and a model uses the `LSTM` or `GRU` of Keras."
    why = (
        "On an IPU, Keras's layers are a loop of small operations; those of `ipu_tensorflow_addons` are one operation "
        "that PopLibs has for the whole sequence, which is much faster. They have the same weights and compute the "
        "same, but take no masks, regularizers, constraints or recurrent dropout, and a saved model names them by "
        "another class."
    )
    fix = "the layer of `ipu_tensorflow_addons`, where it computes the same"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.LSTM(8, input_shape=(20, 3)), keras.layers.Dense(1)])
"""
    after = before.replace(
        "from tensorflow import keras\n",
        f"import {_ADDONS} as ipu_layers\nfrom tensorflow import keras\n",
    ).replace("keras.layers.LSTM", "ipu_layers.LSTM")
    options = (("addons", True),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each layer; a note where it stays."""
        if not port.target.addons:
            return
        script, facts = port.script, facts_of(port.script)
        layers = [node for node, name in facts.qualified.items() if name in _LAYERS]
        calls = sorted(
            (node for node in layers if isinstance(node, ast.Call)),
            key=lambda node: (node.lineno, node.col_offset),
        )
        if not calls:
            return
        of_script, wrapped = _hindrance(port, facts), _wrapped(facts)
        for call in calls:
            layer = facts.qualified[call].rpartition(".")[2]
            reason = of_script or wrapped.get(call) or _difference(facts, call)
            if reason:
                found = self.finding(script.span(call), f"this `{layer}` stays that of Keras: {reason}")
                yield replace(found, severity=Severity.NOTE)
                continue
            fix = Fix(f"the `{layer}` of ipu_tensorflow_addons", Safety.REVIEW, _edits(script, call, layer))
            yield self.finding(script.span(call), f"the `{layer}` of Keras is slow on an IPU", fix)


def _edits(script: Script, call: ast.Call, layer: str) -> tuple[Edit, ...]:
    file = script.file_of(call)
    alias, imports = module_alias(file, facts_of(file), _ADDONS, "ipu_layers")
    return (*imports, Replace(script.span(call.func), f"{alias}.{layer}"))


def _difference(facts: Facts, call: ast.Call) -> str:
    """Why the layer of the SDK would not compute the same with the arguments of a call; "" if it would."""
    if has_unpacking(call):
        return "its arguments come from `*` or `**`"
    if len(call.args) > 1:
        return "its positional arguments may mean others, so pass them by name"
    for keyword in call.keywords:
        name, value = str(keyword.arg), facts.value(keyword.value)
        if name in _TAKEN:
            continue
        constant = None if isinstance(value, NoneValue) else value.constant
        is_known = isinstance(value, NoneValue) or constant is not None
        if not (
            is_known
            and any(constant == each and type(constant) is type(each) for each in _VALUES.get(name, ()))
        ):
            return f"that of ipu_tensorflow_addons does not take `{name}={ast.unparse(keyword.value)}`"
    return ""


def _wrapped(facts: Facts) -> dict[ast.AST, str]:
    """The constructor calls of layers that other layers are given, and why such a layer stays."""
    found: dict[ast.AST, str] = {}
    for node, name in facts.qualified.items():
        if isinstance(node, ast.Call) and name.startswith("keras.layers."):
            for argument in passed_values(node):
                value = facts.value(argument)
                for *_, made in value.constructed_by if isinstance(value, KerasLayer) else ():
                    found[made] = (
                        f"`{name.rpartition('.')[2]}` makes others of it, with arguments that only Keras takes"
                    )
    return found


def _hindrance(port: Port, facts: Facts) -> str:
    """Why all recurrent layers of a script stay as they are; "" if they need not."""
    if port.target.sdk == "2.5":
        return "ipu_tensorflow_addons is a part of SDKs from 2.6 on"
    for node, name in facts.qualified.items():
        if not isinstance(node, ast.Call):
            continue
        if name == "keras.layers.Masking" or (name == "keras.layers.Embedding" and _masks(facts, node)):
            return "the model has a mask, which that of ipu_tensorflow_addons does not take"
        if name in _STORING:
            return _stored(node)
    for call in (node for node in port.script.nodes if isinstance(node, ast.Call)):
        if any(keyword.arg in ("mask", "initial_state") for keyword in call.keywords):
            return "a layer is called with a mask or a state"
        method = call.func
        is_storing = isinstance(method, ast.Attribute) and method.attr in _STORING_METHODS
        if is_storing and isinstance(facts.value(getattr(method, "value", None)), KerasModel):
            return _stored(call)
    return ""


def _masks(facts: Facts, embedding: ast.Call) -> bool:
    """True if an embedding masks zeros, or may."""
    given = facts.argument(embedding, "", "mask_zero")
    unknown = has_unpacking(embedding)
    return unknown or (given is not None and facts.value(given).constant is not False)


def _stored(node: ast.Call) -> str:
    return f"`{ast.unparse(node.func)}` stores or loads layers by the names that those of Keras have"
