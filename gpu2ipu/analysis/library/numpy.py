"""What functions of NumPy and methods of arrays give back: arrays, their rows and types."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from gpu2ipu.analysis.library.reductions import AXES, Axis
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.values.arrays import Array, array, factors_of, fills_of, part_of, rows_from
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple, collection, first_items, items_in
from gpu2ipu.analysis.values.dtypes import dtype_of, is_integral, list_dtype, operation_dtype, promoted
from gpu2ipu.analysis.values.library_objects import external
from gpu2ipu.analysis.values.scalars import Number, Text, constant, scalar
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, NoneValue, Value, altered, join


def rows_of(value: Value | None) -> int | None:
    """Return the number of rows of an array, or of a list of a known length."""
    if isinstance(value, (ListOrTuple, Dict)):
        return len(value.items) or None
    return value.rows if isinstance(value, Array) else None


def _of_parts(rows: int | None, dtype: str, *parts: Value | None) -> Array:
    """An array that is put together: where its type is not known, it may be that of a table."""
    container = "table" if not dtype and any(map(_has_table, parts)) else ""
    return Array(rows, dtype, container)


def _has_table(value: Value | None) -> bool:
    if isinstance(value, Array):
        return value.container == "table" and not value.dtype
    return value is not None and any(map(_has_table, items_in(value)))


def shape_of(value: Array) -> Value:
    """Return `array.shape`: a tuple, or what is known of its beginning."""
    if value.rows is None:
        return UNKNOWN
    if value.row_shape is None:
        return ListOf(UNKNOWN, "tuple", (constant(value.rows),))
    return ListOrTuple(tuple(map(constant, (value.rows, *value.row_shape))), "tuple")


def shaped(shape: Value | None, dtype: str) -> Array:
    """Return an array of a shape, a list or a number, of which the first number counts the rows."""
    if shape is None or isinstance(shape, (ListOrTuple, ListOf)):
        rows = next(iter(first_items(shape or UNKNOWN)), UNKNOWN)
    else:
        rows = shape
    number = rows.number if rows.number != -1 else None
    return Array(number, dtype, factors=factors_of(rows), fills=fills_of(rows), row_shape=_row_shape(shape))


def _row_shape(shape: Value | None) -> tuple[int, ...] | None:
    """The sizes behind the first one in a shape, or None where one is not known, or is for NumPy to work out."""
    if isinstance(shape, Number):
        return ()
    if not isinstance(shape, ListOrTuple):
        return None
    sizes = tuple(item.number for item in shape.items[1:] if item.number is not None and item.number >= 0)
    return sizes if shape.items and len(sizes) == len(shape.items) - 1 else None


# NumPy functions that make an array of a shape: its parameter, and the element type without dtype=.
_BY_SHAPE = {
    **dict.fromkeys(("zeros", "ones", "empty"), ("shape", "float64")),
    **dict.fromkeys(("random.random", "random.random_sample", "random.standard_normal"), ("size", "float64")),
    **dict.fromkeys(("random.normal", "random.uniform", "random.lognormal"), ("size", "float64")),
    "random.exponential": ("size", "float64"),
    **dict.fromkeys(("random.poisson", "random.binomial"), ("size", "int64")),
    **dict.fromkeys(("random.randint", "random.integers"), ("size", "int64")),
}
# Functions whose result has as many rows as their first array, unless the others are larger, and its element type.
_ROWS_OF_FIRST = (
    *("abs", "absolute", "ascontiguousarray", "asarray", "array", "asfarray", "ceil", "clip", "copy"),
    *("cos", "cosh", "cumsum", "exp", "expm1", "floor", "log", "log10", "log1p", "maximum", "minimum"),
    *("nan_to_num", "negative", "power", "rint", "round", "sign", "sin", "sinh", "sqrt", "square", "tan"),
    *("tanh", "hypot", "mod", "zeros_like", "ones_like", "empty_like", "full_like", "asanyarray"),
    *("multiply", "add", "subtract", "divide", "flip", "sort"),
)
_FLOATING = (
    *("cos", "cosh", "exp", "expm1", "log", "log10", "log1p", "sin", "sinh", "sqrt", "tan", "tanh"),
    *("hypot", "divide"),
)
# Reductions keep the rows when they go along another axis than the first; methods of arrays have the same names.
_REDUCTIONS = frozenset(
    name.removeprefix("numpy.") for name, axis in AXES.items() if name.startswith("numpy.") and axis.reduces
)
_REDUCED_DTYPES = {"argmax": "int64", "argmin": "int64", "any": "bool", "all": "bool"}
# What else they make of whole numbers and truth values: `numpy.mean`, `numpy.sum` … in the NumPy reference.
_INTEGRAL_REDUCED = {
    **dict.fromkeys(("mean", "std", "var", "median"), "float64"),
    **dict.fromkeys(("sum", "prod"), "int64"),
}

# Functions that number something.
_INDICES = ("argsort", "searchsorted", "bincount", "digitize", "argwhere", "flatnonzero")
# Functions that read numbers: the type that they take without dtype=.
_FROM_FILES = {
    **dict.fromkeys(("loadtxt", "genfromtxt", "fromfile", "frombuffer", "fromstring"), "float64"),
    "fromiter": "",
}
_SCALAR_TYPES = (
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"),
    *("float16", "float32", "float64"),
)
# Functions that keep the type of their first array, but not its rows.
_SAME_TYPE = (
    *("atleast_1d", "atleast_2d", "broadcast_to", "delete", "diff", "fliplr", "flipud", "moveaxis", "ravel"),
    *("resize", "roll", "rot90", "squeeze", "swapaxes", "tile", "transpose", "tril", "triu"),
)
_TRUTHS = (
    "isnan",
    "isin",
    "logical_and",
    "logical_or",
    "logical_not",
    "greater",
    "less",
    "equal",
    "not_equal",
)

_SPLITS = ("split", "array_split", "vsplit", "hsplit", "dsplit")

# Functions of two arrays that are operators under another name.
_OPERATIONS = ("add", "subtract", "multiply", "divide", "power", "maximum", "minimum", "mod")

_RANDOM_INTEGERS = ("random.randint", "random.randrange", "random.getrandbits")


def array_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function of NumPy or of its relatives gives; None for one that is not known."""
    if name in ("numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator"):
        return external("numpy.random")
    if name in ("math.ceil", "math.floor", "numpy.ceil", "numpy.floor") and arguments.positional:
        number = arguments.positional[0].constant
        if isinstance(number, (int, float)):
            rounded = math.ceil(number) if name.endswith("ceil") else math.floor(number)
            return constant(rounded if name.startswith("math") else float(rounded))
        if name.startswith("math"):
            return Number()
    if name.startswith("numpy."):
        return _numpy_call(name.removeprefix("numpy."), arguments)
    if name in _RANDOM_INTEGERS:
        return Number(dtype="int64")
    if name.startswith("keras.applications.") and name.endswith(".preprocess_input"):
        return array(rows_of(arguments.first("x")))
    return None


def _given(name: str, arguments: Arguments, *parameters: str) -> Value | None:
    """What is passed for a parameter of a function of NumPy, which is called so in one of its releases.

    The functions of `numpy.random` stand for the methods of its generators, too.
    """
    of_generator = f"numpy.{name}".replace("random.", "random.Generator.")
    return arguments.of(PARAMETERS.get(f"numpy.{name}") or PARAMETERS.get(of_generator, ()), *parameters)


def _numpy_call(name: str, arguments: Arguments) -> Value | None:
    dtype = dtype_of(_given(name, arguments, "dtype"))
    first = arguments.first("a", "x", "object", "arr")
    if name in ("random.rand", "random.randn"):
        return shaped(collection(*arguments.positional), "float64") if first else Number()
    if name in _BY_SHAPE:
        parameter, default = _BY_SHAPE[name]
        shape = _given(name, arguments, parameter)
        return shaped(shape, dtype or default) if shape else Number()
    if name in ("eye", "identity"):
        return shaped(first, dtype or "float64")
    if name == "arange":
        single = len(arguments.positional) == 1 and not arguments.keywords.keys() - {"dtype"}
        return array(first.number if single and first else None, dtype or _range_dtype(arguments))
    if name == "full":
        filled = _given(name, arguments, "fill_value") or UNKNOWN
        return shaped(_given(name, arguments, "shape"), dtype or filled.dtype)
    if name == "random.choice":
        return _chosen(first or UNKNOWN, arguments)
    if name == "linspace":
        return array((_given(name, arguments, "num") or constant(50)).number, dtype or "float64")
    if name in _FROM_FILES:
        is_given = _given(name, arguments, "dtype") is not None
        return array(dtype=dtype if is_given else _FROM_FILES[name])
    if name == "random.permutation" and first is not None:
        if isinstance(first, Array):
            return first
        return array(first.number, "int64" if isinstance(first, (Number, Text)) else list_dtype(first))
    if name.startswith("random.") and name.rpartition(".")[2] in ("seed", "shuffle", "set_state"):
        return NONE
    return _combined(name, first, dtype, arguments)


def _combined(name: str, first: Value | None, dtype: str, arguments: Arguments) -> Value:
    """What a function of whole arrays gives, one that puts some together or takes one apart."""
    if name in _OPERATIONS and len(arguments.positional) > 1 and not dtype:
        left, right = arguments.positional[:2]
        if isinstance(left, Array) or isinstance(right, Array):
            return array_operation(left, right, name == "divide")
    if name in _ROWS_OF_FIRST:
        made = _elementwise(name, first, dtype)
        flattens = name == "cumsum" and _given(name, arguments, "axis") is None
        is_as_long = not flattens and _given(name, arguments, "ndmin") is None
        return made if is_as_long else _of_parts(None, made.dtype, made)
    if name in _REDUCTIONS and first is not None:
        return _reduced(first, name, arguments.get(_axis(name).position, _axis(name).keyword))
    if name in ("where", "select") and len(arguments.positional) == 3:
        return array(rows_of(first), join(*arguments.positional[1:]).dtype)
    if name == "expand_dims" and first is not None:
        return with_axis(first, _given(name, arguments, "axis") or UNKNOWN)
    if name in _SPLITS and first is not None:
        return _split(name, first, arguments)
    if name == "meshgrid":
        return collection(*(array(dtype=axis.dtype or list_dtype(axis)) for axis in arguments.positional))
    if name in ("stack", "column_stack", "hstack", "dstack"):
        return _side_by_side(name, arguments)
    if name in ("concatenate", "vstack"):
        return _concatenate(arguments)
    if name == "repeat" and first is not None:
        count = _given(name, arguments, "repeats") or UNKNOWN
        dtype = first.dtype if isinstance(first, Array) else list_dtype(first)
        return altered(part_of(first), dtype=dtype, fills=fills_of(count))
    return array() if first is None else _of_one_array(name, first, arguments)


def _of_one_array(name: str, first: Value, arguments: Arguments) -> Value:
    """What a function of one array gives, for those of which little but the type is known."""
    if name in _INDICES:
        return array(rows_of(first) if name != "bincount" else None, "int64")
    if name == "unique":
        flags = ("return_index", "return_inverse", "return_counts")
        more = [array(dtype="int64") for flag in flags if flag in arguments.keywords]
        values = array(dtype=first.dtype or list_dtype(first))
        return collection(values, *more) if more else values
    if name in _SCALAR_TYPES:
        return altered(first, dtype=name) if isinstance(first, Array) else Number(dtype=name)
    if name in ("append", "insert"):
        added = _given(name, arguments, "values") or UNKNOWN
        dtypes = [part.dtype or list_dtype(part) for part in (first, added)]
        # NumPy inserts in the type of the array
        return _of_parts(None, promoted(*dtypes) if name == "append" else dtypes[0], first, added)
    if name in _SAME_TYPE:
        return _of_parts(None, first.dtype if isinstance(first, Array) else list_dtype(first), first)
    if name == "reshape":
        whole = first if isinstance(first, Array) else _of_parts(None, list_dtype(first))
        return reshaped(whole, _given(name, arguments, "newshape", "shape"))
    return array(rows_of(first), "bool") if name in _TRUTHS else array()


def _range_dtype(arguments: Arguments) -> str:
    """What `arange` gives: whole numbers where start, stop and step are, else others."""
    bounds = [
        *arguments.positional[:3],
        *(value for name, value in arguments.keywords.items() if name != "dtype"),
    ]
    dtypes = [bound.dtype for bound in bounds]
    return "float64" if "float64" in dtypes else promoted(*dtypes)


def _elementwise(name: str, first: Value | None, dtype: str) -> Array:
    if not isinstance(first, Array):
        return _of_parts(rows_of(first), dtype or list_dtype(first), first)
    if dtype:
        return altered(first, dtype=dtype)
    return altered(first, dtype="float64") if name in _FLOATING and is_integral(first.dtype) else first


def _chosen(source: Value, arguments: Arguments) -> Value:
    """What `random.choice` draws: of numbers up to one, or of a list or array."""
    dtype = "int64" if isinstance(source, (Number, Text)) else source.dtype or list_dtype(source)
    shape = _given("random.choice", arguments, "size")
    return shaped(shape, dtype) if shape is not None else scalar(dtype)


def _side_by_side(name: str, arguments: Arguments) -> Value:
    given = arguments.positional[0] if arguments.positional else UNKNOWN
    parts = items_in(given)
    dtypes = {part.dtype for part in parts}
    dtype = dtypes.pop() if len(dtypes) == 1 else ""
    if name == "stack" and (_given(name, arguments, "axis") or constant(0)).constant == 0:
        return _of_parts(rows_of(given), dtype, given)  # each part becomes a row
    # rows of vectors are columns
    flat = name == "hstack" and any(isinstance(part, Array) and part.rows is not None for part in parts)
    return _of_parts(rows_of(parts[0]) if parts and not flat else None, dtype, given)


def _split(name: str, first: Value, arguments: Arguments) -> Value:
    """The parts of an array: so many of one size, or those between some indices."""
    whole = first if isinstance(first, Array) else _of_parts(rows_of(first), list_dtype(first))
    given = arguments.get(1, "indices_or_sections") or UNKNOWN
    along: Value = constant(1 if name in ("hsplit", "dsplit") else 0)
    if name in ("split", "array_split"):
        along = arguments.get(2, "axis") or along
    if along.number != 0:
        part = altered(part_of(whole, whole.rows if along.number is not None else None), row_shape=None)
        return ListOf(part, "list")
    bounds = [item.number for item in items_in(given)] if isinstance(given, ListOrTuple) else None
    if bounds is None or None in bounds or whole.rows is None:
        return _parts_of(whole, given)
    rows = range(whole.rows)
    edges = [0, *(bound for bound in bounds if bound is not None), whole.rows]
    parts = (rows_from(whole, len(rows[start:stop])) for start, stop in itertools.pairwise(edges))
    return ListOrTuple(tuple(parts), "list")


def _parts_of(whole: Array, given: Value) -> Value:
    """Parts of which the sizes are not known one by one."""
    number = given.number
    if number is None or not 0 < number < 100:
        is_list = isinstance(given, ListOrTuple) and given.items
        parts = [rows_from(whole)] * (len(items_in(given)) + 1) if is_list else None
        return ListOf(rows_from(whole), "list") if parts is None else ListOrTuple(tuple(parts), "list")
    is_even = whole.rows is not None and whole.rows % number == 0
    rows = whole.rows // number if is_even and whole.rows is not None else None
    return ListOrTuple((rows_from(whole, rows),) * number, "list")


def _concatenate(arguments: Arguments) -> Value:
    parts = items_in(arguments.positional[0]) if arguments.positional else ()
    along = (_given("concatenate", arguments, "axis") or constant(0)).number
    if not parts or along != 0:
        return _of_parts(rows_of(parts[0]) if parts and along not in (0, None) else None, "", *parts)
    counts = [part.rows if isinstance(part, Array) else None for part in parts]
    known = [count for count in counts if count is not None]
    dtypes = {part.dtype for part in parts}
    dtype = dtypes.pop() if len(dtypes) == 1 else ""
    whole = _of_parts(sum(known) if len(known) == len(counts) else None, dtype, *parts)
    row_shape = _common_row_shape(part for part in parts if isinstance(part, Array))
    is_known = all(isinstance(part, Array) for part in parts)
    factors = frozenset().union(*map(fills_of, parts))
    return altered(whole, factors=factors, row_shape=row_shape if is_known else None)


_SAME_ARRAY = ("copy", "round", "clip", "to_numpy", "fillna", "sort_index", "cumsum")
_OTHER_ARRAY = (
    *("drop", "sample", "dropna", "reset_index", "head", "tail", "take", "flatten", "ravel", "squeeze"),
    *("sort_values", "transpose"),
)


# Attributes of arrays and tables that are arrays.
ATTRIBUTES = ("T", "values", "iloc", "loc", "cat", "codes")


def array_attribute(value: Array, attribute: str) -> Array:
    """Return what `array.attribute` is."""
    if attribute == "codes":
        return altered(value, dtype="int8")
    return part_of(value) if attribute == "T" else value


def array_method(value: Array, method: str, arguments: Arguments) -> Value:
    """Return what `array.method(...)` gives."""
    if method in ("numpy", "toarray", "todense"):
        return altered(value, container="")
    if method == "argsort":
        return altered(part_of(value, value.rows), dtype="int64")
    if method in ("map", "replace"):
        mapping = arguments.first("arg", "to_replace") or UNKNOWN
        kept = (value.dtype,) if method == "replace" else ()  # of what the mapping does not name
        dtypes = (*kept, *(item.dtype for item in items_in(mapping)))
        return altered(value, dtype=promoted(*dtypes) if isinstance(mapping, Dict) and mapping.keys else "")
    if method == "factorize":
        return collection(array(value.rows, "int64"), UNKNOWN)
    if method == "astype" or (method == "to_numpy" and arguments.first("dtype")):
        return altered(value, dtype=dtype_of(arguments.first("dtype")))
    if method == "apply":
        return altered(value, dtype="")
    if method == "cumsum" and value.container != "table" and arguments.first("axis") is None:
        return part_of(value)  # of all axes in a row
    if method == "pop" and value.container == "table":
        return part_of(value, value.rows)
    if method in _SAME_ARRAY:
        return value
    if method == "view":  # of another type, with other columns
        return altered(value, row_shape=None)
    if method == "reshape":
        return reshaped(value, _given_shape(arguments))
    if method in _REDUCTIONS:
        return _reduced(value, method, arguments.get(_axis(method).position - 1, "axis"))
    if method in _OTHER_ARRAY:
        return part_of(value)
    return UNKNOWN


def _given_shape(arguments: Arguments) -> Value | None:
    """The shape that a method takes, as a list or number by number."""
    if arguments.starred and arguments.positional:
        return ListOf(UNKNOWN, "tuple", arguments.positional)
    return collection(*arguments.positional) if len(arguments.positional) > 1 else arguments.first("shape")


def reshaped(value: Array, shape: Value | None) -> Array:
    """Return an array in another shape; where NumPy works out the rows, they follow from the sizes."""
    made = altered(shaped(shape, value.dtype), container=value.container)
    asked = first_items(shape or UNKNOWN)
    if value.row_shape is None or made.row_shape is None or not asked or asked[0].number != -1:
        return made
    before, after = math.prod(value.row_shape), math.prod(made.row_shape)
    if before == after:
        return altered(value, row_shape=made.row_shape)
    if value.rows is None or after == 0 or value.rows * before % after:
        return made
    return altered(made, rows=value.rows * before // after)


def with_axis(value: Value, axis: Value) -> Value:
    """Return an array with one more axis, of size 1; it is the one of the rows if it comes first."""
    row_shape = value.row_shape if isinstance(value, Array) else None
    place = axis.number
    if place is not None and place < 0 and row_shape is not None:
        place += len(row_shape) + 2
    if place is None or place == 0:
        return _of_parts(None if place is None else 1, value.dtype, value)
    if not isinstance(value, Array) or row_shape is None:
        return value
    return altered(value, row_shape=(*row_shape[: place - 1], 1, *row_shape[place - 1 :]))


def _axis(reduction: str) -> Axis:
    """The parameter that says the axis of a reduction; its method has it one place earlier."""
    return AXES[f"numpy.{reduction}"]


def _reduced(value: Value, reduction: str, axis: Value | None) -> Value:
    """What a reduction gives: one number, or an array that has the rows when it goes along another axis."""
    if axis is None or isinstance(axis, NoneValue):
        return Number()
    dtype = _REDUCED_DTYPES.get(reduction, value.dtype)
    if is_integral(value.dtype):
        dtype = _INTEGRAL_REDUCED.get(reduction, dtype)
    if any(part.constant == 0 for part in (axis, *items_in(axis))):
        return altered(part_of(value), lacks_rows=True, dtype=dtype)
    if isinstance(value, Array):
        return altered(value, dtype=dtype, row_shape=None)
    return array(rows_of(value), dtype) if items_in(value) else UNKNOWN


def array_operation(left: Value, right: Value, divides: bool) -> Array:
    """Return what an arithmetic operation on arrays gives: rows where both sides agree, types where NumPy's are plain.

    An array of unknown rows may have more axes, and rows where the other one has columns.
    """
    both = [side for side in (left, right) if isinstance(side, Array)]
    sides = [side for side in both if not side.lacks_rows] or both
    counts = {side.rows for side in sides} - {1}  # one row is spread over the rows of the other side
    if not counts and all(isinstance(side, (Array, Number, Text)) for side in (left, right)):
        counts = {1}
    return Array(
        rows=counts.pop() if len(counts) == 1 else None,
        dtype=operation_dtype(left, right, divides),
        container="tensor" if any(side.container == "tensor" for side in both) else both[0].container,
        factors=frozenset.intersection(*(side.factors for side in sides)),
        lacks_rows=sides[0].lacks_rows,
        row_shape=_common_row_shape(sides) if all(map(_is_spread, (left, right))) else None,
    )


def _is_spread(side: Value) -> bool:
    """True if an operand has no axes that the other one lacks, as far as an array is known to have rows."""
    return isinstance(side, (Array, Number))


def _common_row_shape(parts: Iterable[Array]) -> tuple[int, ...] | None:
    shapes = {part.row_shape for part in parts}
    return shapes.pop() if len(shapes) == 1 else None
