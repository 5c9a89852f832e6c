"""Pipelines: a model in stages on several IPUs, through which micro-batches pass one after the other.

A pipeline computes the same as its stages in sequence: with any schedule the weights change only between the rounds of
`gradient_accumulation_count` micro-batches. So it runs here as a loop; what the schedules require of the counts is
checked.
"""

from __future__ import annotations

import enum
import inspect
from typing import Any, Sequence

import tensorflow as tf

from .._errors import refuse_others
from .._pipelining import pipeline_trace
from .._pipelining.optimizer_output import OptimizerFunctionOutput
from .._pipelining.pipeline_options import PipelineOptions, PipelineStageOptions
from ..gradient_accumulation import GradientAccumulationReductionMethod

__all__ = [
    "OptimizerFunctionOutput",
    "PipelineSchedule",
    "PipelineStageOptions",
    "RecomputationMode",
    "pipeline",
    "recomputation_checkpoint",
]


class PipelineSchedule(enum.IntEnum):
    """The order in which the stages of successive micro-batches run."""

    Grouped = 0
    Interleaved = 1
    Sequential = 2


class RecomputationMode(enum.Enum):
    """How activations are recomputed for the backward pass, if `allow_recompute` is on."""

    Auto = 0
    RecomputeThenBackpropagate = 1
    RecomputeAndBackpropagateInterleaved = 2


def pipeline(
    computational_stages: Sequence[Any],
    gradient_accumulation_count: Any = None,
    gradient_accumulation_dtype: Any = None,
    gradient_accumulation_for_captured_grads: bool = True,
    repeat_count: Any = 1,
    batch_serialization_iterations: int = 1,
    inputs: Any = None,
    infeed_queue: Any = None,
    outfeed_queue: Any = None,
    optimizer_function: Any = None,
    device_mapping: Any = None,
    pipeline_schedule: PipelineSchedule | None = None,
    recomputation_mode: RecomputationMode | None = None,
    forward_propagation_stages_poplar_options: Any = None,
    backward_propagation_stages_poplar_options: Any = None,
    weight_update_poplar_options: Any = None,
    offload_weight_update_variables: bool | None = None,
    replicated_optimizer_state_sharding: bool | None = False,
    offload_activations: bool | None = None,
    offload_gradient_accumulation_buffers: bool | None = None,
    replicated_weight_sharding: bool | None = None,
    offload_weights: bool | None = None,
    continuous_weight_updates: bool = False,
    outfeed_loss: bool = False,
    accumulate_outfeed: bool = False,
    accumulate_outfeed_dtype: Any = None,
    outfeed_mask: Sequence[bool] | None = None,
    reduction_method: Any = GradientAccumulationReductionMethod.SUM,
    name: str | None = None,
) -> Any:
    """Run a pipeline `repeat_count` times; with an `optimizer_function` each time ends with a weight update.

    Offloading and recomputation affect memory and speed of an IPU, and have no effect here. Returns an operation;
    results are in `outfeed_queue`. Raises TypeError, ValueError, NotImplementedError and errors of TensorFlow for the
    arguments and the layout, as the SDK does.
    """
    options = _checked(dict(locals()))
    with tf.name_scope(name or "pipeline"):
        return pipeline_trace.trace(options)


def checked_options(**arguments: Any) -> PipelineOptions:
    """Return the checked arguments of `pipeline`, with its defaults. Raises what `pipeline` raises for them."""
    try:
        bound = inspect.signature(pipeline).bind(**arguments)
    except TypeError as error:
        raise TypeError(f"pipeline() {error}") from None
    bound.apply_defaults()
    return _checked(bound.arguments)


def _checked(given: dict[str, Any]) -> PipelineOptions:
    options = PipelineOptions(
        **{
            **given,
            "pipeline_schedule": _schedule(
                given["pipeline_schedule"], given["batch_serialization_iterations"]
            ),
            "recomputation_mode": given["recomputation_mode"] or RecomputationMode.Auto,
            "schedules": PipelineSchedule,
            "modes": RecomputationMode,
        }
    )
    options.check()
    return options


def recomputation_checkpoint(tensors: Any, name: str | None = None) -> Any:
    """Return `tensors`, which an IPU would store instead of recomputing them."""
    return tf.nest.map_structure(tf.identity, tensors, expand_composites=True)


def _schedule(given: Any, batch_serialization_iterations: int) -> Any:
    if given is not None:
        return given
    return PipelineSchedule.Sequential if batch_serialization_iterations > 1 else PipelineSchedule.Grouped


__getattr__ = refuse_others("tensorflow.python.ipu.ops.pipelining_ops")
