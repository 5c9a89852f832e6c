"""What captured tensors stand for, and what handles tell of variables."""

from __future__ import annotations

import gc
import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def handles(tf: Any) -> Any:
    return importlib.import_module("gpu2ipu.simulator.compiler.handles")


def test_the_outermost_tensor(tf: Any, handles: Any) -> None:
    eager = tf.constant([1.0, 2.0])
    found: list[Any] = []

    @tf.function  # type: ignore[untyped-decorator]
    def outer(given: Any) -> Any:
        @tf.function  # type: ignore[untyped-decorator]
        def inner() -> Any:
            captured = tf.identity(eager).op.inputs[0], tf.identity(given).op.inputs[0]
            found.extend(map(handles.outermost, captured))
            return given + eager

        return inner()

    outer(tf.zeros(2))
    assert found[0] is eager
    assert found[1].op.type == "Placeholder" and not hasattr(found[1], "numpy")  # of the outer function
    assert handles.outermost(eager) is eager


def test_what_a_handle_tells_of_its_variable(tf: Any, handles: Any) -> None:
    variable = tf.Variable([[1, 2, 3]], dtype="int32")
    assert handles.variable_spec(variable.handle) == tf.TensorSpec([1, 3], "int32")
    np.testing.assert_array_equal(handles.read_variable(variable.handle), [[1, 2, 3]])
    queue = tf.queue.FIFOQueue(1, ["float32"], shapes=[[]])
    assert handles.variable_spec(queue.queue_ref) is None
    assert handles.variable_spec(tf.constant(1)) is None


def test_what_is_noted_on_a_handle(tf: Any, handles: Any) -> None:
    weight, total = tf.Variable([1.0]), tf.Variable([5.0], trainable=False)
    assert handles.accumulated_weight(total.handle) is None and not handles.is_of_program(total.handle)
    handles.accumulate_for(total, weight)
    handles.give_to_program(total)
    handle = total.handle
    del total
    gc.collect()
    assert handles.accumulated_weight(handle) == id(weight.handle) and handles.is_of_program(handle)
    np.testing.assert_array_equal(handles.read_variable(handle), [5.0])  # which has been kept
