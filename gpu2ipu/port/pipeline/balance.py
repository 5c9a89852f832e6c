"""Balance: where a row of layers is cut into pipeline stages, given what each of them costs.

The slowest stage decides how fast a pipeline is, and the fullest one whether it fits: the worst stage is as small as it
can be, then all are as equal as they can be.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from gpu2ipu.plan.partition import Partition, Run

Cuts = tuple[int, ...]  # where each stage but the first begins


def balanced(costs: Sequence[int], stages: int) -> Cuts | None:
    """Return the best cuts; of equally good ones the latest, from the last cut to the first. None if too few to cut.

    Costs are not negative.
    """

    def runs(start: int, _left: int) -> Iterator[Run]:
        sums = itertools.accumulate(costs[start:])
        return (Run(end, cost) for end, cost in enumerate(sums, start))

    starts = Partition(len(costs), runs).starts(stages)
    return None if starts is None else starts[1:]


def stages_of(cuts: Cuts, count: int) -> list[int]:
    """Return the stage of each of so many layers."""
    edges = (0, *cuts, count)
    return [stage for stage, (start, end) in enumerate(itertools.pairwise(edges)) for _ in range(start, end)]
