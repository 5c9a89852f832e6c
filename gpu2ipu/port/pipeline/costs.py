"""Costs: what a layer costs, as far as reading the script tells: 1 if it has weights to speak of, else nothing.

A measured plan would know more. Layers that only normalize, activate, pool or reshape go with the one before them.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.loop_rounds import rounds_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.layers import INPUT
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.values.library_objects import KerasLayer

_WITHOUT_WEIGHTS = (
    *(
        "Activation",
        "ActivityRegularization",
        "Add",
        "AlphaDropout",
        "Attention",
        "Average",
        "CategoryEncoding",
    ),
    *("CenterCrop", "Concatenate", "Discretization", "Dot", "Dropout", "ELU", "Flatten", "GaussianDropout"),
    *("GaussianNoise", "InputLayer", "Lambda", "LeakyReLU", "Masking", "Maximum", "Minimum", "Multiply"),
    *("PReLU", "Permute", "ReLU", "RepeatVector", "Rescaling", "Reshape", "Resizing", "Softmax", "Subtract"),
    *("ThresholdedReLU",),
)
_KINDS_WITHOUT = (
    "Cropping",
    "GlobalAveragePooling",
    "GlobalMaxPooling",
    "Random",
    "SpatialDropout",
    "UpSampling",
)
_ENDS_WITHOUT = (
    "Normalization",
    "Pooling1D",
    "Pooling2D",
    "Pooling3D",
    "Padding1D",
    "Padding2D",
    "Padding3D",
)


def has_weights(name: str) -> bool:
    """True if a layer with this qualified name has weights that count; of an unknown class, it may have."""
    last = name.rpartition(".")[2]
    if name.startswith("tensorflow.") or name == INPUT or (name and not is_class_name(name)):
        return False
    return not (last in _WITHOUT_WEIGHTS or last.startswith(_KINDS_WITHOUT) or last.endswith(_ENDS_WITHOUT))


def cost_of(facts: Facts, operation: ast.AST) -> int:
    """Return what an operation of a functional model costs: the call of a layer, or of a function, or an operator."""
    if not isinstance(operation, ast.Call):
        return 0
    value = facts.value(operation.func)
    if isinstance(value, KerasLayer) and isinstance(value.definition, ast.ClassDef):
        return _cost_of_class(facts, value.definition)
    return int(has_weights(value.name or facts.qualified.get(operation, "")))


def _cost_of_class(facts: Facts, definition: ast.ClassDef) -> int:
    """What a layer of a class of the script costs: the layers that it makes, at least 1."""
    made = (node for node in ast.walk(definition) if isinstance(node, ast.Call))
    layers = (node for node in made if isinstance(facts.value(node), KerasLayer))
    return max(1, sum(has_weights(facts.value(node).name) * (rounds_of(facts, node) or 1) for node in layers))
