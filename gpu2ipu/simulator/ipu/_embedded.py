"""`strategy.run` inside of a `tf.function`: a program of its own, run whenever the host comes to it.

The SDK compiles what `run` calls as one engine and leaves the function around it, its loops and branches, to the host.
The engine has as many replicas as fit the device, as it has for a `run` in eager code. Source: the XLA context
around `IPUExtendedV1._call_for_each_replica`, graphcore/tensorflow, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

import os
from typing import Any, Callable

import tensorflow as tf

from gpu2ipu.simulator import events
from gpu2ipu.simulator.compiler.handles import outermost
from gpu2ipu.simulator.compiler.tracing import TracedCall

from . import _accumulation, _program, _replication, _stage_state
from ._errors import DRY, DeviceAborted, not_emulated

_WHAT = "`strategy.run` inside of a tf.function on several IPUs"


def trace(ipus: int, make: Callable[[], TracedCall]) -> tuple[TracedCall, int]:
    """The program that `make` traces for a device with so many IPUs, and how many replicas it has."""
    shards = 1
    while True:
        program = _program.TracedProgram(ipus, shards)
        try:
            with _program.entered(program):
                return make(), program.replicas
        except _program.MoreShards as more:
            shards = more.shards


def call(traced: TracedCall, replicas: int, state: _replication.Replicas) -> Any:
    """The result of a traced program in the graph that is being built: the first replica's, like all of its state."""
    concrete = traced.concrete
    captured = [outermost(tensor) for tensor in concrete.captured_inputs]
    if replicas == 1 and not _accumulation.is_hooked(captured) and not _stage_state.is_hooked(captured):
        result = traced(concrete)
    else:
        _refuse_unknown_state(captured)
        result = traced(lambda *tensors: _on_host(concrete, list(tensors), captured, replicas, state))
    if events.LISTENERS and _has_eager_code():
        _count_executions(result)
    return result


def _on_host(
    concrete: Any, tensors: list[Any], captured: list[Any], replicas: int, state: _replication.Replicas
) -> Any:
    """The results of a program that Python code runs, as it does for a `run` in eager code."""
    outer = [tensor for tensor in captured if not hasattr(tensor, "numpy")]
    stock = concrete._call_flat

    def run(*given: Any) -> list[Any]:
        values = iter(given[len(tensors) :])
        found = [tensor if hasattr(tensor, "numpy") else next(values) for tensor in captured]
        _stage_state.before_run(found)
        try:
            result = state.run(concrete, stock, list(given[: len(tensors)]), found, replicas)
        except tf.errors.OutOfRangeError:
            raise DeviceAborted(DRY) from None
        _accumulation.check_after_run(found)
        return list(tf.nest.flatten(result))

    with tf.init_scope():
        concrete.add_to_graph()  # in TensorFlow 2.6 eager code does not know a function that was made in a graph

    types = [tensor.dtype for tensor in concrete.outputs]
    if not types:
        tf.py_function(run, [*tensors, *outer], types)
        return []

    def forward(*given: Any) -> Any:
        made = zip(tf.py_function(run, given, types), concrete.outputs)
        return [tf.ensure_shape(value, like.shape) for value, like in made], _no_gradient

    return tf.custom_gradient(forward)(*tensors, *outer)


def _no_gradient(*upstream: Any, **variables: Any) -> Any:
    raise not_emulated(f"the gradient through {_WHAT}", ": compute it inside of what runs")


def _refuse_unknown_state(captured: list[Any]) -> None:
    """Raise NotEmulated where replicas could not have state of their own, or would wait for each other for ever."""
    if not _has_eager_code():
        raise not_emulated(
            "a program of TensorFlow 1 on several replicas", ": use eager code and `tf.function`s"
        )
    threads = tf.config.threading.get_inter_op_parallelism_threads() or os.cpu_count() or 1
    if threads < 2:
        why = ": call `tf.config.threading.set_inter_op_parallelism_threads(2)` before the first operation"
        raise not_emulated(f"{_WHAT} with one thread for operations", why)


def _has_eager_code() -> bool:
    return bool(tf.compat.v1.executing_eagerly_outside_functions())


def _count_executions(result: Any) -> None:
    """Count, in the graph that is being built, how often the program has run, and say where the count is."""
    count = _accumulation.state(lambda: tf.constant(0, tf.int64), "executions")
    done = [value for value in tf.nest.flatten(result, expand_composites=True) if tf.is_tensor(value)]
    with tf.control_dependencies(done):
        count.assign_add(1, read_value=False)

    def executions() -> int:
        with tf.init_scope():  # whoever listens may ask while another function is being traced
            return int(count.numpy())

    events.tell("embedded", executions=executions)
