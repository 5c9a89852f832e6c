"""The best contiguous split of the layers of a model into pipeline stages, by exact dynamic programming.

A cut between any two calls in topological order gives a valid order of stages, also with skip connections. Calls that
share a variable stay in one stage. Of all splits whose stages fit into the memory of an IPU, the best has the smallest
FLOPs in its largest stage; of several the most even one. Where none fits, it is the split with the smallest memory in
its fullest stage.

A stage stashes its activations once for each micro-batch on its way; with recomputation only what it is handed, and its
activations are there once. The depth of a stage, its micro-batches on their way, depends on the number of stages after
it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gpu2ipu.plan.layers import Layers
from gpu2ipu.plan.partition import Partition, Run
from gpu2ipu.schedules import SCHEDULES


class Stage(NamedTuple):
    """A run of layer calls, first to last, and what it needs; sizes are bytes."""

    first: int
    last: int
    # micro-batches whose activations are there at once
    depth: int
    parameters: int
    weights: int
    optimizer: int
    accumulators: int
    # of one micro-batch
    activations: int
    # of all micro-batches
    stashed: int
    working: int
    feeds: int
    flops: int

    @property
    def memory(self) -> int:
        """The memory of the IPU that it takes."""
        return self.weights + self.optimizer + self.accumulators + self.stashed + self.working + self.feeds


class _Needs(NamedTuple):
    """Some groups of calls in a row, up to the group `end`, and what of their needs does not depend on the depth."""

    end: int
    flops: int
    fixed: int
    accumulators: int
    working: int
    kept: int
    kept_once: int
    # bytes that a micro-batch on its way adds
    waiting: int

    def stashed(self, depth: int) -> int:
        """The bytes of all activations."""
        return self.kept + self.kept_once + self.waiting * (depth - 1)

    def memory(self, depth: int) -> int:
        """The bytes of a stage of this run in a pipeline, where gradients are accumulated."""
        return self.fixed + self.accumulators + self.working + self.stashed(depth)


class Splitter:
    """Splits the layers of one model for one schedule."""

    def __init__(self, layers: Layers, schedule: str, limit: int, recomputes: bool = False) -> None:
        """Prepare; `limit` is the memory of an IPU that a stage may take."""
        self._layers = layers
        self._schedule = schedule
        self._limit = limit
        self._groups = _groups(layers)
        kept = [(value.size, -1, value.readers) for value in layers.kept]
        once = [(value.size, -1, value.readers) for value in layers.kept_once]
        data = [(value.size, -1, value.readers) for value in layers.kept_data]
        handed = [(value.size, value.origin, value.readers) for value in layers.handed]
        self._reads = tuple(
            _first_reads(values, self._groups)
            for values in (kept, once, handed if recomputes else [*kept, *data])
        )
        self._known: list[list[_Needs]] = [[] for _ in self._groups]
        self._fitting = Partition(self.most, self._runs_that_fit)

    @property
    def most(self) -> int:
        """The largest number of stages."""
        return len(self._groups)

    def fits(self, count: int) -> bool:
        """Return whether there are so many stages that fit."""
        if count == 1:
            (only,) = self._stages((0,))
            return only.memory <= self._limit
        return self._fitting.worst(count) is not None

    def fewest(self, counts: Iterable[int]) -> int | None:
        """Return the first of these numbers of stages that fits, None if none does."""
        return next((count for count in counts if count <= self.most and self.fits(count)), None)

    def best(self, count: int) -> tuple[Stage, ...]:
        """Return the best split into so many stages, at most `most`; they may be too large for an IPU."""
        if count == 1:
            return self._stages((0,))
        starts = self._fitting.starts(count) or Partition(self.most, self._runs_by_memory).starts(count)
        assert starts is not None
        return self._stages(starts)

    def _runs_that_fit(self, start: int, left: int) -> Iterator[Run]:
        """Yield the runs of groups that may be the first of `left` stages, by their FLOPs, then by their memory."""
        depth = self._depth(left)
        for needs in self._needs(start):
            memory = needs.memory(depth)
            if memory > self._limit:
                return
            yield Run(needs.end, needs.flops, (memory,))

    def _runs_by_memory(self, start: int, left: int) -> Iterator[Run]:
        depth = self._depth(left)
        return (Run(needs.end, needs.memory(depth)) for needs in self._needs(start))

    def _depth(self, left: int) -> int:
        return SCHEDULES[self._schedule].stash * (left - 1) + 1

    def _needs(self, start: int) -> Iterator[_Needs]:
        """Yield the runs from one group on, each with one group more."""
        known = self._known[start]
        for end in range(start, self.most):
            if end - start == len(known):
                before = known[-1] if known else _Needs(0, 0, 0, 0, 0, 0, 0, 0)
                known.append(self._longer(start, before, end))
            yield known[end - start]

    def _longer(self, start: int, before: _Needs, end: int) -> _Needs:
        first, last = self._groups[end]
        calls = self._layers.calls[first : last + 1]
        kept, kept_once, waiting = (
            sum(size for earlier, size in reads[end] if earlier < start) for reads in self._reads
        )
        fixed = sum(call.weights + call.optimizer for call in calls)
        fixed += self._layers.received if end == 0 else 0
        fixed += self._layers.sent if end == self.most - 1 else 0
        return _Needs(
            end,
            before.flops + sum(call.flops for call in calls),
            before.fixed + fixed,
            before.accumulators + sum(call.accumulators for call in calls),
            max(before.working, *(call.working for call in calls)),
            before.kept + kept,
            before.kept_once + kept_once,
            before.waiting + waiting,
        )

    def _stages(self, starts: Sequence[int]) -> tuple[Stage, ...]:
        """Return the stages that begin with these groups."""
        count = len(starts)
        ends = [*(start - 1 for start in starts[1:]), self.most - 1]
        return tuple(
            self._stage(start, end, self._depth(count - number), count > 1)
            for number, (start, end) in enumerate(zip(starts, ends))
        )

    def _stage(self, start: int, end: int, depth: int, is_pipeline: bool) -> Stage:
        run = next(run for run in self._needs(start) if run.end == end)
        first, last = self._groups[start][0], self._groups[end][1]
        calls = self._layers.calls[first : last + 1]
        weights, optimizer = sum(call.weights for call in calls), sum(call.optimizer for call in calls)
        return Stage(
            first,
            last,
            depth,
            sum(call.parameters for call in calls),
            weights,
            optimizer,
            run.accumulators if is_pipeline else 0,
            run.kept,
            run.stashed(depth),
            run.working,
            run.fixed - weights - optimizer,
            run.flops,
        )


def _groups(layers: Layers) -> list[tuple[int, int]]:
    """Return first and last call of the smallest runs of calls that may be a stage."""
    bound = set[int]()  # calls that stay with the next one
    for first, last in layers.together:
        bound.update(range(first, last))
    ends = [index for index in range(len(layers.calls)) if index not in bound]
    return list(zip(itertools.chain([0], (end + 1 for end in ends)), ends))


def _first_reads(
    values: Iterable[tuple[int, int, tuple[int, ...]]], groups: Sequence[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Return for each group the sizes of the values that it reads, with the last group before that has them, or -1.

    So the values of a stage are those of its groups whose group before lies before the stage. A value is its size, the
    call that it comes from (-1: from none, or it counts there as well), and the calls that read it.
    """
    group_of = {call: group for group, (first, last) in enumerate(groups) for call in range(first, last + 1)}
    found: list[list[tuple[int, int]]] = [[] for _ in groups]
    for size, origin, readers in values:
        before = group_of.get(origin, -1)
        for group in sorted({group_of[reader] for reader in readers}):
            if group > before:
                found[group].append((before, size))
                before = group
    return found
