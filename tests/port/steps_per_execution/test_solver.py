"""One value of `steps_per_execution` for all calls, by the SDK's rules."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Insert, Span
from gpu2ipu.port.code.helper_functions import (
    HelperFunction,
    suitable_accumulated_steps,
    suitable_replicated_steps,
    suitable_steps,
)
from gpu2ipu.port.steps_per_execution.solver import Constraint, StepsPerExecution, choose
from tests.port.proposed import script_of

DEFINITION = Insert(Span(1, 0, 1, 1), "def suitable_steps(): ...")


def choice_of(*constraints: Constraint) -> StepsPerExecution | None:
    return choose(
        list(constraints), lambda accumulation, replicas: HelperFunction("suitable_steps", (DEFINITION,))
    )


def count(number: int | None, text: str = "", helpers: tuple[Edit, ...] = ()) -> Quantity:
    return Quantity(number, ast.parse(text, mode="eval").body if text else None, helpers)


def text_of(choice: StepsPerExecution) -> str:
    return ast.unparse(choice.value.written)


def fit(
    steps: Quantity, validation: Quantity | None = None, accumulation: int = 1, replicas: int = 1
) -> Constraint:
    return Constraint(True, steps, validation, accumulation, replicas)


def other(steps: Quantity, replicas: int = 1) -> Constraint:
    return Constraint(False, steps, replicas=replicas)


UNKNOWN, A, B = Quantity(), count(None, "a"), count(None, "b")


@pytest.mark.parametrize(
    ("constraints", "text", "certain"),
    [
        ([fit(count(20, "len(x) // 32"))], "len(x) // 32", True),
        ([fit(count(20))], "20", True),
        ([fit(count(20, "a")), other(count(8))], "a", True),  # 8 is cut down to
        ([fit(count(20, "a")), other(count(40))], "a", True),
        ([fit(count(20, "a")), other(count(41, "b"))], "max(a, b)", True),
        ([fit(count(20, "a"), count(5))], "a", True),
        (
            [fit(count(20, "a"), count(41))],
            "1",
            True,
        ),  # inside fit the value is 20 at most, and 41 is prime
        ([fit(count(20, "a"), count(30, "b"))], "10", True),
        ([other(count(7, "a"))], "a", True),
        ([fit(A)], "a", True),
        ([fit(A), other(B)], "max(a, b)", True),
        ([fit(A), other(A)], "a", True),
        ([fit(A), other(count(5))], "max(a, 5)", True),
        ([fit(A), other(UNKNOWN)], "a", False),
        ([fit(A), other(count(5)), other(count(7, "b"))], "max(a, b)", True),
        ([fit(A, B)], "suitable_steps(a, b)", True),
        ([fit(A, UNKNOWN)], "a", False),
        ([fit(A, B), other(count(5))], "suitable_steps(a, b, 5)", True),
        ([fit(A, B), fit(B, A)], "suitable_steps(a, b)", False),
        ([fit(count(20, "a"), count(5, "b")), other(count(None, "c"))], "max(a, c)", True),
        # whole weight updates: what is not a training is rounded up, and cut down to its steps again
        ([fit(A, accumulation=4), other(B)], "max(a, -(-b // 4) * 4)", True),
        ([fit(A, accumulation=4), other(count(5))], "max(a, 8)", True),
        ([fit(A, accumulation=4), other(count(2, "b"))], "a", True),  # not below one update
        ([fit(count(20), accumulation=4), other(count(10))], "20", True),
        ([fit(count(20), accumulation=4), other(count(23))], "24", True),
        ([fit(A, B, accumulation=4), other(count(5))], "suitable_steps(4, a, b, 5)", True),
        ([fit(A, B, replicas=2), other(count(5), 2)], "suitable_steps(2, 1, a, b, 5)", True),
        ([fit(A, B, 4, 2), other(count(3), 2)], "suitable_steps(2, 4, a, b)", True),
        # the batches of all replicas are checked, too: 12 would do for the 9 of one
        ([fit(count(12), count(9)), other(count(12))], "12", True),
        ([fit(count(12), count(9), replicas=2), other(count(12), 2)], "3", True),
    ],
)
def test_the_value(constraints: list[Constraint], text: str, certain: bool) -> None:
    choice = choice_of(*constraints)
    assert choice is not None
    assert (text_of(choice), choice.is_certain) == (text, certain)
    assert (DEFINITION in choice.value.helpers) is ("suitable" in text)


@pytest.mark.parametrize(
    "constraints", [[], [fit(UNKNOWN)], [other(UNKNOWN)], [fit(UNKNOWN), other(A)], [fit(A), fit(UNKNOWN)]]
)
def test_nothing_can_be_said_where_the_training_is_unknown(constraints: list[Constraint]) -> None:
    assert choice_of(*constraints) is None


def test_what_a_text_needs_comes_with_it() -> None:
    edit = Insert(Span(2, 0, 2, 1), "def count(): ...")
    choice = choice_of(fit(A), other(count(None, "count(x)", (edit,))))
    assert choice is not None
    assert choice.value.helpers == (edit,)


# --- the rules of the SDK: keras/ipu/extensions/data_adapter.py and extensions_base.py of 3.4


def accepts(
    value: int, training: int | None, validation: int | None, others: list[int], accumulation: int = 1
) -> bool:
    """Whether the SDK takes the value for a fit with a validation inside, and for calls outside of it."""
    if training is not None:
        left = min(value, training)
        if value % accumulation or left % accumulation:
            return False
        if training % left:
            return False
        if validation is not None and validation % min(left, validation):
            return False
    return all(steps % min(value, steps) == 0 for steps in others)


COUNTS = st.integers(1, 400)


@given(COUNTS, COUNTS | st.none(), st.lists(COUNTS, max_size=3))
def test_a_value_of_known_numbers_is_one_that_the_sdk_takes(
    training: int, validation: int | None, others: list[int]
) -> None:
    inside = count(validation) if validation is not None else None
    choice = choice_of(fit(count(training), inside), *(other(count(steps)) for steps in others))
    assert choice is not None
    assert choice.is_certain
    assert accepts(int(text_of(choice)), training, validation, others)


@given(COUNTS, st.lists(COUNTS, max_size=3))
def test_without_validation_an_epoch_is_one_execution(training: int, others: list[int]) -> None:
    choice = choice_of(fit(count(training)), *(other(count(steps)) for steps in others))
    assert choice is not None
    assert int(text_of(choice)) >= training


def _written(maker: Callable[[Script, Facts], HelperFunction]) -> Callable[..., int]:
    script = script_of("")
    helper = maker(script, facts_of(script))
    inserts = [edit for edit in helper.edits if isinstance(edit, Insert)]
    namespace: dict[str, Callable[..., int]] = {}
    exec("\n".join(insert.template for insert in inserts), {}, namespace)
    return namespace[helper.name]


SUITABLE_STEPS, SUITABLE_ACCUMULATED_STEPS, SUITABLE_REPLICATED_STEPS = map(
    _written, (suitable_steps, suitable_accumulated_steps, suitable_replicated_steps)
)


@pytest.mark.parametrize("counts", [(0, 3), (3, 0), (3, 3, 0), (0, 0)])
def test_fewer_samples_than_a_batch_are_told(counts: tuple[int, ...]) -> None:
    for function, leading in (
        (SUITABLE_STEPS, ()),
        (SUITABLE_ACCUMULATED_STEPS, (2,)),
        (SUITABLE_REPLICATED_STEPS, (2, 2)),
    ):
        with pytest.raises(ValueError, match="fewer samples than one batch"):
            function(*leading, *counts)


@given(COUNTS, COUNTS, st.lists(COUNTS, max_size=3))
def test_the_function_written_into_the_port_finds_the_best_value(
    training: int, validation: int, others: list[int]
) -> None:
    value = SUITABLE_STEPS(training, validation, *others)
    assert accepts(value, training, validation, others)
    largest = max(training, *others) if others else training
    assert not any(accepts(more, training, validation, others) for more in range(value + 1, largest + 1))
    assert value >= math.gcd(training, validation, *others)


def test_an_evaluation_in_a_pipeline_is_one_execution() -> None:
    training = Constraint(True, count(40), accumulation=4, together=2)
    evaluation = Constraint(False, count(160), together=2, evaluates=True)
    prediction = Constraint(False, count(160), together=2)
    for other_call, text in ((evaluation, "160"), (prediction, "40")):
        choice = choice_of(training, other_call)
        assert choice is not None and text_of(choice) == text
    validated = Constraint(True, count(40), count(80), accumulation=4, together=2)
    choice = choice_of(validated)  # inside fit the value is 40 at most
    assert choice is not None and text_of(choice) == "40"


@given(st.integers(1, 100), st.integers(1, 8), COUNTS | st.none(), st.lists(COUNTS, max_size=3))
def test_an_execution_is_whole_weight_updates(
    updates: int, accumulation: int, validation: int | None, others: list[int]
) -> None:
    training, inside = updates * accumulation, None if validation is None else count(validation)
    trained = fit(count(training), inside, accumulation)
    choice = choice_of(trained, *(other(count(steps)) for steps in others))
    if choice is not None:
        assert accepts(int(text_of(choice)), training, validation, others, accumulation)
        return
    values = range(1, max(training, *others, 0) + accumulation)
    assert not any(accepts(value, training, validation, others, accumulation) for value in values)


@given(st.integers(1, 100), st.integers(2, 8), COUNTS, st.lists(COUNTS, max_size=3))
def test_the_function_for_accumulated_gradients_finds_a_value_where_there_is_one(
    updates: int, accumulation: int, validation: int, others: list[int]
) -> None:
    training = updates * accumulation
    value = SUITABLE_ACCUMULATED_STEPS(accumulation, training, validation, *others)
    values = range(1, max(training, *others, 0) + accumulation)
    suitable = [each for each in values if accepts(each, training, validation, others, accumulation)]
    assert value == max(suitable, default=accumulation)


@given(st.integers(1, 60), st.integers(1, 4), st.integers(2, 4), COUNTS, st.lists(COUNTS, max_size=3))
def test_the_function_for_replicas_finds_a_value_where_there_is_one(
    updates: int, accumulation: int, replicas: int, validation: int, others: list[int]
) -> None:
    training = updates * accumulation
    value = SUITABLE_REPLICATED_STEPS(replicas, accumulation, training, validation, *others)
    values = range(1, max(training, *others, 0) + accumulation)
    checked = (validation, validation * replicas)
    suitable = [
        each
        for each in values
        if all(accepts(each, training, steps, others, accumulation) for steps in checked)
    ]
    assert value == max(suitable, default=accumulation)
    trained = fit(count(training), count(validation), accumulation, replicas)
    choice = choice_of(trained, *(other(count(steps), replicas) for steps in others))
    assert (choice is None) is (not suitable)
    assert choice is None or int(text_of(choice)) in suitable


def test_the_function_is_documented() -> None:
    assert "`steps_per_execution`" in (SUITABLE_STEPS.__doc__ or "")
