"""One `steps_per_execution` that suits every call of a model.

The SDK cuts the value down to a call's own number of batches where that is smaller, and otherwise asks that it divides
them; the validation inside `fit` meets the value that is left for `fit` (keras/ipu/extensions/data_adapter.py and
extensions_base.py). So the steps of one epoch suit training and everything outside of it that is shorter; the largest
number of all suits everything, but for a validation with more steps than its training.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.quantity import Quantity, called, fixed
from gpu2ipu.port.code.helper_functions import HelperFunction
from gpu2ipu.records import record


@record
class Constraint:
    """What one call asks of the value: that it suits its steps, and those of the validation inside of it."""

    trains: bool
    steps: Quantity
    validation: Quantity | None = None
    accumulation: int = 1  # micro-batches of a weight update, which an execution must not split
    # whose steps these are; Keras also checks the validation as if there were one: `IPUDataHandler` in data_adapter.py
    replicas: int = 1
    # batches of a replica that an evaluation or prediction takes, which are not split either
    together: int = 1
    evaluates: bool = False

    def is_met(self, value: int) -> bool:
        """True if a value suits the call; unknown steps ask nothing."""
        left = _cut(value, self.steps.number)
        if value % self.accumulation or left % self.accumulation:
            return False
        theirs = self.validation.number if self.validation is not None else None
        if theirs is not None and theirs * self.replicas % _cut(left, theirs * self.replicas):
            return False
        together = 1 if self.trains else self.together
        return _suits(value, self.steps.number, together) and _suits(left, theirs, self.together)

    def keeps_results(self, value: int) -> bool:
        """True if a value gives whole results: in a pipeline, those of several executions are means of running means.

        keras/ipu/extensions/functional_extensions.py of the SDK, with `accumulate_outfeed`.
        """
        if self.together == 1:
            return True
        left = _cut(value, self.steps.number)
        counted = [self.steps if self.evaluates else None, self.validation]
        return all(steps is None or (steps.number or 0) <= left for steps in counted)

    @property
    def is_known(self) -> bool:
        """True if all that it asks for can be written down."""
        return self.steps.is_known and (self.validation is None or self.validation.is_known)

    @property
    def open_validation(self) -> Quantity | None:
        """The validation, unless it certainly has no more steps than the training, or exact ones."""
        if self.validation is None or not self.validation.is_known:
            return None
        known = self.steps.number is not None and self.validation.number is not None
        return None if known and self.is_met(self.steps.number or 1) else self.validation


class StepsPerExecution(NamedTuple):
    """The value, and whether every call is certain to suit it."""

    value: Quantity
    is_certain: bool


def _cut(value: int, steps: int | None) -> int:
    return max(value if steps is None else min(value, steps), 1)


def _suits(value: int, steps: int | None, together: int) -> bool:
    """True if a value divides some steps, and splits no batches that are taken together, where the steps do not."""
    if steps is None:
        return True
    left = _cut(value, steps)
    return steps % left == 0 and (left % together == 0 or steps % together != 0)


def choose(
    constraints: list[Constraint], suitable_steps: Callable[[int, int], HelperFunction]
) -> StepsPerExecution | None:
    """Return the value for all constraints, or None where the steps of the training are not known at all.

    `suitable_steps` gives the helper for an accumulation and a number of replicas. It takes the accumulation as its
    first argument if one of them is not 1, and the replicas before that if they are not 1.
    """
    accumulation = math.lcm(*(constraint.accumulation for constraint in constraints))
    counts = [_counted(constraint, accumulation) for constraint in constraints]
    trained = [count for count, each in zip(counts, constraints, strict=True) if each.trains]
    main = trained or counts
    if not main or not all(count.is_known for count in main):
        return None
    inner = [constraint.validation for constraint in constraints if constraint.validation is not None]
    if all(count.number is not None for count in (*counts, *inner)):
        number = _chosen_number(constraints, main, counts)
        return None if number is None else StepsPerExecution(number, True)
    open_constraints = [constraint for constraint in constraints if constraint.open_validation is not None]
    is_certain = all(count.is_known for count in (*counts, *inner))
    if not open_constraints:
        return StepsPerExecution(_largest(counts, accumulation), is_certain)
    asked = [constraint.steps for constraint in constraints]
    replicas = constraints[0].replicas
    leading = [replicas, accumulation] if replicas > 1 else [accumulation] if accumulation > 1 else []
    helper = suitable_steps(accumulation, replicas)
    value = _found_at_run_time(open_constraints, asked, accumulation, leading, helper)
    return StepsPerExecution(value, is_certain and len(open_constraints) == 1)


def _counted(constraint: Constraint, accumulation: int) -> Quantity:
    """The steps of a call. Those of other calls than a training are rounded up to whole updates, and cut down again."""
    steps = constraint.steps
    is_whole = constraint.trains or steps.is_multiple_of(accumulation)
    return steps if is_whole else steps.ceil_div(fixed(accumulation)).times(accumulation)


def _found_at_run_time(
    open_constraints: list[Constraint],
    counts: list[Quantity],
    accumulation: int,
    leading: list[int],
    suitable_steps: HelperFunction,
) -> Quantity:
    """A call of a function that finds the value for a training, the validation inside of it and other calls."""
    first, *others = open_constraints
    given = [first.steps, first.validation]
    known = (count for count in counts if count is not first.steps and count.is_known)
    given += [count for count in known if count.number is None or count.number > accumulation]
    given += [constraint.validation for constraint in others]
    numbers = (fixed(number).written for number in leading)
    all_given = [count for count in given if count is not None]
    return _with_helpers(suitable_steps.result(*numbers, *_distinct(all_given)), all_given)


def _chosen_number(
    constraints: list[Constraint], main: list[Quantity], counts: list[Quantity]
) -> Quantity | None:
    """All numbers are known: the steps of the training if they suit everything, else the largest that does, if any.

    Of those, one that keeps the results of evaluations whole, if there is any.
    """
    candidates = sorted(main, key=lambda count: -(count.number or 0))
    candidates.append(max(counts, key=lambda count: count.number or 0))
    most = max(count.number or 1 for count in counts)
    for suits in (_keeps_results, _suits_all):
        for count in candidates:
            if suits(constraints, count.number or 1):
                has_names = candidates[0].expression is not None
                return _maximum([count] if count in main or not has_names else [candidates[0], count])
        found = next((number for number in range(most, 0, -1) if suits(constraints, number)), None)
        if found is not None:
            return fixed(found)
    return None


def _suits_all(constraints: list[Constraint], value: int) -> bool:
    return all(constraint.is_met(value) for constraint in constraints)


def _keeps_results(constraints: list[Constraint], value: int) -> bool:
    return all(each.is_met(value) and each.keeps_results(value) for each in constraints)


def _largest(counts: list[Quantity], accumulation: int) -> Quantity:
    """The largest of all, of which only one of those with a known number can be; none has fewer than one update."""
    known = [
        count
        for count in counts
        if count.number is not None and (count.number > accumulation or len(counts) == 1)
    ]
    largest = max(known, key=lambda count: count.number or 0, default=None)
    return _maximum(
        [count for count in counts if count is largest or (count.number is None and count.is_known)]
    )


def _maximum(counts: list[Quantity]) -> Quantity:
    first, *others = _distinct(counts)
    value = called("max", first, *others) if others else first
    return _with_helpers(Quantity(None, value), counts)


def _distinct(counts: list[Quantity]) -> list[ast.expr]:
    """How quantities are written, each way once."""
    return list({ast.unparse(count.simplest): count.simplest for count in counts}.values())


def _with_helpers(value: Quantity, counts: list[Quantity]) -> Quantity:
    """A value that is written with the expressions of quantities."""
    written = [count for count in counts if count.expression is not None]
    helpers = (*(helper for count in written for helper in count.helpers), *value.helpers)
    return Quantity(value.number, value.expression, helpers)
