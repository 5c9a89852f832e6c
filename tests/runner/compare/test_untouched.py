"""How far the original by its own batches is."""

from __future__ import annotations

from typing import Any

import pytest

from gpu2ipu.runner.compare.compare import compare
from gpu2ipu.runner.compare.tolerance import Tolerance
from gpu2ipu.runner.compare.untouched import is_asked_for, notes

from .records import evaluate, fit, record

PORT = record(
    fit(micro_batches=4, normalizing=("norm", "other"), drawing=("drop",)),
    evaluate(),
    fit(micro_batches=4, drawing=("drop",)),
)
ORIGINAL = record(
    fit(micro_batches=4, in_micro_batches=True), evaluate(), fit(micro_batches=4, in_micro_batches=True)
)


def test_only_statistics_ask_for_it() -> None:
    assert is_asked_for(ORIGINAL, PORT)
    assert not is_asked_for(record(*ORIGINAL.calls[1:]), record(*PORT.calls[1:]))
    assert not is_asked_for(record(fit()), record(fit(micro_batches=4, normalizing=("norm",))))


def test_the_losses_at_the_end_of_a_training() -> None:
    epochs = ({"loss": 0.6}, {"loss": 0.26, "accuracy": 0.5})
    assert list(notes(record(fit(epochs=epochs)), ORIGINAL, PORT)) == [
        "call 1 (fit): with the statistics of its own batches the original ends at loss 0.26 instead of 0.13 "
        "(5.0e-01 apart)"
    ]


@pytest.mark.parametrize("untouched", [record(), record(fit(done=False)), record(fit(epochs=()))])
def test_a_run_that_came_to_no_end_says_nothing(untouched: Any) -> None:
    assert list(notes(untouched, ORIGINAL, PORT)) == []


def test_the_comparison_says_why_an_original_took_micro_batches() -> None:
    rounding, first, second = compare(ORIGINAL, PORT, Tolerance()).notes
    assert rounding.startswith("gradients of micro-batches round differently")
    assert first == (
        "call 1 (fit): 'norm' normalizes each micro-batch by its own statistics (as do 1 more) and 'drop' draws each "
        "micro-batch by itself; so the original took the same 4 micro-batches for a weight update, by the mean of "
        "their gradients"
    )
    assert second.startswith("call 3 (fit): 'drop' draws")
    port = record(fit(micro_batches=4, normalizing=("norm",), pipelined=True))
    assert any("those of the last one" in note for note in compare(ORIGINAL, port, Tolerance()).notes)


def test_the_sum_of_gradients_is_still_named() -> None:
    losses = (fit().losses[0], 5.0, *fit().losses[2:])
    port = record(fit(micro_batches=4, normalizing=("norm",), losses=losses))
    difference = compare(record(ORIGINAL.calls[0]), port, Tolerance()).first_difference
    assert difference is not None and "may be added up" in difference.cause
