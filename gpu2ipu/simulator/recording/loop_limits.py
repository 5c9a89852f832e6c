"""`--epochs`, `--steps` and `--samples` for training loops of a script's own: loops that end early.

What a loop is for shows in what it does. A body that trains is a step; a loop around a loop of steps is one of epochs;
one around that (folds, trials) is not cut, and neither is a loop that trains nothing, for the script needs what it
collects. A loop over a `tf.data` dataset is one of steps, whatever loops a step has inside. The original cuts what the
port could cut, where a loop may be compiled, so that both train the same.
"""

from __future__ import annotations

import itertools
import threading
from typing import Any, Callable, Collection, Iterator, NamedTuple, Sequence, Tuple

from .training_limits import TrainingLimits

STEP, EPOCH = 1, 2

# Which of the things that are trained, by number, and the level of a loop around it.
Level = Tuple[int, int]


class Trained(NamedTuple):
    """What was trained so far, of some variables; `compiled` says that a loop in a graph does it."""

    steps: int = 0
    rows: int = 0
    compiled: bool = False


class _Loop:
    """A loop that is running, and what the present pass through its body has done."""

    def __init__(self) -> None:
        self.level = 0
        self.is_over_data = False
        self.passes = {STEP: 0, EPOCH: 0}
        self.before: Sequence[Trained] = ()
        self.nested: list[_Loop] = []

    def has_data(self) -> bool:
        """Whether it goes through a dataset, or trains in a loop that does."""
        return self.is_over_data or any(inner.has_data() for inner in self.nested)


class LoopLimits:
    """Watches the loops of a script and ends them when they have trained enough."""

    def __init__(
        self,
        limits: TrainingLimits,
        progress: Callable[[], Sequence[Trained]],
        is_idle: Callable[[], bool],
        levels: Collection[Level] | None = None,
    ) -> None:
        """`is_idle`: whether the script itself is at work; `levels`: what to cut, None is all."""
        self._limits = limits
        self._progress = progress
        self._is_idle = is_idle
        self._cuts = None if levels is None else set(levels)
        self._running: list[_Loop] = []
        self._reads = 0  # elements of datasets that were read
        self._batches = Trained()  # what the script trained batch by batch
        self._in_loops: dict[Level, int] = {}  # steps that were trained there

    def read(self) -> None:
        """An element of a dataset is read."""
        self._reads += 1

    def trained_on_batch(self, rows: int) -> None:
        """The script calls `train_on_batch`."""
        self._batches = Trained(self._batches.steps + 1, self._batches.rows + rows)

    def watch(self, iterable: Any) -> Any:
        """What a loop of the script goes through, as long as it may."""
        if threading.current_thread() is not threading.main_thread() or not self._is_idle():
            return iterable
        return self._items(iter(iterable))

    def levels(self) -> list[Level]:
        """The loops that have trained something."""
        return sorted(self._in_loops)

    def notes(self) -> Iterator[str]:
        """What was asked for, and could not be done."""
        trained = sum(each.steps for each in self._all())
        for name, level, loop in (
            ("steps", STEP, "a loop of steps"),
            ("samples", STEP, "a loop of steps"),
            ("epochs", EPOCH, "a loop of epochs around one of steps"),
        ):
            limit = getattr(self._limits, name)
            outside = trained - sum(steps for key, steps in self._in_loops.items() if key[1] == level)
            if limit is not None and outside > (limit if name == "steps" else 1):
                yield (
                    f"--{name} {limit} has not shortened {outside} of the {trained} steps that the script trains by "
                    f"itself: they are not in {loop} that can be cut"
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
            finally:  # also where the body leaves the loop
                ends = self._pass_done(loop)

    def _pass_done(self, loop: _Loop) -> bool:
        """Count a pass through the body of a loop; whether it was the last one."""
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
        """What a pass through the body of a loop was: nothing, a step, an epoch, or more."""
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
    """The rows of a step, where they are known."""
    return max((each.rows // each.steps for each in trained if each.steps), default=0) or None
