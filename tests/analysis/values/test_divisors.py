"""What a number is known to be a multiple of."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.divisors import ScopedExpression, fixed_divisor
from tests.analysis.evaluated import value_of


@pytest.mark.parametrize(
    ("divisors", "largest"), [((), 1), ((8,), 8), ((8, 12, 0), 24), ((ScopedExpression("n"), 6), 6)]
)
def test_the_largest_number_that_divides(divisors: tuple[int | ScopedExpression, ...], largest: int) -> None:
    assert fixed_divisor(frozenset(divisors)) == largest


@pytest.mark.parametrize(
    ("code", "largest"),
    [("n // 128 * 8 * 16", 128), ("n * 8 * (n * 6)", 48), ("n * 8 + 8", 1), ("16 * n", 16)],
)
def test_a_product_is_a_multiple_of_the_product_of_the_divisors(code: str, largest: int) -> None:
    assert fixed_divisor(value_of(code).factors) == largest  # type: ignore[attr-defined]
