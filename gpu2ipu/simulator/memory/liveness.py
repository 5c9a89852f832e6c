"""Liveness analysis of the values of a program: which the backward pass needs, and how many bytes are live at once.

The schedule is that of a list scheduler that finishes side branches first: a gradient of a weight is computed and used
as soon as possible, as compilers for an IPU do to save memory. Values that do not depend on data (random masks, weights
cast to another type) are computed when they are first needed.

No memory of their own take parameters and constants; views of a value (reshapes, broadcasts, transpositions, slices);
elementwise operations whose result only another elementwise operation reads, since they are fused; and updates of
variables, which are written in place.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Iterable, Iterator, Sequence

from .values import Body, Kind, Value


@dataclass(frozen=True)
class Use:
    """The bytes that one stage of a program needs for the values of one micro-batch."""

    #: Computed by the forward pass for each micro-batch, and read by the backward pass: activations.
    kept: int = 0
    #: The same for values that all micro-batches share: weights cast to another type.
    kept_once: int = 0
    #: Data from the host that the backward pass reads.
    kept_data: int = 0
    #: Inputs from other stages or from the host.
    received: int = 0
    #: The most that is live at one time, including what is kept for the backward pass.
    peak: int = 0
    #: Whether there is a backward pass.
    trains: bool = False

    @property
    def working(self) -> int:
        """The bytes at the peak besides those kept for the backward pass."""
        return max(0, self.peak - self.kept - self.kept_once)


@dataclass(frozen=True)
class Analysis:
    """The memory use of a program, except for its variables."""

    #: The use of each stage; only one if the program is no pipeline.
    uses: tuple[Use, ...] = (Use(),)
    #: The stage that reads each variable.
    stages: tuple[int, ...] = ()
    #: The bytes of an element of its infeeds, and of its outfeeds.
    fed: int = 0
    sent: int = 0


@dataclass(frozen=True)
class StageValue:
    """A value that some stages get from elsewhere, or that their backward pass reads."""

    size: int
    #: The stage that computes it; -1 for data from the host.
    origin: int
    #: Whether it is data from the host; and whether it changes with each micro-batch.
    is_data: bool
    varies: bool
    #: The stages that get it, and those whose backward pass reads it.
    received: frozenset[int]
    kept: frozenset[int]


@dataclass(frozen=True)
class Breakdown:
    """What each stage of a program needs."""

    values: tuple[StageValue, ...]
    #: The most bytes that are live at once while a stage computes, besides the values kept for the backward pass.
    working: tuple[int, ...]
    flops: tuple[int, ...]
    #: The stages whose forward pass reads each variable.
    readers: tuple[tuple[int, ...], ...]


def analyse(body: Body) -> Analysis:
    """Compute the memory use of each stage of a program."""
    stages = 1 + max((value.stage or 0 for value in body.values), default=0)
    program = _DataflowGraph(_needed(body), stages)
    peaks = program.peaks()
    uses = tuple(program.use(stage, peaks[stage]) for stage in range(stages))
    return Analysis(uses, tuple(program.stages_of_variables()), body.fed, body.sent)


def by_stage(body: Body, stages: int) -> Breakdown:
    """Compute what of a program each of its stages needs, so that one can tell what several of them need together."""
    program = _DataflowGraph(_needed(body), stages)
    flops = [0] * stages
    for value, stage in zip(program.body.values, program.stage):
        flops[stage] += value.flops
    readers = tuple(program.stages_of_readers(place) for place in program.body.variables)
    return Breakdown(tuple(program.stage_values), tuple(program.working()), tuple(flops), readers)


def of_body(body: Body) -> Use:
    """Compute the memory use of the body of a loop, without regard to stages."""
    program = _DataflowGraph(_needed(body), 1)
    return program.use(0, program.peaks()[0])


def _needed(body: Body) -> Body:
    """Remove the values that no result depends on, and what this tool records."""
    there = roots(body.values)
    results = [
        place for place in body.results if any(not body.values[root].is_recorded for root in there[place])
    ]
    needed = [False] * len(body.values)
    for place in [*results, *body.variables]:
        needed[place] = True
    for place in range(len(needed) - 1, -1, -1):
        if needed[place]:
            for operand in body.values[place].operands:
                needed[operand] = True
    kept = [place for place, is_needed in enumerate(needed) if is_needed]
    places = {place: number for number, place in enumerate(kept)}
    values = [body.values[place] for place in kept]
    values = [replace(value, operands=[places[operand] for operand in value.operands]) for value in values]
    return Body(values, [places[place] for place in results], [places[place] for place in body.variables])


def roots(values: Sequence[Value]) -> list[tuple[int, ...]]:
    """Return, for each value, the values in whose memory it is: itself, unless it is a view."""
    found: list[tuple[int, ...]] = []
    for place, value in enumerate(values):
        if value.kind is Kind.VIEW:
            found.append(_union(found[operand] for operand in value.operands))
        else:
            found.append((place,))
    return found


@dataclass
class _DataflowGraph:
    """The values of a program and what follows from them; each list is indexed like the values."""

    body: Body
    stages: int
    #: Whether a value belongs to the backward pass, or to the weight update after it.
    backward: list[bool] = field(default_factory=list)
    stage: list[int] = field(default_factory=list)
    #: Whether it depends on data; and whether it changes with each micro-batch, as random numbers do.
    depends: list[bool] = field(default_factory=list)
    varies: list[bool] = field(default_factory=list)
    #: The values that it is computed from; and the values in whose memory it is.
    needs: list[tuple[int, ...]] = field(default_factory=list)
    roots: list[tuple[int, ...]] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    readers: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        values = self.body.values
        self._classify()
        there = roots(values)
        readers = self._readers(there)
        results = {root for place in self.body.results for root in there[place]}
        self.size = [value.size if value.kind in _OWN_MEMORY else 0 for value in values]
        fused = [False] * len(values)
        for place, value in enumerate(values):
            if value.kind is Kind.ELEMENTWISE and place not in results and len(set(readers[place])) == 1:
                fused[place] = self._fuses(place, readers[place][0])
        for place, value in enumerate(values):
            needed = _union(self.roots[operand] for operand in value.operands)
            self.needs.append(needed)
            is_look = value.kind is Kind.VIEW or fused[place]
            self.roots.append(needed if is_look else (place,))
            if is_look or (place in results and self._is_update(place, needed)):
                self.size[place] = 0
        self.readers = [[] for _ in values]
        for place in self._computed():
            for root in self.needs[place]:
                self.readers[root].append(place)

    def _classify(self) -> None:
        has_data = any(value.kind is Kind.DATA for value in self.body.values)
        for value in self.body.values:
            before = value.operands
            backward = value.is_backward or any(self.backward[operand] for operand in before)
            self.backward.append(backward)
            is_data = value.kind is Kind.DATA or (not has_data and value.kind is Kind.STATIC)
            self.depends.append(is_data or any(self.depends[operand] for operand in before))
            is_new = is_data or value.kind is Kind.RANDOM
            self.varies.append(is_new or any(self.varies[operand] for operand in before))
        self._find_stages()

    def _find_stages(self) -> None:
        """Find the stage of each value: from its name, else from its operands, else from its readers."""
        values = self.body.values
        found = [value.stage if self.stages > 1 else 0 for value in values]
        for place, value in enumerate(values):
            if found[place] is None and value.kind not in (Kind.STATIC, Kind.DATA):
                # The loss is computed after the last stage, and starts the backward pass.
                known = [
                    stage for stage in (found[operand] for operand in value.operands) if stage is not None
                ]
                if known:
                    found[place] = min(known) if self.backward[place] else max(known)
        # Without a stage from its operands, a value has that of its readers: labels are for the loss.
        later: list[int | None] = [None] * len(values)
        for place in range(len(values) - 1, -1, -1):
            stage = found[place] = later[place] if found[place] is None else found[place]
            if stage is not None:
                for operand in values[place].operands:
                    reader = later[operand]
                    later[operand] = stage if reader is None else min(reader, stage)
        self.stage = [stage or 0 for stage in found]

    def _readers(self, there: list[tuple[int, ...]]) -> list[list[int]]:
        """Return, for each value, the values that read it, not counting views."""
        readers: list[list[int]] = [[] for _ in there]
        for place, value in enumerate(self.body.values):
            if value.kind is not Kind.VIEW:
                for operand in value.operands:
                    for root in there[operand]:
                        readers[root].append(place)
        return readers

    def _fuses(self, place: int, reader: int) -> bool:
        values = self.body.values
        return (
            values[reader].kind is Kind.ELEMENTWISE
            and values[reader].size >= values[place].size
            and (self.backward[place] == self.backward[reader] or not self.depends[place])
            and self.stage[place] == self.stage[reader]
        )

    def _is_update(self, place: int, needed: tuple[int, ...]) -> bool:
        """Return whether a result is the new value of a variable."""
        values = self.body.values
        return values[place].kind is Kind.ELEMENTWISE and any(
            values[root].kind in (Kind.STATIC, Kind.DATA) and values[root].size == values[place].size
            for root in needed
        )

    def _computed(self) -> list[int]:
        values = self.body.values
        return [
            place
            for place, own in enumerate(self.roots)
            if own == (place,) and values[place].kind in _OWN_MEMORY
        ]

    def stages_of_variables(self) -> Iterator[int]:
        """Yield the stage of each variable: where the forward pass reads it, else where it is updated."""
        for place in self.body.variables:
            readers = sorted(self.readers[place], key=lambda reader: self.backward[reader])
            yield self.stage[readers[0]] if readers else 0

    def stages_of_readers(self, variable: int) -> tuple[int, ...]:
        """Return the stages whose forward pass reads a variable."""
        readers = [reader for reader in self.readers[variable] if not self.backward[reader]]
        return tuple(sorted({self.stage[reader] for reader in readers}))

    @cached_property
    def stage_values(self) -> tuple[StageValue, ...]:
        """The values that stages receive or keep: the stage that reads a value has it, or a copy of it."""
        return tuple(self._stage_values())

    def _stage_values(self) -> Iterator[StageValue]:
        for place, value in enumerate(self.body.values):
            size = value.size if value.kind is Kind.DATA else self.size[place]
            if not size or self._is_drawn_again(place):
                continue
            readers = self.readers[place]
            received = {self.stage[reader] for reader in readers if not self.backward[reader]}
            if value.kind is not Kind.DATA:
                received.discard(self.stage[place])
            is_kept = self._is_kept(place)
            kept = {self.stage[reader] for reader in readers if is_kept and self.backward[reader]}
            if received or kept:
                is_data = value.kind is Kind.DATA
                origin = -1 if is_data else self.stage[place]
                yield StageValue(
                    size, origin, is_data, self.varies[place], frozenset(received), frozenset(kept)
                )

    def _is_drawn_again(self, place: int) -> bool:
        """Return whether a value is random numbers, which are drawn again from the same seed when they are needed."""
        return self.varies[place] and not self.depends[place]

    def use(self, stage: int, peak: int) -> Use:
        """Compute the memory use of a stage."""
        kept = kept_once = kept_data = received = 0
        for value in self.stage_values:
            received += value.size * (stage in value.received)
            if stage not in value.kept:
                continue
            if value.is_data:
                kept_data += value.size
            elif value.varies:
                kept += value.size
            else:
                kept_once += value.size
        inner = max(
            (value.inner_kept for place, value in enumerate(self.body.values) if self.stage[place] == stage),
            default=0,
        )
        kept += inner
        trains = any(self.backward) or inner > 0
        return Use(kept, kept_once, kept_data, received, max(peak, kept + kept_once), trains)

    def peaks(self) -> list[int]:
        """Return the most bytes that are live at once on each stage, in the order of the schedule."""
        live, peaks = [0] * self.stages, [0] * self.stages
        for place, dying, besides in self._schedule():
            stage = self.stage[place]
            live[stage] += self.size[place]
            peaks[stage] = max(peaks[stage], live[stage] + besides)
            for root in dying:
                live[self.stage[root]] -= self.size[root]
            if not self.readers[place]:  # a result, which is moved out
                live[stage] -= self.size[place]
        return peaks

    def working(self) -> list[int]:
        """Return the most bytes that are live at once while each stage computes, except for what is kept."""
        passes = [
            0 if self._is_kept(place) or self._is_drawn_again(place) else size
            for place, size in enumerate(self.size)
        ]
        live, most = 0, [0] * self.stages
        for place, dying, besides in self._schedule():
            stage = self.stage[place]
            live += passes[place]
            most[stage] = max(most[stage], live + besides)
            live -= sum(passes[root] for root in dying)
            if not self.readers[place]:
                live -= passes[place]
        return most

    def _is_kept(self, place: int) -> bool:
        """Return whether the backward pass reads a value of the forward pass."""
        return not self.backward[place] and any(self.backward[reader] for reader in self.readers[place])

    def _schedule(self) -> Iterator[tuple[int, list[int], int]]:
        """Yield the computed values in order, with the values that nothing needs any more, and memory used besides."""
        values, left = self.body.values, [len(set(readers)) for readers in self.readers]
        for place in self._order():
            dying = []
            for root in self.needs[place]:
                left[root] -= 1
                if not left[root]:
                    dying.append(root)
            over = values[place].kind is Kind.ELEMENTWISE and self._room(dying, place)
            yield place, dying, values[place].inner - (self.size[place] if over else 0)

    def _room(self, dying: list[int], place: int) -> bool:
        return any(
            self.size[root] >= self.size[place] and self.stage[root] == self.stage[place] for root in dying
        )

    def _order(self) -> list[int]:
        """Return the computed values in the order of the scheduler: first the ready ones closest to a result.

        What does not depend on data is computed right before its first reader.
        """
        computed = self._computed()
        height = [0] * len(self.roots)
        for place in reversed(computed):
            for root in self.needs[place]:
                height[root] = max(height[root], height[place] + 1)
        own_time = {place for place in computed if self.depends[place]}
        waits = {place: len(own_time.intersection(self.needs[place])) for place in own_time}
        ready = [(height[place], place) for place in own_time if not waits[place]]
        heapq.heapify(ready)
        order: list[int] = []
        done: set[int] = set()
        while ready:
            place = heapq.heappop(ready)[1]
            self._emit(place, order, done)
            for reader in self.readers[place]:
                waits[reader] -= 1
                if not waits[reader]:
                    heapq.heappush(ready, (height[reader], reader))
        for place in computed:
            self._emit(place, order, done)
        return order

    def _emit(self, place: int, order: list[int], done: set[int]) -> None:
        """Append a value to the order, after the values that it needs."""
        pending = [place]
        while pending:
            current = pending[-1]
            missing = [
                root
                for root in self.needs[current]
                if root not in done and self.body.values[root].kind in _OWN_MEMORY
            ]
            if current not in done and missing:
                pending += missing
                continue
            pending.pop()
            if current not in done:
                done.add(current)
                order.append(current)


#: Values that have memory of their own, unless they are fused.
_OWN_MEMORY = (Kind.ELEMENTWISE, Kind.COMPUTED, Kind.RANDOM)


def _union(groups: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(root for group in groups for root in group))
