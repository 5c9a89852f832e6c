"""Divisors: what a number, or the number of rows of an array, is known to be a multiple of."""

from __future__ import annotations

import math
from typing import NamedTuple


class ScopedExpression(NamedTuple):
    """An expression as it is written and, for each local name that it reads, the line of the name's function.

    Equal ones have one value: what has a divisor loses it once something that the divisor reads is set again.
    """

    text: str
    functions: tuple[int, ...] = ()


Divisor = int | ScopedExpression
Divisors = frozenset[Divisor]
NO_DIVISORS: Divisors = frozenset()


def fixed_divisor(divisors: Divisors) -> int:
    """Return the largest number that something with these divisors is known to be a multiple of."""
    return math.lcm(*(divisor for divisor in divisors if isinstance(divisor, int) and divisor))
