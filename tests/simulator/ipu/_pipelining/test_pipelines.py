"""How often a pipeline of some layout runs in a row, and which layouts there are."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def pipelines(ipu: Any) -> Any:
    return importlib.import_module("tensorflow.python.ipu._pipelining.pipelines")


@pytest.mark.parametrize(
    "schedule, devices, training, multiple",
    [
        ("Grouped", [0, 1], True, 4),
        ("Grouped", [0, 1], False, 2),
        ("Grouped", [0, 1, 2, 3], True, 8),
        ("Grouped", [0, 1, 1, 0], True, 8),
        ("Interleaved", [0, 1], True, 2),
        ("Interleaved", [0, 1, 2, 3], True, 4),
        ("Interleaved", [0, 1, 2, 3], False, 4),
        ("Interleaved", [0, 1, 0], False, 1),
        ("Sequential", [0, 1, 2], True, 1),
    ],
)
def test_counts(
    tf: Any, pipelines: Any, schedule: str, devices: list[int], training: bool, multiple: int
) -> None:
    for count in range(1, 4 * multiple + 1):
        if count % multiple == 0:
            pipelines.check_count(count, devices, schedule, training)
        else:
            with pytest.raises(
                tf.errors.FailedPreconditionError, match=f"must be a multiple of {multiple}, but it is"
            ):
                pipelines.check_count(count, devices, schedule, training)


@pytest.mark.parametrize("training, least", [(True, 6), (False, 4)])
def test_counts_with_io_tiles(tf: Any, ipu: Any, pipelines: Any, training: bool, least: int) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.io_tiles.num_io_tiles = 32
    config.configure_ipu_system()
    pipelines.check_count(least, [0, 1], "Grouped", training)
    pipelines.check_count(least + 1, [0, 1], "Grouped", training)
    with pytest.raises(
        tf.errors.FailedPreconditionError, match=f"must be at least {least}, but it is {least - 1}"
    ):
        pipelines.check_count(least - 1, [0, 1], "Grouped", training)


def test_no_count_at_all(tf: Any, pipelines: Any) -> None:
    with pytest.raises(tf.errors.FailedPreconditionError, match="must be at least 4, but it is 0"):
        pipelines.check_count(0, [0, 1], "Grouped", True)


def test_interleaved_training_has_an_ipu_a_stage(pipelines: Any) -> None:
    pipelines.check_layout(3, [0, 1, 0], "Interleaved", training=False)
    pipelines.check_layout(3, [0, 1, 0], "Grouped", training=True)
    with pytest.raises(NotImplementedError, match="multiple pipeline stages on the same device"):
        pipelines.check_layout(3, [0, 1, 0], "Interleaved", training=True)


@pytest.mark.parametrize(
    "schedule, mode, fits",
    [
        ("Grouped", "Auto", True),
        ("Grouped", "RecomputeThenBackpropagate", True),
        ("Grouped", "RecomputeAndBackpropagateInterleaved", True),
        ("Interleaved", "RecomputeThenBackpropagate", True),
        ("Interleaved", "RecomputeAndBackpropagateInterleaved", False),
        ("Sequential", "RecomputeThenBackpropagate", False),
        ("Sequential", "RecomputeAndBackpropagateInterleaved", True),
    ],
)
def test_recomputation(tf: Any, pipelines: Any, schedule: str, mode: str, fits: bool) -> None:
    if fits:
        pipelines.check_recomputation(schedule, mode)
    else:
        with pytest.raises(tf.errors.UnimplementedError, match="does not support"):
            pipelines.check_recomputation(schedule, mode)


@pytest.mark.parametrize(
    "devices, ipus", [([0], 1), ([0, 1], 2), ([0, 1, 2], 4), ([0, 0], 1), ([3, 0], 4), (range(5), 8)]
)
def test_ipus_of_a_replica(pipelines: Any, devices: Any, ipus: int) -> None:
    assert pipelines.shards_of(devices) == ipus
