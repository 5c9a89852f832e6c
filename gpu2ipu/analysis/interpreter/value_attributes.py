"""Attributes of values: of arrays, of models, of what `fit` gives, and of objects of one of several classes."""

from __future__ import annotations

from collections.abc import Sequence

from gpu2ipu.analysis.library import numpy
from gpu2ipu.analysis.library.keras import METHODS
from gpu2ipu.analysis.syntax.tree import is_decorated
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.definitions import FunctionChoice, InstanceChoice, ScriptFunction, functions_of
from gpu2ipu.analysis.values.library_objects import History, KerasModel, ModelMethod, external
from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered, each_of

_NO_METHODS = ("property", "staticmethod")


def attribute_of_either(choice: InstanceChoice, values: Sequence[Value | None]) -> Value:
    """Return an attribute of one of several objects: a method of each, or what the values have in common.

    `values` are what the classes have; None where one has no such attribute.
    """
    known = [UNKNOWN if value is None else value for value in values]
    if not all(isinstance(value, (ScriptFunction, FunctionChoice)) for value in known):
        return each_of(known)
    methods = [(one, each) for one, value in zip(choice.instances, known) for each in functions_of(value)]
    if any(is_decorated(each.definition, name) for _, each in methods for name in _NO_METHODS):
        return UNKNOWN
    return FunctionChoice(tuple(altered(each, owner=one) for one, each in methods))


def attribute_of_value(owner: Value, name: str) -> Value:
    """Return an attribute of an array, a model, or what `fit` gives."""
    if isinstance(owner, History) and name == "model":
        return owner.model
    if isinstance(owner, Array) and name in numpy.ATTRIBUTES:
        return numpy.array_attribute(owner, name)
    if isinstance(owner, Array) and name == "shape" and owner.rows is not None:
        return numpy.shape_of(owner)
    if isinstance(owner, Array) and name == "dtype" and owner.dtype:
        return external(f"numpy.{owner.dtype}")
    return bound_method(owner, name)


def bound_method(owner: Value, name: str) -> Value:
    """`model.fit` without a call: what is called later, under another name; "" for any of a model's methods."""
    if isinstance(owner, KerasModel) and (name in METHODS or not name):
        return ModelMethod(name, owner)
    return UNKNOWN
