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


def call(fn: Any, args: Any, kwargs: Any) -> Any:
    return fn(*args, **kwargs)


def test_a_trace_is_that_of_another_call_too(tf: Any, tracing: Any) -> None:
    def doubled(pair: Any) -> Any:
        return {"name": "pair", "doubled": 2.0 * pair[0] + pair[1]}

    first, second = ((tf.constant(1.0), tf.constant(2.0)),), ((tf.constant(3.0), tf.constant(4.0)),)
    assert tracing.call_key(doubled, first, {}) == tracing.call_key(doubled, second, {})
    traced = tracing.TracedCall(call, doubled, first, {})
    again = traced.of(second, {})
    assert again.concrete is traced.concrete and traced.is_reusable
    assert [float(each(each.concrete)["doubled"]) for each in (traced, again)] == [4.0, 10.0]


def test_calls_that_are_told_apart(tf: Any, tracing: Any) -> None:
    def single(value: Any, factor: Any = 1) -> Any:
        return factor * value

    def other(value: Any) -> Any:
        return -value

    scalar, vector = tf.constant(1.0), tf.constant([1.0])
    keys = [
        tracing.call_key(single, (scalar,), {}),
        tracing.call_key(other, (scalar,), {}),
        tracing.call_key(single, (vector,), {}),
        tracing.call_key(single, (tf.constant(1),), {}),
        tracing.call_key(single, ((scalar,),), {}),
        tracing.call_key(single, (), {"value": scalar}),
    ]
    assert len(set(keys)) == len(keys) and None not in keys
    assert tracing.call_key(single, (scalar, 2), {}) is None  # a Python object may change
    assert tracing.call_key(print, (scalar,), {}) is None


def test_a_trace_that_is_of_one_place_only(tf: Any, tracing: Any) -> None:
    def noisy(value: Any) -> Any:
        return value + tf.random.normal([])

    def seeded(value: Any) -> Any:
        return value + tf.random.stateless_normal([], seed=(1, 2))

    def noisy_inside(value: Any) -> Any:
        return tf.cond(value > 0, lambda: noisy(value), lambda: value)

    for each in (noisy, seeded, noisy_inside):
        assert not tracing.TracedCall(call, each, (tf.constant(1.0),), {}).is_reusable

    @tf.function
    def outer(value: Any) -> Any:
        traced = tracing.TracedCall(call, lambda given: given + value, (tf.constant(1.0),), {})
        found.append(traced.is_reusable)
        return traced(traced.concrete)

    found: list[bool] = []
    assert float(outer(tf.constant(2.0))) == 3.0
    assert found == [False]
