"""Loops of a script's own are cut by what they do: steps, epochs, and those that are left as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


class Script:
    """Stands for a script, and for the recorder that counts what it trains."""

    def __init__(self, loop_limits: Any, levels: list[tuple[int, int]] | None = None, **limits: int) -> None:
        self.module = loop_limits
        self.idle = True
        self.done: list[list[int]] = []
        self.limits = loop_limits.LoopLimits(
            loop_limits.TrainingLimits(**limits), self.progress, lambda: self.idle, levels
        )

    def progress(self) -> list[Any]:
        return [self.module.Trained(*each) for each in self.done]

    def each(self, iterable: Any) -> Any:
        return self.limits.watch(iterable)

    def data(self, size: int) -> Iterator[int]:
        for number in range(size):
            self.limits.read()
            yield number

    def train(self, steps: int = 1, model: int = 0, rows: int = 10, compiled: bool = False) -> None:
        while len(self.done) <= model:
            self.done.append([0, 0, 0])
        self.done[model] = [self.done[model][0] + steps, self.done[model][1] + rows * steps, compiled]

    @property
    def steps(self) -> list[int]:
        return [steps for steps, _, _ in self.done]


@pytest.fixture
def script(tf: Any) -> Any:
    import functools

    from gpu2ipu.simulator.recording import loop_limits

    return functools.partial(Script, loop_limits)


@pytest.mark.parametrize(
    ("limits", "epochs", "steps"),
    [
        ({}, 4, 24),
        ({"epochs": 3}, 3, 18),
        ({"steps": 2}, 4, 8),
        ({"samples": 25}, 4, 8),
        ({"samples": 3}, 4, 4),
        ({"steps": 3, "samples": 25, "epochs": 2}, 2, 4),
        ({"steps": 6, "epochs": 4}, 4, 24),
    ],
)
@pytest.mark.parametrize("over", ["data", "range"])
def test_epochs_of_steps(script: Any, limits: dict[str, int], epochs: int, steps: int, over: str) -> None:
    run = script(**limits)
    passes = 0
    for _ in run.each(range(4)):
        for _ in run.each(run.data(6) if over == "data" else range(6)):
            run.train()
        for _ in run.each(run.data(9)):  # validation is never cut
            passes += 1
    assert (passes, run.steps) == (9 * epochs, [steps])
    assert run.limits.levels() == [(1, 1), (1, 2)]
    assert list(run.limits.notes()) == []


def test_folds_are_all_run(script: Any) -> None:
    run = script(epochs=1, steps=1)
    for _ in run.each("abc"):
        for _ in run.each(range(4)):
            for _ in run.each(range(6)):
                run.train()
    assert run.steps == [3]


def test_loops_within_a_step_are_a_part_of_it(script: Any) -> None:
    run = script(epochs=2, steps=3)
    for _ in run.each(range(4)):
        for _ in run.each(enumerate(run.data(6))):
            for _ in run.each(range(5)):
                run.train(model=0)
            run.train(model=1)
    assert run.steps == [2 * 3 * 5, 2 * 3]


def test_a_step_may_train_several_models_and_one_of_them_twice(script: Any) -> None:
    run = script(epochs=2, steps=3)
    for _ in run.each(range(9)):
        run.train(model=0)
        run.train(model=0)
        run.train(model=1)
    assert run.steps == [6, 3]
    assert run.limits.levels() == [(1, 1), (2, 1)]


def test_batches_that_keras_trains_are_steps(script: Any) -> None:
    run = script(epochs=2, samples=64)
    trained = 0
    for _ in run.each(range(4)):
        for _ in run.each(range(6)):
            run.limits.trained_on_batch(32)
            trained += 1
    assert trained == 4


def test_many_steps_in_compiled_code_are_an_epoch(script: Any) -> None:
    run = script(epochs=2, steps=3)
    for _ in run.each(range(9)):
        run.train(steps=50, compiled=True)
    assert run.steps == [100]
    assert run.limits.levels() == [(1, 2)]
    assert list(run.limits.notes()) == [
        "--steps 3 has not shortened 100 of the 100 steps of custom training loops: they are not in a loop over steps "
        "that can be ended early"
    ]


def test_the_original_cuts_what_the_port_could(script: Any) -> None:
    run = script(levels=[(1, 2), (2, 1), (2, 2)], epochs=2, steps=3)
    for model in (0, 1):
        for _ in run.each(range(4)):
            for _ in run.each(run.data(6)):
                run.train(model=model)
    assert run.steps == [12, 6]


def test_steps_outside_of_such_loops_are_told(script: Any) -> None:
    run = script(epochs=1, samples=5)
    for _ in run.each(range(7)):
        run.train()
    for _ in range(4):
        run.train()
    first, second = run.limits.notes()
    assert "--samples 5 has not shortened 4 of the 5 steps" in first and "a loop over steps" in first
    assert "--epochs 1 has not shortened 5 of the 5 steps" in second and "a loop over epochs around" in second


def test_a_single_step_outside_is_nothing_to_speak_of(script: Any) -> None:
    run = script(epochs=1, steps=1, samples=1)
    run.train()
    assert list(run.limits.notes()) == []


def test_loops_that_are_left_count_no_further(script: Any) -> None:
    run = script(steps=2)
    for _ in run.each(range(3)):
        for number in run.each(range(6)):
            run.train()
            if number == 0:
                break
    assert run.steps == [3]
    with pytest.raises(KeyError):
        for _ in run.each(range(3)):
            for _ in run.each(range(6)):
                raise KeyError
    for _ in run.each(range(6)):
        run.train()
    assert run.steps == [5]


def test_what_runs_inside_keras_or_elsewhere_is_not_touched(script: Any) -> None:
    import threading

    run = script(steps=1)
    items = range(3)
    run.idle = False
    assert run.each(items) is items
    run.idle = True
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(run.each(items)))
    thread.start()
    thread.join()
    assert found[0] is items
    with pytest.raises(TypeError, match="not iterable"):
        run.each(3)
