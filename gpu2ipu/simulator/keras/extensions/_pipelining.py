"""What the SDK checks when it makes the pipeline of a Keras model."""

from __future__ import annotations

import importlib
from typing import Any, Sequence

import tensorflow as tf
from keras import layers
from tensorflow.python.ipu import _pipelines
from tensorflow.python.platform import tf_logging as logging

from . import _graph
from ._options import check_optimizer_arguments, check_pipeline_arguments


def devices_of(model: Any) -> list[int]:
    """The IPU of each stage of a pipelined model."""
    options = model._ipu.options
    if options.pipelining_device_mapping:
        return list(options.pipelining_device_mapping)
    return list(range(stage_count(model)))


def stage_count(model: Any) -> int:
    """The number of stages of a pipelined model, gaps included."""
    assigned = _graph.layers_of(model._ipu.options.pipeline_stage_assignment)
    return 1 + max(int(assignment.pipeline_stage) for assignment in assigned)


def check(model: Any, count: int, training: bool) -> None:
    """Raise if the pipeline cannot be made, or cannot run `count` micro-batches in a row."""
    check_optimizer(model)
    calls = model._placed_calls()
    _refuse_gaps(calls)
    _warn_of_batch_normalisation(calls)
    kwargs = model._ipu.options.pipelining_kwargs
    check_pipeline_arguments(kwargs)
    if kwargs.get("continuous_weight_updates"):
        raise NotImplementedError("Continuous weight updates are currently not supported.")
    schedule = _member(kwargs, "pipeline_schedule", "PipelineSchedule", "Grouped")
    mode = _member(kwargs, "recomputation_mode", "RecomputationMode", "Auto")
    devices = devices_of(model)
    _pipelines.check_layout(stage_count(model), devices, schedule, training)
    _refuse_shared_weights(calls, devices)
    _pipelines.check_recomputation(schedule, mode)
    _pipelines.check_count(count, devices, schedule, training)


def check_optimizer(model: Any) -> None:
    """Raise ValueError if the optimizer would not work once its parts are called one by one."""
    optimizer: Any = getattr(model, "optimizer", None)
    while hasattr(optimizer, "inner_optimizer"):  # of loss scaling
        optimizer = optimizer.inner_optimizer
    parents = type(optimizer).__mro__
    own = getattr(parents[0], "minimize", None)
    if len(parents) > 2 and own is not None and own is not getattr(parents[1], "minimize", own):
        raise ValueError(
            "When using Gradient Accumulation or Pipelining, the provided optimizer must not override "
            "OptimizerV2.minimize."
        )


def check_accumulation(model: Any) -> None:
    """Raise if the options of the optimizer that accumulates gradients do not suit the model's optimizer."""
    options = model._ipu.options
    check_optimizer_arguments(options.gradient_accumulation_optimizer_kwargs)
    is_v1 = hasattr(model.optimizer, "get_grads")
    if options.use_v2_gradient_accumulation_optimizer and is_v1:
        raise ValueError(
            "use_v2_gradient_accumulation_optimizer may only be set to True when an OptimizerV2 derived "
            "optimizer is used."
        )


def _refuse_gaps(calls: Sequence[_graph.Call]) -> None:
    used = {call.stage for call in calls}
    missing = sorted(set(range(max(used) + 1)) - used)
    # Inputs belong to stage 0, so that it is never empty.
    missing = [stage for stage in missing if stage > 0]
    if missing:
        raise RuntimeError(
            "All stages in a pipeline must have at lease one layer assigned to them. The highest stage with an "
            f"assignment is stage {max(used)}, however the preceeding stages {missing} had no assignments."
        )


def _warn_of_batch_normalisation(calls: Sequence[_graph.Call]) -> None:
    if any(
        isinstance(call.layer, layers.BatchNormalization) and 0 < call.layer.momentum < 1 for call in calls
    ):
        logging.warn(
            "The moving statistics for keras.BatchNormalization layers in pipelined models are not properly updated "
            "when training. During evaluation or inference, these layers will not necessarily normalize their input "
            "in a way that is consistent with the data that they saw when training."
        )


def _member(kwargs: dict[str, Any], key: str, enumeration: str, default: str) -> str:
    """The name of an argument's member of an enumeration. Raises TypeError if it is none."""
    value = kwargs.get(key)
    if value is None:
        return default
    module = importlib.import_module("tensorflow.python.ipu.ops.pipelining_ops")
    if not isinstance(value, getattr(module, enumeration)):
        raise TypeError(f"The given {key} is not a member of the {enumeration} enumeration.")
    return str(value.name)


def _refuse_shared_weights(calls: Sequence[_graph.Call], devices: Sequence[int]) -> None:
    ipu_of: dict[int, int] = {}
    for call in calls:
        for weight in call.layer.weights:
            ipu = ipu_of.setdefault(id(weight), devices[call.stage])
            if ipu != devices[call.stage]:
                raise tf.errors.UnimplementedError(
                    None,
                    None,
                    f"The weights of layer {call.layer.name} are used on IPUs {ipu} and {devices[call.stage]}, but "
                    "an input can only be used by pipeline stages on the same IPU. Map these stages to one IPU with "
                    "the `device_mapping` argument to `set_pipelining_options`.",
                )
