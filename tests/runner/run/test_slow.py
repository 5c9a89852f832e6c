"""Which calls are told to be slow, and what is proposed."""

from __future__ import annotations

from typing import Any

import pytest

from gpu2ipu.runner.run.record import RunCall
from gpu2ipu.runner.run.slow import warnings

PLAN = {"steps": 500, "batch_size": 2, "replicas": 1, "executions": 1, "steps_per_execution": 500}


def told(kind: str, validation: dict[str, Any] | None = None, **plan: Any) -> list[str]:
    return list(warnings([RunCall(kind, "net", 1, {**PLAN, **plan}, validation)]))


@pytest.mark.parametrize(
    ("plan", "proposed"),
    [
        ({}, "`batch_size=250` divides its 1,000 samples, too"),
        ({"steps": 509, "batch_size": 1}, None),
        ({"steps": 512, "replicas": 2}, "`batch_size=256`"),
    ],
)
@pytest.mark.parametrize("kind", ["evaluate", "predict"])
def test_tiny_batches(kind: str, plan: dict[str, Any], proposed: str | None) -> None:
    (sentence,) = told(kind, **plan)
    assert sentence.startswith(f"warning: call 1 ({kind}) takes {plan.get('steps', 500)} batches of ")
    assert "divides" not in sentence if proposed is None else proposed in sentence


@pytest.mark.parametrize(
    "plan", [{"batch_size": 8}, {"steps": 99}, {"batch_size": 4, "replicas": 2}, {"batch_size": None}]
)
def test_batches_that_are_large_enough_or_few(plan: dict[str, Any]) -> None:
    assert not told("evaluate", **plan)


def test_a_validation_in_tiny_batches() -> None:
    (sentence,) = told("fit", validation={**PLAN, "batch_size": 1})
    assert "the validation of call 1" in sentence and "`validation_batch_size=250`" in sentence


def test_many_executions() -> None:
    (sentence,) = told("fit", executions=250, steps_per_execution=2)
    assert (
        "takes 250 executions an epoch" in sentence and "steps_per_execution=500)` makes it one" in sentence
    )
    assert not told("fit", executions=10, steps_per_execution=50)


def test_programs_that_are_started_for_each_batch() -> None:
    assert not list(warnings([RunCall("run", "step", runs=999)]))
    (sentence,) = warnings([RunCall("run", "step", runs=5000)])
    assert "call 1 (run) starts `step` 5,000 times" in sentence and "--device-loop" in sentence
