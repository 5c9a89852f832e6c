"""The release that a script shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.rules.tf26.written_for import written_for


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("from tensorflow import keras\nloss = keras.losses.Hinge()", None),
        ("import keras\nfrom keras import ops", "3.0"),
        ("import keras\nx = keras.ops.mean(1)", "3.0"),
        ("import tensorflow as tf\ntf.keras.utils.set_random_seed(1)", "2.7"),
        ("import tensorflow as tf\no = tf.keras.optimizers.Adam(1e-3, weight_decay=0.1)", "2.11"),
        ("import tensorflow as tf\nl = tf.keras.layers.LeakyReLU(negative_slope=0.1)", "3.0"),
        (
            "import tensorflow as tf\nif hasattr(tf.keras.utils, 'f'):\n    tf.keras.utils.set_random_seed(1)",
            None,
        ),
        ("import tensorflow as tf\ntry:\n    f = tf.keras.ops.mean\nexcept AttributeError:\n    f = 1", None),
    ],
)
def test_the_release_that_a_script_shows(text: str, release: str | None) -> None:
    assert written_for(facts_of(parse(Path("train.py"), text))) == release
