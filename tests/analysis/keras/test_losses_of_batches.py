"""Losses that are computed from whole batches."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.batch_metrics import batch_losses
from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from tests.analysis.evaluated import script_of

HEAD = """
def dice(t, p):
    return 1 - 2 * tf.reduce_sum(t * p) / tf.reduce_sum(t + p)
def squares(t, p):
    return tf.reduce_sum(tf.square(t - p), axis=-1)
summed = keras.losses.MeanSquaredError(reduction="sum")
model = keras.Sequential([layers.Dense(1)])
"""


@pytest.mark.parametrize(
    ("loss", "names"),
    [
        ("'mse'", ()),
        ("squares", ()),
        ("dice", ("dice",)),
        ("summed", ("MeanSquaredError",)),
        ("keras.losses.Huber(1.0, tf.keras.losses.Reduction.SUM)", ("Huber",)),
        ("keras.losses.Huber(reduction=keras.losses.Reduction.SUM_OVER_BATCH_SIZE)", ()),
        ("keras.losses.Huber()", ()),
        ("['mse', summed]", ("MeanSquaredError",)),
        ("{'a': dice, 'b': summed}", ("MeanSquaredError", "dice")),
    ],
)
def test_losses_of_whole_batches(loss: str, names: tuple[str, ...]) -> None:
    script = script_of(f"{HEAD}model.compile('sgd', {loss})\nmodel.fit(x, y)")
    (fit_call,) = fit_calls_of(script)
    assert batch_losses(fit_call) == names
