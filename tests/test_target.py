"""The system that a port is for."""

from __future__ import annotations

from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.target import Target


def test_without_options_a_port_is_for_one_ipu() -> None:
    assert Target.of(Config()) == Target()
    assert (Target().ipus, Target().replicas, Target().gradient_accumulation, Target().stages) == (1, 1, 1, 1)


@pytest.mark.parametrize(("stages", "ipus"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (16, 16)])
def test_a_device_has_a_power_of_two_of_ipus(stages: int, ipus: int) -> None:
    target = Target.of(Config(pipeline_stages=stages))
    assert (target.stages, target.ipus) == (stages, ipus)


def test_the_sdk_is_that_of_the_options() -> None:
    assert Target.of(Config(sdk="2.6")) == Target(sdk="2.6")


@pytest.mark.parametrize(
    ("options", "batch", "accumulation"),
    [
        ({}, 64, 1),
        ({"gradient_accumulation": 8}, None, 8),
        ({"micro_batch": 8}, 64, 8),
        ({"micro_batch": 8}, None, None),
        ({"micro_batch": 64}, 32, 1),
        ({"pipeline_stages": 2}, 64, 4),
        ({"pipeline_stages": 2}, None, 4),
        ({"pipeline_stages": 2}, 72, 4),
        ({"pipeline_stages": 3}, 24, 6),
        ({"pipeline_stages": 2}, 24, 4),
        ({"pipeline_stages": 4}, 100, 8),  # nothing that suits divides it
        ({"pipeline_stages": 3, "micro_batch": 4}, 64, 18),
        ({"pipeline_stages": 2, "gradient_accumulation": 8}, 64, 8),
        ({"pipeline_stages": 3, "schedule": "interleaved"}, 24, 3),
        ({"pipeline_stages": 3, "schedule": "interleaved", "micro_batch": 4}, 64, 15),
        ({"pipeline_stages": 3, "schedule": "sequential"}, 64, 1),
        ({"pipeline_stages": 3, "schedule": "sequential", "micro_batch": 16}, 64, 4),
    ],
)
def test_the_micro_batches_of_a_batch(
    options: dict[str, Any], batch: int | None, accumulation: int | None
) -> None:
    target = Target.of(Config(**options))
    assert target.accumulation_of(batch) == accumulation
    assert target.splits_batches is bool(options)


@pytest.mark.parametrize(
    ("options", "batch", "accumulation"),
    [
        ({"replicas": 2}, 64, 1),
        ({"replicas": 2, "micro_batch": 8}, 64, 4),
        ({"replicas": 2, "gradient_accumulation": 4}, 64, 4),
        ({"replicas": 2, "pipeline_stages": 2}, 64, 4),
        ({"replicas": 4, "pipeline_stages": 2}, 96, 4),
        ({"replicas": 4, "pipeline_stages": 3}, 96, 6),
    ],
)
def test_the_micro_batches_of_one_replica(options: dict[str, int], batch: int, accumulation: int) -> None:
    target = Target.of(Config(**options))  # type: ignore[arg-type]
    assert target.accumulation_of(batch) == accumulation
    assert target.splits_batches
    assert target.inference_round == options["replicas"] * target.stages


def test_the_ipus_of_all_replicas() -> None:
    target = Target.of(Config(pipeline_stages=3, replicas=2))
    assert (target.ipus, target.without_pipeline.ipus, target.with_replicas(1).ipus) == (8, 2, 4)


def test_a_model_without_stages_needs_no_pipeline() -> None:
    assert Target.of(Config(pipeline_stages=4)).without_pipeline == Target()
    target = Target.of(Config(pipeline_stages=4, micro_batch=8)).without_pipeline
    assert (target.gradient_accumulation, target.micro_batch, target.ipus) == (None, 8, 1)
    assert Target.of(Config(pipeline_stages=4, recompute=True)).without_pipeline == Target()


@pytest.mark.parametrize(("schedule", "together"), [("grouped", 3), ("interleaved", 3), ("sequential", 1)])
def test_the_batches_that_an_evaluation_takes_together(schedule: str, together: int) -> None:
    assert Target.of(Config(pipeline_stages=3, schedule=schedule)).inference_round == together
