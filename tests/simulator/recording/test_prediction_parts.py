"""Predictions in parts: several calls of `predict` that stand for one of the original."""

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
    from gpu2ipu.simulator.recording.prediction_parts import PredictionParts

    return PredictionParts()


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
