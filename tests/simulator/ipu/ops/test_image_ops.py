"""Images that are normalised on the device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


def test_normalised_images(tf: Any, ipu: Any, run: Any) -> None:
    image = np.full((1, 2, 2, 3), 100, np.uint8)
    done = run(
        lambda: ipu.image_ops.normalise_image(tf.constant(image), [0.1, 0.2, 0.3], [1.0, 2.0, 4.0], 0.01)
    )
    assert done.dtype == np.float16
    np.testing.assert_allclose(done[0, 0, 0], [0.9, 1.6, 2.8, 0.0], rtol=1e-2)
    with pytest.raises(TypeError, match="must be either float16, float32 or uint8"):
        ipu.image_ops.normalise_image(tf.constant([[1, 2, 3]]), 0.0, 1.0)
