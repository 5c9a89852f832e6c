"""Gradient accumulation and the following update, for optimizers and pipelines."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf

from .._device import accumulation
from .._errors import refuse_others

__all__ = [
    "accumulate_gradients",
    "accumulate_tagged_gradients",
    "create_resource_update",
    "get_accumulator_dtype",
]

#: Attribute of a graph: the accumulators of the program that no update has used yet.
_OPEN = "_ipu_open_accumulators"

get_accumulator_dtype = accumulation.accumulator_dtype


def accumulate_gradients(
    grads_and_vars: Any,
    gradient_accumulation_dtype: Any,
    accum_scale: Any = 1.0,
    grad_scale: Any = None,
    create_accumulator_from_shape: bool = False,
) -> list[tuple[Any, Any]]:
    """Add each gradient to an accumulator of its own, and return the pairs with sums instead of gradients."""
    pairs = []
    for gradient, variable in grads_and_vars:
        if gradient is not None:
            dtype = accumulation.accumulator_dtype(variable, gradient_accumulation_dtype)
            accumulator = accumulation.Accumulator(variable.shape, dtype, variable)
            _open_accumulators().append(accumulator)
            gradient = accumulator.add(tf.convert_to_tensor(gradient), accum_scale, grad_scale)
        pairs.append((gradient, variable))
    return pairs


def accumulate_tagged_gradients(
    tagged_grads: dict[str, list[Any]],
    gradient_accumulation_dtype: Any,
    accum_scale: Any = 1.0,
    grad_scale: Any = None,
) -> dict[str, list[Any]]:
    """Accumulate captured gradients, lists of them by tag, as `accumulate_gradients` does."""
    return {
        tag: [
            total
            for total, _ in accumulate_gradients(
                [(gradient, gradient) for gradient in gradients],
                gradient_accumulation_dtype,
                accum_scale,
                grad_scale,
            )
        ]
        for tag, gradients in tagged_grads.items()
    }


def create_resource_update(
    fn: Callable[[Any], Any],
    name: str,
    control_outputs: list[Any],
    offload_weight_update_variables: bool | None,
    replicated_optimizer_state_sharding: bool | None,
    gradient_accumulation_count: int,
    countdown: accumulation.Countdown | None = None,
) -> Any:
    """Call `fn` in every `gradient_accumulation_count`-th step of the loop, and reset the accumulators then.

    `fn` adds its operations to `control_outputs`; a caller that needs to know the step passes its `countdown`. Raises
    FailedPreconditionError outside of loops, and if the count does not divide the steps of the loop; ValueError for
    sharding without offloading.
    """
    check_offloading(offload_weight_update_variables, replicated_optimizer_state_sharding)
    accumulation.require_loop(gradient_accumulation_count)
    countdown = countdown or accumulation.Countdown(gradient_accumulation_count)
    accumulators = list(_open_accumulators())
    _open_accumulators().clear()

    def update() -> Any:
        fn(gradient_accumulation_count)
        with tf.control_dependencies([made for made in control_outputs if made is not None]):
            cleared = [accumulator.clear() for accumulator in accumulators]
        with tf.control_dependencies([made for made in cleared if made is not None]):
            return tf.constant(True)

    return tf.cond(countdown.advance(), update, lambda: tf.constant(False)).op


def check_offloading(offload: bool | None, state_sharding: bool | None) -> None:
    """Raise ValueError if the optimizer state is to be sharded, but not offloaded."""
    sharded = offload if state_sharding is None else state_sharding
    if sharded and offload is False:
        raise ValueError(
            "To use replicated_optimizer_state_sharding, optimizer state must be offloaded by using "
            "offload_weight_update_variables."
        )


def _open_accumulators() -> list[Any]:
    graph = tf.compat.v1.get_default_graph()
    if not hasattr(graph, _OPEN):
        setattr(graph, _OPEN, [])
    found: list[Any] = getattr(graph, _OPEN)
    return found


__getattr__ = refuse_others("tensorflow.python.ipu.ops.op_util")
