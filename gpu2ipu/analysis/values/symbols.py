"""Symbols: by what the symbolic tensors are computed that an operation of a functional model is given."""

from __future__ import annotations

import builtins
from collections.abc import Iterable

from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.analysis.values.value import CallPath, Unknown, Value

_KNOWN_LIBRARIES = ("keras.", "tensorflow.", "numpy.", "math.")


def is_from_elsewhere(value: Value) -> bool:
    """True if a value is unknown, or comes from a module that nobody has read."""
    if not isinstance(value, External):
        return isinstance(value, Unknown)
    module, _, name = value.name.partition(".")
    is_builtin = module == "builtins" and hasattr(builtins, name)  # another one may come by `import *`
    return not is_builtin and not value.name.startswith(_KNOWN_LIBRARIES)


def operands(values: Iterable[Value]) -> tuple[CallPath, ...] | None:
    """Return what computes the symbols among some values, and in lists of them; None if that is not certain."""
    found: tuple[CallPath, ...] = ()
    for value in values:
        if isinstance(value, (ListOrTuple, Dict)):
            inner = operands(value.items)
        elif isinstance(value, KerasTensor):
            inner = None if value.computed_by is None or value.may_be_none else (value.computed_by,)
        else:
            is_several = isinstance(value, (ListOf, DictOf, PythonGenerator))
            inner = None if is_several or is_from_elsewhere(value) else ()
        if inner is None or (isinstance(value, Dict) and value.optional):
            return None
        found += inner
    return found
