"""Element types: how they are named, and what becomes of them in lists and arithmetic."""

from __future__ import annotations

from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, items_in
from gpu2ipu.analysis.values.value import Value, altered

_DTYPES = {
    "int": "int64",
    "float": "float64",
    "builtins.int": "int64",
    "builtins.float": "float64",
    "builtins.bool": "bool",
    "long": "int64",
    "int_": "int64",
    "float_": "float64",
    "double": "float64",
    "single": "float32",
    "half": "float16",
    "bool_": "bool",
}


def dtype_of(value: Value | None) -> str:
    """Return the element type that a dtype argument names, as NumPy spells it; "" when unknown."""
    if value is None:
        return ""
    name = value.constant if isinstance(value.constant, str) else value.name
    short = name if name.startswith("builtins.") else name.rpartition(".")[2]
    return _DTYPES.get(short, short)


def list_dtype(value: Value | None) -> str:
    """Return the element type that NumPy gives a list: of whole numbers int64, of others float64."""
    if not isinstance(value, (ListOrTuple, ListOf)):
        return ""
    dtypes = {list_dtype(item) if items_in(item) else item.dtype for item in items_in(value)}
    return promoted(*dtypes)


def promoted(*dtypes: str) -> str:
    """Return the type that holds all of some types, for the few that scripts mix; "" for others."""
    if len(set(dtypes)) == 1:
        return dtypes[0]
    if not dtypes or not set(dtypes) <= {"bool", "int64", "float64", "float32"}:
        return ""
    if set(dtypes) == {"bool", "float32"}:
        return "float32"
    return "float64" if {"float64", "float32"} & set(dtypes) else "int64"


def is_integral(dtype: str) -> bool:
    """True if a type holds whole numbers or truth values."""
    return dtype.startswith(("int", "uint", "bool"))


def operation_dtype(left: Value, right: Value, divides: bool) -> str:
    """Return the element type of an arithmetic operation of which at least one side is an array."""
    if isinstance(left, Array) and isinstance(right, Array):
        # TensorFlow multiplies tensors of one type only
        of_one = left.container == right.container == "tensor" and not (left.dtype and right.dtype)
        dtype = left.dtype or right.dtype if of_one else promoted(left.dtype, right.dtype)
        return "float64" if divides and is_integral(dtype) else dtype
    dtype, other = (left.dtype, right.dtype) if isinstance(left, Array) else (right.dtype, left.dtype)
    if not dtype:
        return "float" if divides else ""  # of any width: the IPU's or cast by Keras
    if not is_integral(dtype):
        return dtype
    if divides or other == "float64":
        return "float64"
    if dtype == "bool" and other == "int64":
        return "int64"
    return dtype if other in ("int64", "bool") else ""


def without_int64(value: Value) -> Value:
    """Return what becomes of a value when its arrays, also those in lists and dicts, are cast from int64 to int32."""
    match value:
        case Array(dtype="int64"):
            return altered(value, dtype="int32")
        case ListOrTuple() | Dict():
            return altered(value, items=tuple(map(without_int64, value.items)))
        case ListOf() | DictOf():
            return altered(value, item=without_int64(value.item))
    return value
