"""Programs that are too large for an IPU are refused, and which IPU it is can be said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def limits(tf: Any) -> Iterator[Any]:
    from gpu2ipu.simulator.memory.limits import CHIPS, LIMITS

    yield LIMITS
    LIMITS.chip, LIMITS.allow_oom = CHIPS["mk2"], False


def fit(tf: Any, strategy: Any, optimizer: str = "adam") -> Any:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(5000, input_shape=(5000,), use_bias=False)])
        model.compile(optimizer, "mse")
    x = np.zeros((4, 5000), np.float32)
    return model.fit(x, x, batch_size=4, verbose=0)


def test_what_is_too_large_is_refused(tf: Any, strategy: Any, limits: Any) -> None:
    from gpu2ipu.simulator.memory.limits import CHIPS

    limits.chip = CHIPS["mk1"]  # 95 MiB of weights, the same for a gradient, twice that for Adam
    words = r"Out of memory on tile.* estimate .*38\d MiB .*optimizer 191 MiB.* Mk1 .*304 MiB.*--allow-oom"
    with pytest.raises(tf.errors.ResourceExhaustedError, match=words):
        fit(tf, strategy)
    assert fit(tf, strategy, "sgd").history["loss"] == [0.0]


def test_the_same_fits_a_larger_chip_or_is_let_pass(tf: Any, strategy: Any, limits: Any) -> None:
    from gpu2ipu.simulator.memory.limits import CHIPS

    for limits.chip in (CHIPS["mk2"], CHIPS["bow"]):
        assert fit(tf, strategy).history["loss"] == [0.0]
    limits.chip, limits.allow_oom = CHIPS["mk1"], True
    assert fit(tf, strategy).history["loss"] == [0.0]


def test_sizes_of_chips(tf: Any) -> None:
    from gpu2ipu.simulator.memory.limits import CHIPS

    sizes = {name: chip.memory() for name, chip in CHIPS.items()}
    assert sizes == {"mk1": 304 << 20, "mk2": 897 << 20, "bow": 897 << 20}
    assert CHIPS["mk2"].memory(io_tiles=32) == (1472 - 32) * 638976
