"""What schedules ask for: the same as `tests/simulator/ipu/test_pipelines.py` has it for the rules of the SDK."""

from __future__ import annotations

import pytest

from gpu2ipu.schedules import DEFAULT, SCHEDULES


@pytest.mark.parametrize(
    ("name", "stages", "accumulation", "together"),
    [
        ("grouped", 2, 4, 2),
        ("grouped", 4, 8, 4),
        ("interleaved", 2, 2, 2),
        ("interleaved", 4, 4, 4),
        ("sequential", 3, 1, 1),
        (DEFAULT, 1, 1, 1),
    ],
)
def test_the_counts_of_a_schedule(name: str, stages: int, accumulation: int, together: int) -> None:
    schedule = SCHEDULES[name]
    assert (schedule.accumulated_by(stages), schedule.round_of(stages)) == (accumulation, together)
