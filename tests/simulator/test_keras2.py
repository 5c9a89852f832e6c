"""What a script sees of Keras 2."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_tf_keras_has_a_version(tf: Any) -> None:
    from tensorflow.python import ipu  # noqa: F401  # whose import gives it

    assert tf.keras.__version__.startswith("2.")
