"""`strategy.run` inside a `tf.function`: a program of its own, embedded in a function that the host runs.

The SDK compiles what `run` calls to one engine; the host runs the enclosing function with its loops and branches. The
engine has as many replicas as fit on the device, as for a `run` in eager code. Source: the XLA context around
`IPUExtendedV1._call_for_each_replica`, graphcore/tensorflow, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

import os
from typing import Any, Callable

import tensorflow as tf

from gpu2ipu.simulator import events
from gpu2ipu.simulator.compiler.handles import outermost
from gpu2ipu.simulator.compiler.tracing import TracedCall

from .._errors import DRY, DeviceAborted, not_emulated
from .._pipelining import stage_state
from . import accumulation, program, replication

_WHAT = "`strategy.run` inside a tf.function on several IPUs"


def trace(ipus: int, make: Callable[[], TracedCall]) -> tuple[TracedCall, int]:
    """Trace the program of `make` for a device with so many IPUs, and return it with its number of replicas."""
    shards = 1
    while True:
        traced = program.TracedProgram(ipus, shards)
        try:
            with program.entered(traced):
                return make(), traced.replicas
        except program.MoreShards as more:
            shards = more.shards


def call(traced: TracedCall, replicas: int, state: replication.Replicas) -> Any:
    """Call a traced program in the current graph, and return the result of the first replica.

    Raises NotEmulated if it needs Python code on the host where there is none, or too few threads.
    """
    concrete = traced.concrete
    captured = [outermost(tensor) for tensor in concrete.captured_inputs]
    if replicas == 1 and not accumulation.is_hooked(captured) and not stage_state.is_hooked(captured):
        result = traced(concrete)
    else:
        _refuse_unknown_state(captured)
        result = traced(lambda *tensors: _on_host(concrete, list(tensors), captured, replicas, state))
    if events.LISTENERS and _has_eager_code():
        _count_executions(result)
    return result


def _on_host(
    concrete: Any, tensors: list[Any], captured: list[Any], replicas: int, state: replication.Replicas
) -> Any:
    """Return the results of a program that Python code on the host runs, as for a `run` in eager code."""
    outer = [tensor for tensor in captured if not hasattr(tensor, "numpy")]
    stock = concrete._call_flat

    def run(*given: Any) -> list[Any]:
        values = iter(given[len(tensors) :])
        found = [tensor if hasattr(tensor, "numpy") else next(values) for tensor in captured]
        stage_state.before_run(found)
        try:
            result = state.run(concrete, stock, list(given[: len(tensors)]), found, replicas)
        except tf.errors.OutOfRangeError:
            raise DeviceAborted(DRY) from None
        accumulation.check_after_run(found)
        return list(tf.nest.flatten(result))

    with tf.init_scope():
        concrete.add_to_graph()  # in TensorFlow 2.6 eager code does not know a function that was created in a graph

    types = [tensor.dtype for tensor in concrete.outputs]
    if not types:
        tf.py_function(run, [*tensors, *outer], types)
        return []

    def forward(*given: Any) -> Any:
        made = zip(tf.py_function(run, given, types), concrete.outputs)
        return [tf.ensure_shape(value, like.shape) for value, like in made], _no_gradient

    return tf.custom_gradient(forward)(*tensors, *outer)


def _no_gradient(*upstream: Any, **variables: Any) -> Any:
    raise not_emulated(f"the gradient through {_WHAT}", ": compute it inside the function that `run` calls")


def _refuse_unknown_state(captured: list[Any]) -> None:
    """Raise NotEmulated if replicas could not have state of their own, or would deadlock."""
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
    """Count in the current graph how often the program has run, and send the count as an event."""
    count = accumulation.state(lambda: tf.constant(0, tf.int64), "executions")
    done = [value for value in tf.nest.flatten(result, expand_composites=True) if tf.is_tensor(value)]
    with tf.control_dependencies(done):
        count.assign_add(1, read_value=False)

    def executions() -> int:
        with tf.init_scope():  # a listener may ask while another function is being traced
            return int(count.numpy())

    events.tell("embedded", executions=executions)
