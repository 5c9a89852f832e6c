"""Positional arguments of `add_weight`: with Keras 3 the shape comes first, in TensorFlow 2.6 the name."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.values.call_arguments import before_unpacking
from gpu2ipu.analysis.values.containers import ListOrTuple
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.rules.tf26.changed_parameters import Position

_METHODS = ("add_weight", "add_variable")
# keras/src/layers/layer.py of Keras 3
_ORDER = (
    "shape",
    "initializer",
    "dtype",
    "trainable",
    "autocast",
    "regularizer",
    "constraint",
    "aggregation",
    "name",
)
_NEWER = ("autocast",)


def is_in_new_order(facts: Facts, node: ast.Call) -> bool:
    """True if a call gives `add_weight` a shape where TensorFlow 2.6 has the name."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and node.args):
        return False
    if len(before_unpacking(node)) < len(node.args) or len(node.args) > len(_ORDER):
        return False
    first, value = node.args[0], facts.value(node.args[0])
    if isinstance(value, Text) or isinstance(first, (ast.Constant, ast.JoinedStr)):
        return False
    named = ast.unparse(first).lower()
    return isinstance(first, (ast.Tuple, ast.List)) or isinstance(value, ListOrTuple) or "shape" in named


def in_order(node: ast.Call) -> tuple[Position, ...]:
    """Return the positional arguments of such a call with the parameters of `add_weight` that they are for."""
    return tuple(Position(value, name, name not in _NEWER) for name, value in zip(_ORDER, node.args))
