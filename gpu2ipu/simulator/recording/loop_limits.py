"""Apply `--epochs`, `--steps` and `--samples` to custom training loops: end them early.

The level of a loop follows from what it does. A body that trains is a step; a loop around a loop of steps iterates over
epochs; a loop around that (folds, trials) is not shortened, nor is a loop that trains nothing, since the script needs
its results. A loop over a `tf.data` dataset iterates over steps, even if a step contains loops. The original shortens
the loops that the port could shorten (not those that are compiled), so that both train the same.
"""

from __future__ import annotations

import itertools
import threading
from typing import Any, Callable, Collection, Iterator, NamedTuple, Sequence, Tuple

from .training_limits import TrainingLimits

STEP, EPOCH = 1, 2

# The number of a trained set of variables, and the level of a loop around its training: STEP or EPOCH.
Level = Tuple[int, int]


class Trained(NamedTuple):
    """How much a set of variables was trained so far; `compiled` if by a loop in a graph."""

    steps: int = 0
    rows: int = 0
    compiled: bool = False


class _Loop:
    """A running loop, and what the current iteration has done."""

    def __init__(self) -> None:
        self.level = 0
        self.is_over_data = False
        self.passes = {STEP: 0, EPOCH: 0}
        self.before: Sequence[Trained] = ()
        self.nested: list[_Loop] = []

    def has_data(self) -> bool:
        """Return whether it iterates over a dataset, or trains in a loop that does."""
        return self.is_over_data or any(inner.has_data() for inner in self.nested)


class LoopLimits:
    """Watches the loops of a script and ends them when they reach a limit."""

    def __init__(
        self,
        limits: TrainingLimits,
        progress: Callable[[], Sequence[Trained]],
        is_idle: Callable[[], bool],
        levels: Collection[Level] | None = None,
    ) -> None:
        """`is_idle` tells whether no call of Keras is running; `levels` are the loops to shorten, None is all."""
        self._limits = limits
        self._progress = progress
        self._is_idle = is_idle
        self._cuts = None if levels is None else set(levels)
        self._running: list[_Loop] = []
        self._reads = 0  # the number of dataset elements read
        self._batches = Trained()  # what `train_on_batch` trained
        self._in_loops: dict[Level, int] = {}  # level -> steps trained in its loops

    def read(self) -> None:
        """Count an element that is read from a dataset."""
        self._reads += 1

    def trained_on_batch(self, rows: int) -> None:
        """Count a call of `train_on_batch` with so many rows."""
        self._batches = Trained(self._batches.steps + 1, self._batches.rows + rows)

    def watch(self, iterable: Any) -> Any:
        """Return an iterable for a loop of the script that ends when the loop reaches its limit."""
        if threading.current_thread() is not threading.main_thread() or not self._is_idle():
            return iterable
        return self._items(iter(iterable))

    def levels(self) -> list[Level]:
        """Return the levels of the loops that have trained."""
        return sorted(self._in_loops)

    def notes(self) -> Iterator[str]:
        """Yield a note for each limit that could not be applied."""
        trained = sum(each.steps for each in self._all())
        for name, level, loop in (
            ("steps", STEP, "a loop over steps"),
            ("samples", STEP, "a loop over steps"),
            ("epochs", EPOCH, "a loop over epochs around one over steps"),
        ):
            limit = getattr(self._limits, name)
            outside = trained - sum(steps for key, steps in self._in_loops.items() if key[1] == level)
            if limit is not None and outside > (limit if name == "steps" else 1):
                yield (
                    f"--{name} {limit} has not shortened {outside} of the {trained} steps of custom training loops: "
                    f"they are not in {loop} that can be ended early"
                )

    def _all(self) -> list[Trained]:
        return [self._batches, *self._progress()]

    def _items(self, iterator: Iterator[Any]) -> Iterator[Any]:
        loop = _Loop()
        ends = False
        while not ends:
            reads = self._reads
            try:
                item = next(iterator)
            except StopIteration:
                return
            loop.is_over_data = loop.is_over_data or self._reads > reads
            loop.before, loop.nested = self._all(), []
            self._running.append(loop)
            try:
                yield item
            finally:  # also if the body leaves the loop
                ends = self._pass_done(loop)

    def _pass_done(self, loop: _Loop) -> bool:
        """Count an iteration of a loop. Return whether it was the last one."""
        if loop not in self._running:
            return True
        del self._running[self._running.index(loop) :]
        both = itertools.zip_longest(self._all(), loop.before, fillvalue=Trained())
        trained = [Trained(now.steps - then.steps, now.rows - then.rows, now.compiled) for now, then in both]
        level = self._level(loop, trained)
        if not level:
            return False
        loop.level = max(loop.level, level)
        if self._running and loop not in self._running[-1].nested:
            self._running[-1].nested.append(loop)
        if level not in loop.passes:
            return False
        loop.passes[level] += 1
        keys = {(number, level): each.steps for number, each in enumerate(trained) if each.steps}
        for key, steps in keys.items():
            self._in_loops[key] = self._in_loops.get(key, 0) + steps
        limit = self._limits.epochs if level == EPOCH else self._limits.batches(_batch(trained))
        if limit is None or (self._cuts is not None and not self._cuts.issuperset(keys)):
            return False
        return loop.passes[level] >= limit

    def _level(self, loop: _Loop, trained: list[Trained]) -> int:
        """Return the level of an iteration: 0 for no training, STEP, EPOCH, or more."""
        if not any(each.steps for each in trained):
            return 0
        if loop.is_over_data and not any(inner.has_data() for inner in loop.nested):
            return STEP
        if any(outer.is_over_data for outer in self._running) and not loop.has_data():
            return 0  # a part of a step
        if loop.nested:
            return max(inner.level for inner in loop.nested) + 1
        return EPOCH if any(each.steps and each.compiled for each in trained) else STEP


def _batch(trained: list[Trained]) -> int | None:
    """Return the rows of a step, None if unknown."""
    return max((each.rows // each.steps for each in trained if each.steps), default=0) or None
