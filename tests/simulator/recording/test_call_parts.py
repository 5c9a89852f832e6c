"""Calls in parts: several calls of `predict` or `evaluate` that stand for one of the original."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


def predict(parts: Any, batch: Any) -> Any:
    """What the recorder does around one call: whether it begins a call, whether one has begun, what it gives."""
    goes_on = parts.is_next("predict")
    return goes_on, parts.has_begun, parts.joined({"out": np.full(batch, batch)})["out"].tolist()


def predict_batch_by_batch(parts: Any, *batches: Any) -> Any:
    return [predict(parts, batch) for batch in batches]


@pytest.fixture
def parts(tf: Any) -> Any:
    from gpu2ipu.simulator.recording.call_parts import CallParts

    return CallParts()


def test_calls_of_the_helper_are_one(parts: Any) -> None:
    assert predict_batch_by_batch(parts, 1, 2, 3) == [
        (False, False, [1]),
        (True, True, [1, 2, 2]),
        (True, True, [1, 2, 2, 3, 3, 3]),
    ]


def test_another_call_of_the_helper_begins_anew(parts: Any) -> None:
    predict_batch_by_batch(parts, 1, 2)
    assert predict_batch_by_batch(parts, 1) == [(False, False, [1])]


def test_other_calls_are_calls_of_their_own(parts: Any) -> None:
    predict_batch_by_batch(parts, 1)
    assert predict(parts, 2) == (False, False, [2, 2])
    assert predict(parts, 2) == (False, False, [2, 2])
    assert not parts.is_next("fit")


def evaluate_all_rows(parts: Any, *calls: tuple[float, int, bool]) -> Any:
    rows = sum(number for _, number, _ in calls)
    results = []
    for loss, number, shortened in calls:
        goes_on, whole = parts.is_next("evaluate"), parts.rows
        counts = {"steps": 1, "rows": number, "batch": number}
        results.append((goes_on, *parts.averaged({"loss": loss}, counts, shortened)))
        assert whole == rows
    return results


def test_results_of_an_evaluation_in_parts_are_averaged_by_samples(parts: Any) -> None:
    assert evaluate_all_rows(parts, (1.0, 30, False), (3.0, 10, False)) == [
        (False, {"loss": 1.0}, {"steps": 1, "rows": 30, "batch": 30}),
        (True, {"loss": 1.5}, {"steps": 2, "rows": 40, "batch": 30}),
    ]
    assert evaluate_all_rows(parts, (1.0, 30, False))[0][0] is False


def test_a_shortened_part_stands_for_the_evaluation(parts: Any) -> None:
    _, last = evaluate_all_rows(parts, (1.0, 30, True), (3.0, 10, False))
    assert last == (True, {"loss": 1.0}, {"steps": 1, "rows": 30, "batch": 30})


def test_an_evaluation_elsewhere_has_no_parts(parts: Any) -> None:
    assert not parts.is_next("evaluate") and parts.rows is None
    assert parts.averaged({"loss": 1.0}, None, False) == ({"loss": 1.0}, None)
