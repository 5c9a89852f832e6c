"""Which options are proposed for a program that is too large for an IPU."""

from __future__ import annotations

from typing import Any

import pytest

from gpu2ipu.runner.run.out_of_memory import advice
from gpu2ipu.runner.run.record import RunCall
from tests.runner.run.test_terminal import MIB, PLAN, memory, stage

ALONE = {**PLAN, "accumulation": 1, "replicas": 1, "batch_size": 32}


def said(*stages: dict[str, int], kind: str = "fit", chip: str = "mk2", **plan: Any) -> str:
    words = advice(RunCall(kind, "net", 1, {**ALONE, **plan}, memory=memory(*stages)), chip)
    assert words is not None
    return words


def test_activations_want_smaller_micro_batches() -> None:
    words = said(stage(weights=10 * MIB, activations=160 * MIB, working=40 * MIB))
    assert words.startswith("what would help fit net, of which 200 of 210 MiB grow with the batch: ")
    # 10 for the weights, 10 for their accumulators, 200 / 4
    assert (
        "`gpu2ipu convert --gradient-accumulation 4` trains on micro-batches of 8, in about 70 MiB" in words
    )
    assert "--precision" not in words and "--pipeline-stages" not in words


def test_a_batch_that_is_split_already_is_split_further() -> None:
    row = stage(weights=10 * MIB, accumulators=10 * MIB, activations=90 * MIB)
    assert (
        "`gpu2ipu convert --gradient-accumulation 8` trains on micro-batches of 16, in about 65 MiB"
        in said(row, accumulation=4)
    )
    assert "`--precision mixed`" in said(row)


@pytest.mark.parametrize(("chip", "count"), [("mk2", 2), ("mk1", 16)])
def test_slots_leave_the_chip_when_gradients_are_accumulated(chip: str, count: int) -> None:
    row = stage(weights=20 * MIB, optimizer=30 * MIB, activations=60 * MIB)
    words = said(row, chip=chip)
    assert f"--gradient-accumulation {count}`" in words


def test_weights_want_more_ipus() -> None:
    words = said(stage(weights=90 * MIB, activations=20 * MIB))
    assert "--gradient-accumulation" not in words and "--precision" not in words
    assert words.endswith("`--pipeline-stages auto` splits the model over the fewest IPUs on which it fits")


def test_a_pipeline_recomputes() -> None:
    words = said(stage(0, 0, weights=MIB), stage(1, 1, weights=MIB, activations=160 * MIB), stages=2)
    assert words.index("--recompute") < words.index("--gradient-accumulation 4")
    assert words.endswith("on which it fits")


@pytest.mark.parametrize("kind", ["evaluate", "predict"])
def test_other_calls_want_smaller_batches(kind: str) -> None:
    words = said(stage(weights=10 * MIB, activations=160 * MIB), kind=kind)
    assert "`batch_size=8` takes about 50 MiB" in words and "--gradient-accumulation" not in words


def test_a_batch_that_cannot_be_split() -> None:
    for batch in (1, None):
        words = said(stage(weights=MIB, activations=160 * MIB), batch_size=batch)
        assert words.endswith("on which it fits") and "--gradient-accumulation" not in words


def test_activations_off_chip_need_no_room() -> None:
    row = stage(weights=10 * MIB, activations=160 * MIB, working=120 * MIB, off_chip=160 * MIB)
    assert ", of which 130 of 130 MiB" in said(row)


def test_programs_that_fit_or_are_unknown() -> None:
    fits = memory(stage(weights=99 * MIB))
    assert advice(RunCall("fit", "net", 1, ALONE, memory=fits), "mk2") is None
    large = memory(stage(weights=199 * MIB))
    assert advice(RunCall("run", "step", 1, memory=large), "mk2") is None
    assert advice(RunCall("fit", "net", 1, ALONE), "mk2") is None
