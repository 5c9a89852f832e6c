"""What the script defines: functions, classes, their instances, and modules of its own."""

from __future__ import annotations

import ast
from dataclasses import field

from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered
from gpu2ipu.records import record


@record(slots=True)
class ScriptFunction(Value):
    """A function or lambda of the script."""

    definition: ast.AST = field()
    # the object that it is a method of
    owner: Value | None = None

    def join(self, other: Value) -> Value:
        """Return the same function, or either of two; nothing is known of methods of two objects."""
        return any_of(self, other) if isinstance(other, (ScriptFunction, FunctionChoice)) else UNKNOWN


@record(slots=True)
class FunctionChoice(Value):
    """One of several functions of the script."""

    functions: tuple[ScriptFunction, ...]

    def join(self, other: Value) -> Value:
        """Any of the functions of both."""
        return any_of(self, other) if isinstance(other, (ScriptFunction, FunctionChoice)) else UNKNOWN


def any_of(*functions: ScriptFunction | FunctionChoice) -> Value:
    """One of several functions; of methods nothing is known then."""
    each = functions_of(*functions)
    return UNKNOWN if any(one.owner is not None for one in each) else FunctionChoice(each)


def functions_of(*values: Value) -> tuple[ScriptFunction, ...]:
    """Return the functions of the script that some values may be."""
    found: dict[ScriptFunction, None] = {}
    for value in values:
        if isinstance(value, ScriptFunction):
            found[altered(value, may_be_none=False) if value.may_be_none else value] = None
        elif isinstance(value, FunctionChoice):
            found |= dict.fromkeys(value.functions)
    return tuple(found)


@record(slots=True)
class ScriptClass(Value):
    """A class of the script."""

    definition: ast.AST = field()


@record(slots=True)
class Instance(Value):
    """An instance of a class of the script that is neither model nor layer."""

    definition: ast.AST | None = None

    def join(self, other: Value) -> Value:
        """Either of two objects, which may be of different classes; a strategy knows what stands in for it."""
        if isinstance(other, (Instance, InstanceChoice)):
            return any_instance(self, other)
        return other.join(self)


@record(slots=True)
class InstanceChoice(Value):
    """An object of one of several classes of the script."""

    instances: tuple[Instance, ...]

    def join(self, other: Value) -> Value:
        """Any of the objects of both."""
        return any_instance(self, other)


_MOST_CLASSES = 8


def any_instance(*values: Value) -> Value:
    """Return one of several objects; unknown where something else is among them, or they are too many."""
    found: dict[Instance, None] = {}
    for value in values:
        if isinstance(value, InstanceChoice):
            found |= dict.fromkeys(value.instances)
        elif isinstance(value, Instance):
            found[altered(value, may_be_none=False) if value.may_be_none else value] = None
        else:
            return UNKNOWN
    return InstanceChoice(tuple(found)) if len(found) <= _MOST_CLASSES else UNKNOWN


@record(slots=True)
class ScriptModule(Value):
    """A file of the program, imported; or a package without `__init__.py`, which has a folder instead of a tree."""

    definition: ast.Module | None = None
    folder: str = ""
