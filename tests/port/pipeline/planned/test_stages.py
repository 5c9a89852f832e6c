"""Stages of a plan, and of those that it would have if some layers stay together."""

from __future__ import annotations

from dataclasses import replace

from gpu2ipu.port.pipeline.planned.stages import PlannedStages, filled, stages_of_parts
from tests.port.pipeline.planned.plans import layer, model, plan

CALLS = [layer(f"layer{number}", number, flops=flops) for number, flops in enumerate((4, 1, 1, 5), start=1)]
MODEL = model((9,), CALLS[:2], CALLS[2:])


def test_parts_within_stages_keep_the_plan() -> None:
    assert stages_of_parts(plan(MODEL), MODEL, [[0, 1], [2], [3], []]) == PlannedStages((0, 0, 1, 1))


def test_parts_across_stages_move_the_cut_to_the_best_place_that_is_left() -> None:
    moved = PlannedStages((0, 1, 1, 1), is_moved=True)
    assert stages_of_parts(plan(MODEL), MODEL, [[0], [1, 2, 3]]) == moved
    assert stages_of_parts(plan(MODEL), MODEL, [[0], [2, 1], [3]]) == PlannedStages(
        (0, 0, 0, 1), is_moved=True
    )
    assert stages_of_parts(plan(MODEL), MODEL, [[0, 3], [1], [2]]) is None


def test_moved_stages_may_be_too_large() -> None:
    # a plan fills 2 of 3 bytes, and three layers have 3
    tight = replace(plan(MODEL), capacity=3)
    found = stages_of_parts(tight, MODEL, [[0], [1, 2, 3]])
    assert found is not None and (found.is_moved, found.fits) == (True, False)


def test_what_has_no_layers_goes_with_what_is_before_it() -> None:
    assert filled([set(), {0}, set(), {1}, {0}, set()]) == [0, 0, 0, 1, 0, 0]
