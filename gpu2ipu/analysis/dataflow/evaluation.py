"""Evaluation of an expanded expression of numbers, with numbers for its symbols."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

Number = int | float | bool
Result = Number | tuple["Result", ...] | range


class NotClosedError(Exception):
    """The expression has a symbol without a number, or does what is not evaluated here."""


def _ceil(number: float) -> float:
    return float(math.ceil(number))


def _floor(number: float) -> float:
    return float(math.floor(number))


def _to_even(number: float, digits: int = 0) -> float:
    return float(round(number, digits))


_FUNCTIONS: dict[str, Callable[..., Result]] = {
    **{"int": int, "float": float, "bool": bool, "round": round, "abs": abs},
    **{"min": min, "max": max, "divmod": divmod, "len": len, "range": range, "sum": sum},
    **{f"math.{name}": getattr(math, name) for name in ("ceil", "floor", "trunc", "fmod")},
    **{f"operator.{name}": getattr(operator, name) for name in ("floordiv", "truediv", "mod", "add", "sub")},
    **{f"operator.{name}": getattr(operator, name) for name in ("mul", "neg")},
    **{"numpy.ceil": _ceil, "numpy.floor": _floor},
    **{f"numpy.{name}": lambda number: float(math.trunc(number)) for name in ("trunc", "fix")},
    **{f"numpy.{name}": _to_even for name in ("round", "around", "rint", "round_")},
    **{f"numpy.{name}": int for name in ("int_", "int32", "int64", "intp", "uint32", "uint64")},
    **{f"numpy.{name}": float for name in ("float32", "float64", "float_")},
    **{"numpy.floor_divide": operator.floordiv, "numpy.divide": operator.truediv},
    **{"numpy.true_divide": operator.truediv, "numpy.mod": operator.mod, "numpy.remainder": operator.mod},
    **{"numpy.divmod": divmod, "numpy.maximum": max, "numpy.minimum": min, "numpy.negative": operator.neg},
    **{f"tensorflow.{name}": _ceil for name in ("math.ceil", "ceil")},
    **{f"tensorflow.{name}": _floor for name in ("math.floor", "floor")},
    **{f"tensorflow.{name}": _to_even for name in ("round", "math.round", "math.rint")},
    **{"tensorflow.math.floordiv": operator.floordiv, "tensorflow.math.divide": operator.truediv},
    **{"tensorflow.math.floormod": operator.mod, "tensorflow.math.maximum": max},
    **{"tensorflow.maximum": max, "tensorflow.minimum": min, "tensorflow.constant": lambda number: number},
}
_METHODS: dict[str, Callable[..., Result]] = {
    **{name: int for name in ("__int__", "__index__")},
    **{name: lambda number: number for name in ("item", "numpy", "squeeze")},
    **{"__ceil__": math.ceil, "__floor__": math.floor, "__floordiv__": operator.floordiv},
}
_CASTS = {"tensorflow.cast": "cast", "astype": "astype"}
#: The functions, by their qualified names, that are evaluated.
FUNCTIONS = frozenset({*_FUNCTIONS, "tensorflow.cast"})
#: The methods of numbers that are.
METHODS = frozenset({*_METHODS, "astype"})

_OPERATORS: dict[type[ast.AST], Callable[..., Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


def evaluate(node: ast.expr, numbers: Mapping[str, int]) -> Result:
    """Return the number that an expanded expression is; raises NotClosedError where that is not known."""
    try:
        return _evaluate(node, numbers)
    except (ArithmeticError, TypeError, ValueError, IndexError) as error:
        raise NotClosedError from error


def _evaluate(node: ast.expr, numbers: Mapping[str, int]) -> Result:
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return value
        case ast.Name(id=name) if name in numbers:
            return numbers[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_evaluate(left, numbers), _evaluate(right, numbers))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_evaluate(operand, numbers))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_evaluate(left, numbers), _evaluate(right, numbers))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _evaluate(test, numbers) else orelse, numbers)
        case ast.BoolOp(op=op, values=values):
            return _either(values, numbers, isinstance(op, ast.Or))
        case ast.Tuple(elts=items):
            return tuple(_evaluate(item, numbers) for item in items)
        case ast.Subscript(value=whole, slice=index):
            parts, number = _evaluate(whole, numbers), _evaluate(index, numbers)
            if isinstance(parts, (tuple, range)) and isinstance(number, int):
                return parts[number]
        case ast.Call():
            return _called(node, numbers)
    raise NotClosedError


def _either(values: list[ast.expr], numbers: Mapping[str, int], is_or: bool) -> Result:
    result: Result = not is_or
    for value in values:
        result = _evaluate(value, numbers)
        if bool(result) is is_or:
            return result
    return result


def _called(node: ast.Call, numbers: Mapping[str, int]) -> Result:
    match node:
        case ast.Call(func=ast.Name(id="tensorflow.cast"), args=[number, dtype], keywords=[]):
            return _cast(_evaluate(number, numbers), dtype)
        case ast.Call(func=ast.Name(id="tensorflow.cast"), args=[number], keywords=[keyword]):
            return _cast(_evaluate(number, numbers), keyword.value)
        case ast.Call(func=ast.Attribute(value=owner, attr="astype"), args=[dtype]):
            return _cast(_evaluate(owner, numbers), dtype)
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=arguments) if name in _METHODS:
            return _METHODS[name](_evaluate(owner, numbers), *(_evaluate(a, numbers) for a in arguments))
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_evaluate(argument, numbers) for argument in arguments))
    raise NotClosedError


def _cast(number: Result, dtype: ast.expr) -> Result:
    if not isinstance(number, (int, float)):
        raise NotClosedError
    name = dtype.id if isinstance(dtype, ast.Name) else ast.unparse(dtype)
    return int(number) if "int" in name else float(number)
