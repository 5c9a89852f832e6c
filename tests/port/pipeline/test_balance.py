"""Where layers are cut into stages: as well as trying all cuts would do it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.port.pipeline.balance import Cuts, balanced, stages_of


def quality(costs: list[int], cuts: Cuts) -> tuple[int, int]:
    """The cost of the worst stage, and the sum of the squares of all."""
    stages = [sum(costs[start:end]) for start, end in itertools.pairwise((0, *cuts, len(costs)))]
    return max(stages), sum(cost * cost for cost in stages)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9), st.integers(1, 5))
def test_no_cuts_are_better(costs: list[int], stages: int) -> None:
    every = list(itertools.combinations(range(1, len(costs)), stages - 1))
    found = balanced(costs, stages)
    if found is None:
        assert len(costs) < stages
        return
    best = min(quality(costs, cuts) for cuts in every)
    assert quality(costs, found) == best
    equal = [cuts for cuts in every if quality(costs, cuts) == best]
    assert found == max(equal, key=lambda cuts: cuts[::-1])


@pytest.mark.parametrize(
    ("costs", "stages", "expected"),
    [
        ([1, 1, 1, 1], 2, [0, 0, 1, 1]),
        ([1, 0, 0, 1, 0], 2, [0, 0, 0, 1, 1]),
        ([0, 5, 5], 2, [0, 0, 1]),
        ([3, 1, 1, 1], 3, [0, 1, 1, 2]),
        ([0, 0, 0], 3, [0, 1, 2]),
        ([7], 1, [0]),
    ],
)
def test_a_cut_comes_right_before_what_costs(costs: list[int], stages: int, expected: list[int]) -> None:
    cuts = balanced(costs, stages)
    assert cuts is not None and stages_of(cuts, len(costs)) == expected


def test_more_stages_than_layers() -> None:
    assert balanced([1, 1], 3) is None
