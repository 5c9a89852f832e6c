"""Models in a recorded run: an original takes the steps of its port's schedule, and no other."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def model_with(tf: Any, rate: Any) -> Any:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(rate), "mse")
    return model


def test_fewer_steps_are_taken(tf: Any) -> None:
    from gpu2ipu.simulator.recording.models import schedule_of, take_schedule

    schedules = tf.keras.optimizers.schedules
    mine, port = (model_with(tf, schedules.CosineDecay(0.1, steps)) for steps in (15, 12))
    (note,) = take_schedule(mine, schedule_of(port))
    assert note.endswith("decay_steps 12 instead of 15")
    assert schedule_of(mine) == schedule_of(port)
    assert take_schedule(mine, schedule_of(port)) == []

    other = model_with(tf, schedules.CosineDecay(0.2, 9))  # another rate is a difference
    assert take_schedule(mine, schedule_of(other)) == [] and schedule_of(mine) == schedule_of(port)
    assert schedule_of(model_with(tf, 0.1)) is None
    drops = model_with(tf, schedules.PiecewiseConstantDecay([22, 33], [0.1, 0.01, 0.001]))
    port = model_with(tf, schedules.PiecewiseConstantDecay([20, 30], [0.1, 0.01, 0.001]))
    assert "boundaries [20, 30] instead of [22, 33]" in take_schedule(drops, schedule_of(port))[0]


def test_fewer_steps_are_taken_by_a_schedule_of_the_script(tf: Any) -> None:
    from gpu2ipu.simulator.recording.models import schedule_of, take_schedule

    class Falling(tf.keras.optimizers.schedules.LearningRateSchedule):  # type: ignore[misc]
        def __init__(self, rate: float, steps: int) -> None:
            self.rate, self.steps, self.shape = rate, steps, tf.cast

        def __call__(self, step: Any) -> Any:
            return self.rate * (1 - tf.cast(step, tf.float32) / self.steps)

    class Silent(Falling):
        def get_config(self) -> Any:
            return {}

    silent, its_port = (model_with(tf, Silent(0.5, steps)) for steps in (24, 21))
    assert take_schedule(silent, schedule_of(its_port))[0].endswith("steps 21 instead of 24")
    mine, port, other = (model_with(tf, Falling(*of)) for of in ((0.5, 24), (0.5, 21), (0.25, 21)))
    assert take_schedule(mine, schedule_of(other)) == []
    (note,) = take_schedule(mine, schedule_of(port))
    assert note.endswith("steps 21 instead of 24")
    assert float(mine.optimizer.learning_rate(21)) == 0


def test_a_schedule_with_settings_that_cannot_be_written(tf: Any) -> None:
    from gpu2ipu.simulator.recording.models import schedule_of

    class Constant(tf.keras.optimizers.schedules.LearningRateSchedule):  # type: ignore[misc]
        def __call__(self, step: Any) -> Any:
            return 0.1

        def get_config(self) -> Any:
            return {"by": self}

    assert schedule_of(model_with(tf, Constant())) == {"class": "Constant", "config": {}}


def test_reading_the_learning_rate_does_not_take_its_variable_off_the_ipu(tf: Any, strategy: Any) -> None:
    from gpu2ipu.simulator.recording.models import learning_rate

    optimizer = tf.keras.optimizers.SGD(0.25)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(optimizer, "mse", steps_per_execution=2)
    assert learning_rate(model) == 0.25
    model.fit(tf.ones((8, 3)), tf.ones((8, 1)), batch_size=4, verbose=0)
