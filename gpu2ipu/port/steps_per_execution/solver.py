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
from gpu2ipu.port.code.helper_functions import Snippet


class Term(NamedTuple):
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


class Demand(NamedTuple):
    """What one call asks of the value: that it suits its steps, and those of the validation inside of it."""

    trains: bool
    steps: Term
    validation: Term | None = None

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
    def open_validation(self) -> Term | None:
        """The validation, unless it certainly has no more steps than the training, or exact ones."""
        if self.validation is None or not self.validation.is_known:
            return None
        known = self.steps.number is not None and self.validation.number is not None
        return None if known and self.is_met(self.steps.number or 1) else self.validation


class Choice(NamedTuple):
    """The value as it is written, the helpers that it needs, and whether every call is certain to suit it."""

    text: str
    edits: tuple[Edit, ...]
    certain: bool


def _cut(value: int, steps: int | None) -> int:
    return max(value if steps is None else min(value, steps), 1)


def choose(demands: list[Demand], suitable_steps: Callable[[], Snippet]) -> Choice | None:
    """The value for all demands, or None where the steps of the training are not known at all."""
    main = [demand.steps for demand in demands if demand.trains] or [demand.steps for demand in demands]
    if not main or not all(term.is_known for term in main):
        return None
    terms = [demand.steps for demand in demands]
    inner = [demand.validation for demand in demands if demand.validation is not None]
    if all(term.number is not None for term in (*terms, *inner)):
        return _chosen_number(demands, main, terms)
    open_validations = [(d, v) for d in demands if (v := d.open_validation) is not None]
    certain = all(term.is_known for term in (*terms, *inner))
    if not open_validations:
        return _largest(terms, certain)
    demand, validation = open_validations[0]
    others = [term for term in terms if term is not demand.steps and term.is_known and term.number != 1]
    others += [term for _, term in open_validations[1:]]
    written = dict.fromkeys(term.written for term in (demand.steps, validation, *others))
    helper = suitable_steps()
    edits = (*_edits((demand.steps, validation, *others)), *helper.edits)
    return Choice(f"{helper.name}({', '.join(written)})", edits, certain and len(open_validations) == 1)


def _chosen_number(demands: list[Demand], main: list[Term], terms: list[Term]) -> Choice:
    """All numbers are known: the training's steps if they suit everything, else the largest number that does."""
    candidates = sorted(main, key=lambda term: -(term.number or 0))
    candidates.append(max(terms, key=lambda term: term.number or 0))
    for term in candidates:
        if all(demand.is_met(term.number or 1) for demand in demands):
            shown = [term] if term in main or not candidates[0].text else [candidates[0], term]
            return Choice(_maximum(shown), _edits(shown), True)
    most = max(term.number or 1 for term in terms)
    best = next(n for n in range(most, 0, -1) if all(demand.is_met(n) for demand in demands))
    return Choice(str(best), (), True)


def _largest(terms: list[Term], certain: bool) -> Choice:
    """The largest of all terms, of which only one of those with a known number can be."""
    known = [term for term in terms if term.number is not None and (term.number > 1 or len(terms) == 1)]
    largest = max(known, key=lambda term: term.number or 0, default=None)
    needed = [term for term in terms if term is largest or (term.number is None and term.is_known)]
    return Choice(_maximum(needed), _edits(needed), certain)


def _maximum(terms: list[Term]) -> str:
    distinct = list(dict.fromkeys(term.written for term in terms))
    return distinct[0] if len(distinct) == 1 else f"max({', '.join(distinct)})"


def _edits(terms: Iterable[Term]) -> tuple[Edit, ...]:
    return tuple(edit for term in terms if term.text for edit in term.edits)
