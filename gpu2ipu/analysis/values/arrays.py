"""Arrays: what can be cut by rows, and the symbolic tensors of Keras."""

from __future__ import annotations

from gpu2ipu.analysis.values.divisors import NO_DIVISORS, Divisors
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath, Unknown, Value, altered, same
from gpu2ipu.records import record


@record(slots=True)
class Array(Value):
    """What can be cut by rows: a NumPy array, tensor, DataFrame."""

    # where the script fixes it
    rows: int | None = None
    dtype: str = ""
    # "tensor", "table" (of pandas) or "sparse" (of SciPy); else a NumPy array, as far as is known
    container: str = ""
    # of the number of rows
    factors: Divisors = NO_DIVISORS
    # what the rows fill up to a multiple of
    fills: Divisors = NO_DIVISORS
    # without an axis of rows, so that it is spread over those of another one
    lacks_rows: bool = False
    # the sizes of the axes behind the rows, where all are known
    row_shape: tuple[int, ...] | None = None

    def join(self, other: Value) -> Value:
        """Return an array of what both have in common."""
        if not isinstance(other, Array):
            return UNKNOWN
        return Array(
            same(self.rows, other.rows, None),
            same(self.dtype, other.dtype, ""),
            same(self.container, other.container, ""),
            self.factors & other.factors,
            self.fills & other.fills,
            self.lacks_rows and other.lacks_rows,
            same(self.row_shape, other.row_shape, None),
        )


def array(rows: int | None = None, dtype: str = "") -> Array:
    """Return an array of which perhaps the number of rows and the element type are known."""
    return Array(rows, dtype)


def tensor(rows: int | None = None, dtype: str = "") -> Array:
    """Return the same, of TensorFlow."""
    return Array(rows, dtype, "tensor")


def part_of(whole: Value, rows: int | None = None) -> Array:
    """Some of an array, of which perhaps the number of rows is known."""
    return Array(rows, whole.dtype, whole.container if isinstance(whole, Array) else "")


def rows_from(whole: Value, rows: int | None = None) -> Array:
    """Some rows of an array, each of which is whole."""
    return altered(part_of(whole, rows), row_shape=whole.row_shape if isinstance(whole, Array) else None)


def factors_of(value: Value) -> Divisors:
    """Return the known divisors of a number, or of the number of rows of an array."""
    return value.factors if isinstance(value, (Number, Array, Unknown)) else NO_DIVISORS


def fills_of(value: Value) -> Divisors:
    """Return what a number, or the rows of an array, fill up to a multiple of."""
    return value.fills if isinstance(value, (Number, Array)) else NO_DIVISORS


@record(slots=True)
class KerasTensor(Value):
    """A Keras symbolic tensor."""

    dtype: str = ""
    # the call of a layer, model or function, or the operator, of which it is the result; None if not certain
    computed_by: CallPath | None = None

    def join(self, other: Value) -> Value:
        """Return a symbol, of the type of both."""
        if not isinstance(other, KerasTensor):
            return UNKNOWN
        computed_by = same(self.computed_by, other.computed_by, None)
        return KerasTensor(same(self.dtype, other.dtype, ""), computed_by)
