"""Subscripts: rows of arrays, items of lists and dicts."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import Array, factors_of
from gpu2ipu.analysis.values.value import Unknown, Value
from tests.analysis.evaluated import value_of


@pytest.mark.parametrize(
    ("code", "rows", "dtype"),
    [
        ("a[2:5]", 3, "float64"),
        ("a[:8]", 8, "float64"),
        ("a[8:]", 2, "float64"),
        ("a[:]", 10, "float64"),
        ("a[:-3]", 7, "float64"),
        ("a[-3:]", 3, "float64"),
        ("a[::2]", 5, "float64"),
        ("a[:100]", 10, "float64"),
        ("a[n:]", None, "float64"),
        ("a[n:n + 1]", 1, "float64"),
        ("a[n:n + 1, :2]", 1, "float64"),
        ("a[20:21]", 0, "float64"),
        ("a[slice(4)]", 4, "float64"),
        ("a[slice(2, n)]", None, "float64"),
        ("a[:, 1]", 10, "float64"),
        ("a[:4, 1:2]", 4, "float64"),
        ("a[2:4, ::2]", 2, "float64"),
        ("a[()]", 10, "float64"),
        ("a[...]", 10, "float64"),
        ("a[..., None]", 10, "float64"),
        ("a[None]", 1, "float64"),
        ("a[np.newaxis, :]", 1, "float64"),
        ("a[0]", None, "float64"),
        ("a[n]", None, "float64"),
        ("a['column']", 10, ""),
        ("a[np.array([3, 1])]", 2, "float64"),
        ("a[np.random.permutation(10)]", 10, "float64"),
        ("a[a > 0]", None, "float64"),
        ("a.T", None, "float64"),
        ("a.values", 10, "float64"),
        ("a.iloc[:5]", 5, "float64"),
    ],
)
def test_rows_of_a_subscript(code: str, rows: int | None, dtype: str) -> None:
    value = value_of("a = np.zeros((10, 3))\n" + code)
    assert isinstance(value, Array)
    assert (value.rows, value.dtype) == (rows, dtype)


@pytest.mark.parametrize(
    ("index", "kind"),
    [
        ("np.newaxis", Array),
        ("np.newaxis, ...", Array),
        ("None, :", Array),
        ("None", Unknown),  # a key of a dict, perhaps
        ("0", Unknown),
    ],
)
def test_a_new_axis_is_one_of_an_array_of_one_row(index: str, kind: type[Value]) -> None:
    value = value_of(f"unheard_of()[{index}]")
    assert isinstance(value, kind)
    assert not isinstance(value, Array) or value.rows == 1


@pytest.mark.parametrize(
    ("index", "divisible"),
    [
        (":32", True),
        ("0:32", True),
        ("32:", False),
        ("n:32", False),
        (":32:2", False),
        ("slice(0, 32)", True),
    ],
)
def test_a_prefix_has_the_divisors_of_its_length(index: str, divisible: bool) -> None:
    assert (32 in factors_of(value_of(f"np.zeros((n, 3))[{index}]"))) is divisible


@pytest.mark.parametrize(
    ("code", "rows", "dtype"),
    [
        ("np.c_[a, a]", 10, "float32"),
        ("np.c_[a]", 10, "float32"),
        ("np.c_[unheard_of(), unheard_of()]", None, ""),
        ("np.r_[a, a]", 20, "float32"),
        ("np.r_[a, unheard_of()]", None, ""),
        ("np.r_[0:10]", None, ""),
        ("np.r_['0,2', a, a]", None, ""),
    ],
)
def test_arrays_in_the_brackets_of_numpy(code: str, rows: int | None, dtype: str) -> None:
    value = value_of("a = np.zeros((10, 3), 'float32')\n" + code)
    assert isinstance(value, Array)
    assert (value.rows, value.dtype) == (rows, dtype)
