"""Seeds of a recorded run."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_weights_take_nothing_of_python_s_random_numbers(tf: Any) -> None:
    from gpu2ipu.simulator.recording.randomness import seed_everything

    seed_everything(3)
    before = random.getstate()
    tf.keras.layers.Dense(2).build((None, 3))
    assert random.getstate() == before
