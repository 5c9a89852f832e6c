"""The best cuts of a row into stages, against trying all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.plan.partition import Partition, Run

Cuts = tuple[int, ...]
COSTS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8)


class Row:
    """Items with a cost and another one, which counts more the more stages follow; a stage has a limit for that."""

    def __init__(self, costs: list[tuple[int, int]], limit: int) -> None:
        self.costs = costs
        self.limit = limit

    def run(self, start: int, end: int, left: int) -> Run | None:
        cost, other = (sum(each[k] for each in self.costs[start : end + 1]) for k in (0, 1))
        return Run(end, cost, (other * left,)) if other * left <= self.limit else None

    def runs(self, start: int, left: int) -> Iterator[Run]:
        for end in range(start, len(self.costs)):
            run = self.run(start, end, left)
            if run is None:
                return
            yield run

    def stages(self, cuts: Cuts) -> list[Run | None]:
        edges = list(itertools.pairwise((*cuts, len(self.costs))))
        return [self.run(start, end - 1, len(edges) - n) for n, (start, end) in enumerate(edges)]


def quality(stages: list[Run]) -> tuple[int, int, int]:
    """The cost of the costliest stage, and the squares of all costs, and of the others."""
    others = (other for stage in stages for other in stage.others)
    return (
        max(stage.cost for stage in stages),
        sum(stage.cost**2 for stage in stages),
        sum(x**2 for x in others),
    )


@given(COSTS, st.integers(0, 12), st.integers(1, 5))
def test_no_cuts_are_better(costs: list[tuple[int, int]], limit: int, count: int) -> None:
    row = Row(costs, limit)
    partition = Partition(len(costs), row.runs)
    judged: dict[Cuts, tuple[int, int, int]] = {}
    for inner in itertools.combinations(range(1, len(costs)), count - 1):
        cuts = (0, *inner)
        stages = row.stages(cuts)
        known = [stage for stage in stages if stage is not None]
        if len(known) == len(stages):
            judged[cuts] = quality(known)
    found = partition.starts(count)
    if not judged:
        assert found is None and partition.worst(count) is None
        return
    best = min(judged.values())
    assert partition.worst(count) == best[0]
    assert found == max((cuts for cuts in judged if judged[cuts] == best), key=lambda cuts: cuts[::-1])


def test_one_table_serves_any_number_of_stages() -> None:
    partition = Partition(4, Row([(1, 0)] * 4, 0).runs)
    assert [partition.worst(count) for count in (0, 4, 1, 2, 5)] == [None, 1, 4, 2, None]
    assert partition.starts(2) == (0, 2)
