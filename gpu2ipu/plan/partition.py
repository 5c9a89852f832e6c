"""The best cuts of a row of items into consecutive stages, by exact dynamic programming.

The costliest stage costs as little as it can; of several such cuts the most even ones are best, by the sum of the
squares of the costs, then of further costs; of those that are still equal the latest, from the last cut to the first.

What a stage costs may depend on the number of stages after it, so that the table is filled from the last stage on: it
serves any number of stages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

# From an item, and so many stages that are left: the stages that may begin there, shortest first. Costs do not fall.
Runs = Callable[[int, int], Iterable["Run"]]


class Run(NamedTuple):
    """A stage that may be: its last item, its cost, and further costs that decide between equals."""

    end: int
    cost: int
    others: tuple[int, ...] = ()


class _Split(NamedTuple):
    """The stages from some item on: sums of squares, and the items that they begin with, last one first."""

    squares: tuple[int, ...]
    starts: tuple[int, ...]


class Partition:
    """The best cuts of one row, for any number of stages."""

    def __init__(self, count: int, runs: Runs) -> None:
        """Prepare for so many items; `runs` says which stages may be, and what they cost."""
        self._count = count
        self._runs = runs
        # for one stage from the end, for two, ...: the smallest cost of the costliest stage by first item
        self._worst: list[list[int | None]] = []

    def worst(self, stages: int) -> int | None:
        """Return what the costliest of so many stages costs at least, None if they cannot be."""
        if not 1 <= stages <= self._count:
            return None
        while len(self._worst) < stages:
            self._worst.append(self._row(len(self._worst) + 1))
        return self._worst[stages - 1][0]

    def starts(self, stages: int) -> tuple[int, ...] | None:
        """Return the items that the best stages begin with, None if there cannot be so many."""
        worst = self.worst(stages)
        if worst is None:
            return None
        row: list[_Split | None] = []
        for left in range(1, stages + 1):
            behind, row = row, []
            for start in range(self._count if left < stages else 1):
                row.append(self._best(start, left, worst, behind))
        assert row[0] is not None
        return row[0].starts[::-1]

    def _row(self, left: int) -> list[int | None]:
        """Return the smallest cost of the costliest of the `left` last stages, by the item that they begin with."""
        row: list[int | None] = []
        for start in range(self._count):
            best: int | None = None
            for run in self._fitting(start, left):
                if best is not None and run.cost >= best:
                    break
                rest = 0 if left == 1 else self._worst[left - 2][run.end + 1]
                if rest is not None and (best is None or max(run.cost, rest) < best):
                    best = max(run.cost, rest)
            row.append(best)
        return row

    def _best(self, start: int, left: int, worst: int, behind: list[_Split | None]) -> _Split | None:
        """Return the most even of the `left` last stages that begin with an item, none of which costs more."""
        best: _Split | None = None
        for run in self._fitting(start, left):
            if run.cost > worst:
                break
            costs = (run.cost, *run.others)
            rest = _Split((0,) * len(costs), ()) if left == 1 else behind[run.end + 1]
            if rest is not None:
                squares = tuple(before + cost**2 for before, cost in zip(rest.squares, costs))
                here = _Split(squares, (*rest.starts, start))
                is_better = best is None or (here.squares, best.starts) < (best.squares, here.starts)
                best = here if is_better else best
        return best

    def _fitting(self, start: int, left: int) -> Iterable[Run]:
        """Yield the runs that leave an item for each stage after them, and none behind the last one."""
        final = self._count - left
        for run in self._runs(start, left):
            if run.end > final:
                return
            if left > 1 or run.end == final:
                yield run
