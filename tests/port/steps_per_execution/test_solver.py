"""One value of `steps_per_execution` for all calls, by the SDK's rules."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import Insert, Span
from gpu2ipu.port.code.helper_functions import HelperFunction, suitable_steps
from gpu2ipu.port.steps_per_execution.solver import Constraint, StepCount, StepsPerExecution, choose
from tests.port.proposed import script_of

DEFINITION = Insert(Span(1, 0, 1, 1), "def suitable_steps(): ...")


def choice_of(*constraints: Constraint) -> StepsPerExecution | None:
    return choose(list(constraints), lambda: HelperFunction("suitable_steps", (DEFINITION,)))


def fit(steps: StepCount, validation: StepCount | None = None) -> Constraint:
    return Constraint(True, steps, validation)


def other(steps: StepCount) -> Constraint:
    return Constraint(False, steps)


UNKNOWN, A, B = StepCount(), StepCount(text="a"), StepCount(text="b")


@pytest.mark.parametrize(
    ("constraints", "text", "certain"),
    [
        ([fit(StepCount(20, "len(x) // 32"))], "len(x) // 32", True),
        ([fit(StepCount(20))], "20", True),
        ([fit(StepCount(20, "a")), other(StepCount(8))], "a", True),  # 8 is cut down to
        ([fit(StepCount(20, "a")), other(StepCount(40))], "a", True),
        ([fit(StepCount(20, "a")), other(StepCount(41, "b"))], "max(a, b)", True),
        ([fit(StepCount(20, "a"), StepCount(5))], "a", True),
        (
            [fit(StepCount(20, "a"), StepCount(41))],
            "1",
            True,
        ),  # inside fit the value is 20 at most, and 41 is prime
        ([fit(StepCount(20, "a"), StepCount(30, "b"))], "10", True),
        ([other(StepCount(7, "a"))], "a", True),
        ([fit(A)], "a", True),
        ([fit(A), other(B)], "max(a, b)", True),
        ([fit(A), other(A)], "a", True),
        ([fit(A), other(StepCount(5))], "max(a, 5)", True),
        ([fit(A), other(UNKNOWN)], "a", False),
        ([fit(A), other(StepCount(5)), other(StepCount(7, "b"))], "max(a, b)", True),
        ([fit(A, B)], "suitable_steps(a, b)", True),
        ([fit(A, UNKNOWN)], "a", False),
        ([fit(A, B), other(StepCount(5))], "suitable_steps(a, b, 5)", True),
        ([fit(A, B), fit(B, A)], "suitable_steps(a, b)", False),
        ([fit(StepCount(20, "a"), StepCount(5, "b")), other(StepCount(text="c"))], "max(a, c)", True),
    ],
)
def test_the_value(constraints: list[Constraint], text: str, certain: bool) -> None:
    choice = choice_of(*constraints)
    assert choice is not None
    assert (choice.text, choice.certain) == (text, certain)
    assert (DEFINITION in choice.edits) is ("suitable" in text)


@pytest.mark.parametrize(
    "constraints", [[], [fit(UNKNOWN)], [other(UNKNOWN)], [fit(UNKNOWN), other(A)], [fit(A), fit(UNKNOWN)]]
)
def test_nothing_can_be_said_where_the_training_is_unknown(constraints: list[Constraint]) -> None:
    assert choice_of(*constraints) is None


def test_what_a_text_needs_comes_with_it() -> None:
    edit = Insert(Span(2, 0, 2, 1), "def count(): ...")
    choice = choice_of(fit(A), other(StepCount(text="count(x)", edits=(edit,))))
    assert choice is not None
    assert choice.edits == (edit,)


# --- the rules of the SDK: keras/ipu/extensions/data_adapter.py and extensions_base.py of 3.4


def accepts(value: int, training: int | None, validation: int | None, others: list[int]) -> bool:
    """Whether the SDK takes the value for a fit with a validation inside, and for calls outside of it."""
    if training is not None:
        left = min(value, training)
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
    inside = StepCount(validation) if validation is not None else None
    choice = choice_of(fit(StepCount(training), inside), *(other(StepCount(steps)) for steps in others))
    assert choice is not None
    assert choice.certain
    assert accepts(int(choice.text), training, validation, others)


@given(COUNTS, st.lists(COUNTS, max_size=3))
def test_without_validation_an_epoch_is_one_execution(training: int, others: list[int]) -> None:
    choice = choice_of(fit(StepCount(training)), *(other(StepCount(steps)) for steps in others))
    assert choice is not None
    assert int(choice.text) >= training


def _written() -> Callable[..., int]:
    script = script_of("")
    inserts = [edit for edit in suitable_steps(script, facts_of(script)).edits if isinstance(edit, Insert)]
    namespace: dict[str, Callable[..., int]] = {}
    exec("\n".join(insert.template for insert in inserts), {}, namespace)
    return namespace["suitable_steps"]


SUITABLE_STEPS = _written()


@given(COUNTS, COUNTS, st.lists(COUNTS, max_size=3))
def test_the_function_written_into_the_port_finds_the_best_value(
    training: int, validation: int, others: list[int]
) -> None:
    value = SUITABLE_STEPS(training, validation, *others)
    assert accepts(value, training, validation, others)
    largest = max(training, *others) if others else training
    assert not any(accepts(more, training, validation, others) for more in range(value + 1, largest + 1))
    assert value >= math.gcd(training, validation, *others)


def test_the_function_is_documented() -> None:
    assert re.search(r"steps per execution", SUITABLE_STEPS.__doc__ or "")


def test_a_number_is_written_out_unless_names_tell_more() -> None:
    assert StepCount(1, "2 // 2").written == "1"
    assert StepCount(3, "96 // batch_size").written == "96 // batch_size"
    assert StepCount(None, "96 // batch_size").written == "96 // batch_size"
