"""Functions with code of their own, and order among operations."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_decorators_and_barriers_change_nothing(tf: Any, ipu: Any, run: Any) -> None:
    @ipu.outlined_function
    def double(value: Any) -> Any:
        return 2.0 * value

    @ipu.nn_ops.multi_conv(options={"a": "b"})
    def negative(value: Any) -> Any:
        return -value

    one, two = run(lambda: ipu.control_flow_ops.barrier([double(1.0), negative(2.0) * tf.constant(1.0)]))
    assert (float(one), float(two)) == (2.0, -2.0)
    with pytest.raises(TypeError, match="multi_conv `options` to be a `dict`"):
        ipu.nn_ops.multi_conv(lambda value: value, options=[1])(1.0)
