"""Python calls as functions of their tensors."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def tracing(tf: Any) -> Any:
    return importlib.import_module("gpu2ipu.simulator.compiler.tracing")


def test_a_call_with_tensors_among_other_arguments_and_results(tf: Any, tracing: Any) -> None:
    calls = []

    def run(fn: Any, args: Any, kwargs: Any) -> Any:
        calls.append((args, kwargs))
        return fn(*args, **kwargs)

    def scaled(pair: Any, name: str, scale: Any = 1) -> Any:
        return {"name": name, "sum": scale * (pair[0] + pair[1])}

    tensors = tf.constant([1.0, 2.0]), tf.constant(3.0)
    traced = tracing.TracedCall(run, scaled, (tensors, "total"), {"scale": 2})
    result = traced(traced.concrete)
    assert result["name"] == "total"
    np.testing.assert_array_equal(result["sum"], [8.0, 10.0])
    (((pair, name), kwargs),) = calls  # traced once, with other tensors
    assert (name, kwargs) == ("total", {"scale": 2}) and pair[0] is not tensors[0]
    assert traced(lambda *given: [given[1]])["sum"] is tensors[1]  # whatever computes the results


def test_one_trace_for_tensors_and_types(tf: Any, tracing: Any) -> None:
    made = []

    def counted(value: Any, offset: Any) -> Any:
        made.append(value.shape)
        return [value + tf.cast(offset, value.dtype)]

    concrete = tracing.trace(counted, [tf.TensorSpec([2], tf.float32), tf.constant(1)])
    np.testing.assert_array_equal(concrete(tf.constant([1.0, 2.0]), tf.constant(5))[0], [6.0, 7.0])
    assert made == [[2]]
    assert isinstance(tracing.name_of(concrete), str)
