"""Several seeds of one comparison."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from gpu2ipu.runner.compare import page, seeds, terminal
from gpu2ipu.runner.compare.compare import Comparison, compare
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import evaluate, fit, predict, record


def comparison(loss: float, port: float | None = None) -> Comparison:
    def calls(value: float) -> list[object]:
        return [fit(epochs=({"loss": 1.0}, {"loss": value})), evaluate(values={"loss": value}), predict()]

    mine, theirs = calls(loss), calls(loss if port is None else port)
    return compare(record(*mine), record(*theirs), Tolerance())  # type: ignore[arg-type]


def test_means_and_deviations_of_what_calls_end_with() -> None:
    repeats = {0: comparison(0.4), 1: comparison(0.6, 0.7)}
    trained, evaluated = seeds.spreads(repeats)
    assert (trained.name, evaluated.name) == ("1 fit loss", "2 evaluate loss")
    assert trained.original == pytest.approx((0.5, 0.1414), abs=1e-4)
    assert trained.port[0] == pytest.approx(0.55) and trained.apart == pytest.approx(0.1)
    assert seeds.verdicts(repeats) == "1 of 2 seeds agree, not 1"


def test_the_worst_verdict_holds_and_all_is_shown() -> None:
    first = comparison(0.4)
    failed = Comparison("error", "simulator", notes=("it failed",))
    whole = first.with_repeats({0: first, 7: comparison(0.6, 0.7)})
    assert first.with_repeats({0: first, 1: failed}).verdict == "error"
    assert (first.verdict, whole.verdict) == ("agree", "differ")
    stream = io.StringIO()
    terminal.show(whole, Console(file=stream, width=100))
    text = stream.getvalue()
    assert "seed 7: first difference: call 1 (fit), epoch 2: loss" in text
    terminal.show(first.with_repeats({0: first, 1: failed}), Console(file=stream, width=100))
    assert "seed 1: it failed" in stream.getvalue()
    assert "1 of 2 seeds agree, not 7" in text and "0.5 ± 0.14" in text and "verdict: differ" in text
    assert "<h2>Seeds</h2>" in page.written("a.py", whole)
    found = seeds.as_json(whole.repeats)
    assert found["verdicts"] == {"0": "agree", "7": "differ"}
    assert found["results"][0]["largest_difference"] == pytest.approx(0.1)


def test_one_seed_and_results_that_only_one_side_has() -> None:
    alone = compare(record(fit()), record(), Tolerance())
    assert seeds.spreads({0: alone}) == []
    assert seeds.spreads({0: comparison(0.5)})[0].original == (0.5, 0.0)
