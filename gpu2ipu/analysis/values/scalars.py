"""Numbers, truth values and strings."""

from __future__ import annotations

import functools

from gpu2ipu.analysis.values.divisors import NO_DIVISORS, Divisors
from gpu2ipu.analysis.values.value import UNKNOWN, Constant, Value, same
from gpu2ipu.records import record


@record(slots=True)
class Number(Value):
    """A number or truth value; without a constant: any."""

    constant: int | float | bool | None = None
    # the type that NumPy gives it
    dtype: str = ""
    factors: Divisors = NO_DIVISORS
    # what this fills up to a multiple of
    fills: Divisors = NO_DIVISORS
    # found by testing that it divides a number of rows
    divides_rows: bool = False

    @property
    def number(self) -> int | None:
        """The whole number that this is, or None."""
        return self.constant if type(self.constant) is int else None

    def join(self, other: Value) -> Value:
        """Return a number with what both are divided by."""
        if not isinstance(other, Number):
            return UNKNOWN
        is_same = self.constant == other.constant and type(self.constant) is type(other.constant)
        return Number(
            self.constant if is_same else None,
            same(self.dtype, other.dtype, ""),
            self.factors & other.factors,
            self.fills & other.fills,
            self.divides_rows and other.divides_rows,
        )


@record(slots=True)
class Text(Value):
    """A string; without a constant: any."""

    constant: str | None = None

    @property
    def dtype(self) -> str:
        """NumPy's type, whatever the length."""
        return "str"

    def join(self, other: Value) -> Value:
        """Some string."""
        return Text() if isinstance(other, Text) else UNKNOWN


# What NumPy makes of Python's own numbers (64-bit Linux, NumPy 1 and 2).
_NUMPY_TYPES = {bool: "bool", int: "int64", float: "float64"}


@functools.lru_cache(maxsize=4096, typed=True)
def constant(value: Constant) -> Number | Text:
    """Return the value of a literal."""
    if isinstance(value, str):
        return Text(value)
    factors: Divisors = frozenset({value}) if type(value) is int else NO_DIVISORS
    return Number(value, _NUMPY_TYPES[type(value)], factors)


def scalar(dtype: str = "") -> Number | Text:
    """Return a number or string of which at most the type is known."""
    return Text() if dtype == "str" else Number(dtype=dtype)
