"""Choice: one `steps_per_execution` that suits every call of a model.

The SDK cuts the value down to a call's own number of batches where that is smaller, and otherwise asks that it divides
them; the validation inside `fit` meets the value that is left for `fit` (keras/ipu/extensions/data_adapter.py and
extensions_base.py). So the steps of one epoch suit training and everything outside of it that is shorter; the largest
number of all suits everything, but for a validation with more steps than its training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from gpu2ipu.edits import Edit
from gpu2ipu.port.code.helper_functions import HelperFunction


class StepCount(NamedTuple):
    """A number of steps, as far as it is known at the place where the value is computed."""

    number: int | None = None
    text: str | None = None
    edits: tuple[Edit, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether it can be written down there."""
        return self.number is not None or self.text is not None

    @property
    def written(self) -> str:
        """How it is written down: by the names that it is made of, if there are any."""
        is_sum = self.text is not None and any(character.isidentifier() for character in self.text)
        return self.text if self.text and (is_sum or self.number is None) else str(self.number)


class Constraint(NamedTuple):
    """What one call asks of the value: that it suits its steps, and those of the validation inside of it."""

    trains: bool
    steps: StepCount
    validation: StepCount | None = None

    def is_met(self, value: int) -> bool:
        """Whether a value suits the call; unknown steps ask nothing."""
        left = _cut(value, self.steps.number)
        ours = self.steps.number is None or self.steps.number % left == 0
        theirs = self.validation.number if self.validation is not None else None
        return ours and (theirs is None or theirs % _cut(left, theirs) == 0)

    @property
    def is_known(self) -> bool:
        """Whether all that it asks for can be written down."""
        return self.steps.is_known and (self.validation is None or self.validation.is_known)

    @property
    def open_validation(self) -> StepCount | None:
        """The validation, unless it certainly has no more steps than the training, or exact ones."""
        if self.validation is None or not self.validation.is_known:
            return None
        known = self.steps.number is not None and self.validation.number is not None
        return None if known and self.is_met(self.steps.number or 1) else self.validation


class StepsPerExecution(NamedTuple):
    """The value as it is written, the helpers that it needs, and whether every call is certain to suit it."""

    text: str
    edits: tuple[Edit, ...]
    certain: bool


def _cut(value: int, steps: int | None) -> int:
    return max(value if steps is None else min(value, steps), 1)


def choose(
    constraints: list[Constraint], suitable_steps: Callable[[], HelperFunction]
) -> StepsPerExecution | None:
    """The value for all demands, or None where the steps of the training are not known at all."""
    main = [constraint.steps for constraint in constraints if constraint.trains] or [
        constraint.steps for constraint in constraints
    ]
    if not main or not all(count.is_known for count in main):
        return None
    counts = [constraint.steps for constraint in constraints]
    inner = [constraint.validation for constraint in constraints if constraint.validation is not None]
    if all(count.number is not None for count in (*counts, *inner)):
        return _chosen_number(constraints, main, counts)
    open_validations = [(d, v) for d in constraints if (v := d.open_validation) is not None]
    certain = all(count.is_known for count in (*counts, *inner))
    if not open_validations:
        return _largest(counts, certain)
    constraint, validation = open_validations[0]
    others = [
        count for count in counts if count is not constraint.steps and count.is_known and count.number != 1
    ]
    others += [count for _, count in open_validations[1:]]
    written = dict.fromkeys(count.written for count in (constraint.steps, validation, *others))
    helper = suitable_steps()
    edits = (*_edits((constraint.steps, validation, *others)), *helper.edits)
    return StepsPerExecution(
        f"{helper.name}({', '.join(written)})", edits, certain and len(open_validations) == 1
    )


def _chosen_number(
    constraints: list[Constraint], main: list[StepCount], counts: list[StepCount]
) -> StepsPerExecution:
    """All numbers are known: the training's steps if they suit everything, else the largest number that does."""
    candidates = sorted(main, key=lambda count: -(count.number or 0))
    candidates.append(max(counts, key=lambda count: count.number or 0))
    for count in candidates:
        if all(constraint.is_met(count.number or 1) for constraint in constraints):
            shown = [count] if count in main or not candidates[0].text else [candidates[0], count]
            return StepsPerExecution(_maximum(shown), _edits(shown), True)
    most = max(count.number or 1 for count in counts)
    best = next(n for n in range(most, 0, -1) if all(constraint.is_met(n) for constraint in constraints))
    return StepsPerExecution(str(best), (), True)


def _largest(counts: list[StepCount], certain: bool) -> StepsPerExecution:
    """The largest of all terms, of which only one of those with a known number can be."""
    known = [count for count in counts if count.number is not None and (count.number > 1 or len(counts) == 1)]
    largest = max(known, key=lambda count: count.number or 0, default=None)
    needed = [count for count in counts if count is largest or (count.number is None and count.is_known)]
    return StepsPerExecution(_maximum(needed), _edits(needed), certain)


def _maximum(counts: list[StepCount]) -> str:
    distinct = list(dict.fromkeys(count.written for count in counts))
    return distinct[0] if len(distinct) == 1 else f"max({', '.join(distinct)})"


def _edits(counts: Iterable[StepCount]) -> tuple[Edit, ...]:
    return tuple(edit for count in counts if count.text for edit in count.edits)
