"""The checks of the SDK when it creates the pipeline of a Keras model.

Source: keras/ipu/extensions/extensions_base.py of the SDK.
"""

from __future__ import annotations

import importlib
from typing import Any, Sequence

import tensorflow as tf
from keras import layers
from tensorflow.python.ipu._device import machine
from tensorflow.python.ipu._errors import not_emulated
from tensorflow.python.ipu._pipelining import pipelines
from tensorflow.python.ipu.ops import op_util
from tensorflow.python.platform import tf_logging as logging

from gpu2ipu.simulator.sdk import version

from . import _graph, _older
from ._options import check_optimizer_arguments


def devices_of(model: Any) -> list[int]:
    """Return the IPU of each stage of a pipelined model."""
    options = model._ipu.options
    if options.pipelining_device_mapping:
        return list(options.pipelining_device_mapping)
    return list(range(stage_count(model)))


def stage_count(model: Any) -> int:
    """Return the number of stages of a pipelined model, including empty ones."""
    assigned = _graph.layers_of(model._ipu.options.pipeline_stage_assignment)
    return 1 + max(int(assignment.pipeline_stage) for assignment in assigned)


def check(model: Any, count: int, training: bool) -> None:
    """Check that the pipeline of a model can be created, and can process `count` micro-batches in a row.

    Raises what the SDK raises: ValueError, TypeError and RuntimeError for options and stages, errors of TensorFlow for
    the layout and the count.
    """
    check_optimizer(model)
    _older.check_pipelining(model._ipu.options.pipelining_kwargs)
    calls = model._placed_calls()
    _refuse_gaps(calls)
    pipelining_ops = importlib.import_module("tensorflow.python.ipu.ops.pipelining_ops")
    arguments = pipelining_ops.checked_options(
        computational_stages=[None] * stage_count(model),
        gradient_accumulation_count=count,
        device_mapping=model._ipu.options.pipelining_device_mapping or None,
        optimizer_function=model if training else None,
        reduction_method=model._ipu.options.gradient_accumulation_reduction_method,
        **model._ipu.options.pipelining_kwargs,
    )
    _warn_of_batch_normalisation(model, calls, count)
    check_machine(model)
    _refuse_shared_weights(calls, arguments.devices)
    pipelines.check_count(count, arguments.devices, arguments.pipeline_schedule.name, training)


def check_machine(model: Any) -> None:
    """Raise InternalError if the IPUs of the device cannot be divided among replicas of the model."""
    machine.check_layout(model._ipu_count(), pipelines.shards_of(range(model._shard_count())))


def refuse_shared_norms(model: Any) -> None:
    """Raise NotEmulated if replicas in training would share the statistics of a batch normalisation."""
    group = machine.settings().get(machine.NORM_GROUP, 1)
    has_norm = any(isinstance(layer, layers.BatchNormalization) for layer in model._flatten_layers())
    if group > 1 and model._get_replication_factor() > 1 and has_norm:
        raise not_emulated(f"{machine.NORM_GROUP} = {group}", ": leave it at 1, or train on one replica")


def check_optimizer(model: Any) -> None:
    """Raise ValueError if the optimizer overrides `minimize`, which is not called; SDK 2.5 does not check."""
    if version.before("2.6"):
        return
    optimizer: Any = getattr(model, "optimizer", None)
    while hasattr(optimizer, "inner_optimizer"):  # a loss scaling optimizer
        optimizer = optimizer.inner_optimizer
    parents = type(optimizer).__mro__
    own = getattr(parents[0], "minimize", None)
    if len(parents) > 2 and own is not None and own is not getattr(parents[1], "minimize", own):
        raise ValueError(
            "When using Gradient Accumulation or Pipelining, the provided optimizer must not override "
            "OptimizerV2.minimize."
        )


def check_accumulation(model: Any) -> None:
    """Check the options of the gradient accumulation optimizer. Raises TypeError and ValueError."""
    options = model._ipu.options
    kwargs = options.gradient_accumulation_optimizer_kwargs
    check_optimizer_arguments(kwargs)
    offload, sharding = "offload_weight_update_variables", "replicated_optimizer_state_sharding"
    op_util.check_offloading(kwargs.get(offload), kwargs.get(sharding, False))
    is_v1 = hasattr(model.optimizer, "get_grads")
    if options.use_v2_gradient_accumulation_optimizer and is_v1:
        raise ValueError(
            "use_v2_gradient_accumulation_optimizer may only be set to True when an OptimizerV2 derived "
            "optimizer is used."
        )


def _refuse_gaps(calls: Sequence[_graph.Call]) -> None:
    used = {call.stage for call in calls}
    missing = sorted(set(range(max(used) + 1)) - used)
    # Inputs are in stage 0, so that it is never empty.
    missing = [stage for stage in missing if stage > 0]
    if missing:
        raise RuntimeError(
            "All stages in a pipeline must have at lease one layer assigned to them. The highest stage with an "
            f"assignment is stage {max(used)}, however the preceeding stages {missing} had no assignments."
        )


def _warn_of_batch_normalisation(model: Any, calls: Sequence[_graph.Call], count: int) -> None:
    """Log a warning when the program is created, not each time that it runs."""
    program = (model._ipu.mode, count)
    moving = [each.layer for each in calls if isinstance(each.layer, layers.BatchNormalization)]
    if program not in model._ipu.warned_of and any(0 < layer.momentum < 1 for layer in moving):
        model._ipu.warned_of.add(program)
        logging.warn(
            "The moving statistics for keras.BatchNormalization layers in pipelined models are not properly updated "
            "when training. During evaluation or inference, these layers will not necessarily normalize their input "
            "in a way that is consistent with the data that they saw when training."
        )


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
