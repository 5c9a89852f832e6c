"""Balance: where a row of layers is cut into pipeline stages, given what each of them costs.

The slowest stage decides how fast a pipeline is, and the fullest one whether it fits: the worst stage is as small as it
can be, then the sum of the squares of all stages, which is what makes them equal.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

Cuts = tuple[int, ...]  # where each stage but the first begins


def balanced(costs: Sequence[int], stages: int) -> Cuts | None:
    """Return the best cuts; of equally good ones the latest, from the last cut to the first. None if too few to cut.

    Costs are not negative. Exact, in time quadratic in the number of costs.
    """
    count = len(costs)
    if not 1 <= stages <= count:
        return None
    before = [0, *itertools.accumulate(costs)]
    limit = _smallest_worst(before, stages)
    # best[n]: of the first n costs in so many stages, the sum of squares, and where the last stage begins
    best: list[tuple[int, int] | None] = [(0, 0)] + [None] * count
    begins: list[list[tuple[int, int] | None]] = []
    for _ in range(stages):
        best = [_best_end(best, before, limit, end) for end in range(count + 1)]
        begins.append(best)
    return _traced(begins, count)


def stages_of(cuts: Cuts, count: int) -> list[int]:
    """Return the stage of each of so many layers."""
    edges = (0, *cuts, count)
    return [stage for stage, (start, end) in enumerate(itertools.pairwise(edges)) for _ in range(start, end)]


def _smallest_worst(before: Sequence[int], stages: int) -> int:
    """The cost of the worst stage where that is smallest; `before` are the costs summed up."""
    count = len(before) - 1
    worst = list(before)
    for stage in range(1, stages):
        worst = [
            min(
                (max(worst[start], before[end] - before[start]) for start in range(stage, end)),
                default=before[-1],
            )
            for end in range(count + 1)
        ]
    return worst[count]


def _best_end(
    best: Sequence[tuple[int, int] | None], before: Sequence[int], limit: int, end: int
) -> tuple[int, int] | None:
    """The least sum of squares with one more stage, none above the limit, that ends there, and where it begins."""
    found: tuple[int, int] | None = None
    for start in range(end - 1, -1, -1):  # the latest of equals
        cost = before[end] - before[start]
        if cost > limit:
            break
        so_far = best[start]
        if so_far is not None and (found is None or so_far[0] + cost * cost < found[0]):
            found = (so_far[0] + cost * cost, start)
    return found


def _traced(begins: Sequence[Sequence[tuple[int, int] | None]], end: int) -> Cuts:
    cuts: list[int] = []
    for best in reversed(begins):
        found = best[end]
        assert found is not None
        end = found[1]
        cuts.append(end)
    return tuple(reversed(cuts[:-1]))
