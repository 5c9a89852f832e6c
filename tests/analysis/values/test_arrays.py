"""Arrays and symbols: what is known of rows, types and divisors, and of either of two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpu2ipu.analysis.values.arrays import Array, KerasTensor, array, factors_of, fills_of, part_of, tensor
from gpu2ipu.analysis.values.containers import (
    list_of,
)
from gpu2ipu.analysis.values.scalars import Number, Text, constant
from gpu2ipu.analysis.values.value import UNKNOWN, Unknown, Value, join
from tests.analysis.values.samples import (
    BATCH,
    SIZE,
    A,
    B,
)


def test_the_divisors_of_numbers_and_rows() -> None:
    number = Number(factors=frozenset({BATCH}), fills=frozenset({SIZE}))
    assert (factors_of(number), fills_of(number)) == (frozenset({BATCH}), frozenset({SIZE}))
    assert (
        factors_of(Unknown(frozenset({BATCH})))
        == factors_of(Array(factors=frozenset({BATCH})))
        == frozenset({BATCH})
    )
    assert factors_of(Text()) == fills_of(UNKNOWN) == frozenset()


def test_a_part_is_an_array_of_the_same_library() -> None:
    assert part_of(tensor(5, "int8"), 3) == tensor(3, "int8")
    assert part_of(list_of(constant(3))) == array()


def test_a_symbol_of_two_ways_is_computed_by_neither() -> None:
    first, second = KerasTensor(computed_by=(A,)), KerasTensor(computed_by=(B,))
    assert join(first, second) == KerasTensor()
    assert join(first, KerasTensor("string", (A,))) == KerasTensor(computed_by=(A,))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (array(10, "int64"), array(10, "float32"), array(10)),
        (array(10, "int64"), array(12, "int64"), array(dtype="int64")),
        (tensor(10), array(10), array(10)),
        (KerasTensor("string"), KerasTensor(), KerasTensor()),
        (
            replace(array(), factors=frozenset({32, BATCH}), fills=frozenset({8})),
            replace(array(), factors=frozenset({32, SIZE}), fills=frozenset({9})),
            replace(array(), factors=frozenset({32})),
        ),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
