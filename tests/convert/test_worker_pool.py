"""Real workers, one of which dies."""

from __future__ import annotations

import os

import pytest

from gpu2ipu.convert.worker_pool import each


def work(item: int) -> str:
    """The item as text; a negative one ends its worker."""
    if item < 0:
        os._exit(3)
    return str(item)


def failed(item: int, sentence: str) -> str:
    return f"{item}: {sentence.partition(':')[0]}"


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(each(work, failed, range(5), jobs)) == ["0", "1", "2", "3", "4"]


def test_a_worker_that_dies_costs_only_its_item() -> None:
    assert list(each(work, failed, [1, -2, 3, -4, 5], 2)) == [
        "1",
        "-2: internal error",
        "3",
        "-4: internal error",
        "5",
    ]


def test_the_rest_is_dropped_when_nobody_asks_for_it() -> None:
    results = each(work, failed, range(100), 1)
    assert next(results) == "0"
    results.close()  # type: ignore[attr-defined]
