"""Gradients that are captured on their way."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_captured_gradients(tf: Any, ipu: Any, run: Any) -> None:
    from tensorflow.python.ipu.eager import backprop

    def program() -> Any:
        x = tf.constant(3.0)
        with backprop.GradientCaptureTape() as tape:
            tape.watch(x)
            loss = ipu.grad_util_ops.capture_upstream_gradients(x * x, tag="square") * 5.0
        gradient = tape.gradient(loss, x)
        return gradient, tape.captured_gradients["square"][0]

    gradient, captured = run(program)
    assert (float(gradient), float(captured)) == (30.0, 5.0)
    assert backprop.num_gradient_collection_tapes() == 0
    with pytest.raises(ValueError, match="captured_gradients is read only"):
        backprop.GradientCaptureContext().captured_gradients = {}
