"""The laws of closeness."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.runner.compare.tolerance import CAP, EXACT_STEPS, Tolerance, is_close, relative_difference

numbers = st.floats(allow_nan=True, allow_infinity=True, width=32)


@given(numbers, numbers)
def test_difference_is_symmetric_and_never_negative(one: Any, other: Any) -> None:
    assert relative_difference(one, other) == relative_difference(other, one) >= 0


@given(numbers)
def test_everything_is_close_to_itself(number: Any) -> None:
    assert is_close(number, number, 0.0)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.floats(1e-9, 1e-1))
def test_what_is_allowed_never_shrinks_and_has_an_end(one: Any, other: Any, loss: Any) -> None:
    first, second = sorted((one, other))
    tolerance = Tolerance(loss)
    assert loss <= tolerance.at_step(first) <= tolerance.at_step(second) <= max(CAP, loss)
    assert tolerance.of_epoch(first) <= tolerance.of_predictions(first)


def test_the_first_steps_are_held_to_the_tolerance_itself() -> None:
    assert {Tolerance(1e-5).at_step(step) for step in range(EXACT_STEPS)} == {1e-5}
    assert Tolerance(1e-5).at_step(2 * EXACT_STEPS) > 1e-5


def test_differences_that_grow_faster_may_do_so_from_the_first_steps_on() -> None:
    tolerance = Tolerance(1e-5, growth=10)
    assert tolerance.at_step(0) == tolerance.at_step(1) == 1e-5
    assert tolerance.at_step(7) == pytest.approx(4e-5)
    assert tolerance.at_step(EXACT_STEPS - 1) == pytest.approx(1e-4)


@pytest.mark.parametrize(
    ("one", "other", "scale", "difference"),
    [
        (1.0, 2.0, 0.0, 0.5),
        (0.0, 0.0, 0.0, 0.0),
        (0.0, 1e-9, 0.0, 1.0),
        (0.0, 1e-9, 1.0, 1e-7),  # noise against the largest loss
        (math.nan, math.nan, 0.0, 0.0),
        (math.inf, math.inf, 0.0, 0.0),
        (math.inf, -math.inf, 0.0, math.inf),
        (math.nan, 1.0, 0.0, math.inf),
    ],
)
def test_relative_difference(one: Any, other: Any, scale: Any, difference: Any) -> None:
    assert relative_difference(one, other, scale) == pytest.approx(difference)
