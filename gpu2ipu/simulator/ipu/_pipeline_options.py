"""The arguments of `pipelining_ops.pipeline`, what they must be, and the two classes made for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from . import _pipelines, ipu_infeed_queue, ipu_outfeed_queue
from .eager.backprop import GradientCaptureContext, GradientCaptureTape
from .gradient_accumulation import GradientAccumulationReductionMethod
from .ops import op_util

_SUM = GradientAccumulationReductionMethod.SUM
_INT32_MAX = 2**31 - 1


@dataclass
class PipelineOptions:
    """The arguments, under their own names; `schedules` and `modes` are the two enumerations."""

    computational_stages: Any
    gradient_accumulation_count: Any
    gradient_accumulation_dtype: Any
    gradient_accumulation_for_captured_grads: bool
    repeat_count: Any
    batch_serialization_iterations: int
    inputs: Any
    infeed_queue: Any
    outfeed_queue: Any
    optimizer_function: Any
    device_mapping: Any
    pipeline_schedule: Any
    recomputation_mode: Any
    forward_propagation_stages_poplar_options: Any
    backward_propagation_stages_poplar_options: Any
    weight_update_poplar_options: Any
    offload_weight_update_variables: Any
    replicated_optimizer_state_sharding: Any
    offload_activations: Any
    offload_gradient_accumulation_buffers: Any
    replicated_weight_sharding: Any
    offload_weights: Any
    continuous_weight_updates: bool
    outfeed_loss: bool
    accumulate_outfeed: bool
    accumulate_outfeed_dtype: Any
    outfeed_mask: Any
    reduction_method: Any
    name: Any
    schedules: Any
    modes: Any

    @property
    def training(self) -> bool:
        """Whether weights are updated."""
        return self.optimizer_function is not None

    @property
    def devices(self) -> list[int]:
        """The IPU of each stage; a stage of parallel parts has several, of which the first counts."""
        return [device[0] if isinstance(device, (list, tuple)) else device for device in self.device_mapping]

    def check(self) -> None:
        """Raise what the SDK raises for impossible arguments, in its order; fill in what was left out."""
        self._check_counts()
        self._check_kinds()
        self._check_layout()
        self._check_poplar_options()
        self._check_outfeed()
        if self.training:
            op_util.check_offloading(
                self.offload_weight_update_variables, self.replicated_optimizer_state_sharding
            )
        elif self.replicated_optimizer_state_sharding:
            logging.warning(
                "replicated_optimizer_state_sharding will have no effect since this pipeline is in inference."
            )

    def _check_counts(self) -> None:
        count = self.gradient_accumulation_count
        if count is None:
            raise ValueError("gradient_accumulation_count must be specified.")
        if isinstance(count, int) and count < 0:
            raise ValueError("gradient_accumulation_count must be >= 0.")
        if isinstance(count, int) and count > _INT32_MAX:
            raise ValueError("gradient_accumulation_count must be < max int32.")
        if self.training:
            self.reduction_method = GradientAccumulationReductionMethod.parse(self.reduction_method)
        if self.reduction_method != _SUM and self.batch_serialization_iterations != 1:
            raise ValueError(
                "batch_serialization_iterations != 1 is only supported when reduction_method is "
                "GradientAccumulationReductionMethod.SUM"
            )
        if self.continuous_weight_updates:
            raise NotImplementedError("Continuous weight updates are currently not supported.")

    def _check_kinds(self) -> None:
        if not isinstance(self.pipeline_schedule, self.schedules):
            raise TypeError(
                "The given pipeline_schedule is not a member of the PipelineSchedule enumeration."
            )
        serial = self.batch_serialization_iterations > 1
        if serial and self.pipeline_schedule.name != "Sequential":
            raise NotImplementedError("Batch serialization is only supported with the `Sequential` schedule.")
        if not isinstance(self.recomputation_mode, self.modes):
            raise TypeError(
                "The given recomputation_mode is not a member of the RecomputationMode enumeration."
            )
        if not isinstance(self.computational_stages, (list, tuple)):
            raise TypeError("computational_stages argument needs to be a list or a tuple.")
        if self.device_mapping is None:
            stages = len(self.computational_stages)
            self.device_mapping = [0] * stages if serial else list(range(stages))
        _require(self.infeed_queue, ipu_infeed_queue.IPUInfeedQueue, "infeed_queue", "ipu_infeed_queue")
        _require(self.outfeed_queue, ipu_outfeed_queue.IPUOutfeedQueue, "outfeed_queue", "ipu_outfeed_queue")

    def _check_layout(self) -> None:
        stages = len(self.computational_stages)
        if stages >= 2 and not isinstance(self.device_mapping, (list, tuple)):
            raise TypeError("device_mapping argument needs to be a list or a tuple.")
        schedule = self.pipeline_schedule.name
        _pipelines.check_layout(stages, self.devices, schedule, self.training)
        if self.batch_serialization_iterations > 1 and len(set(self.devices)) != 1:
            raise NotImplementedError(
                "When using batch serialization, all the pipeline stages need to be mapped to a single IPU."
            )
        _pipelines.check_recomputation(schedule, self.recomputation_mode.name)

    def _check_poplar_options(self) -> None:
        forward = "forward_propagation_stages_poplar_options"
        backward = "backward_propagation_stages_poplar_options"
        for name in (forward, backward) if self.training else (forward,):
            self._check_stage_options(name, getattr(self, name))
        update = self.weight_update_poplar_options
        if self.training and update is not None and not isinstance(update, PipelineStageOptions):
            raise TypeError(
                f"weight_update_poplar_options to be of type PipelineStageOptions, but got {update} instead."
            )

    def _check_stage_options(self, name: str, options: Any) -> None:
        if options is None:
            return
        stages = len(self.computational_stages)
        if not isinstance(options, (list, tuple)):
            raise TypeError(f"{name} must be a list or a tuple of PipelineStageOptions objects.")
        if len(options) != stages:
            raise ValueError(
                f"{name} must be a list or a tuple of PipelineStageOptions objects of length {stages} (same "
                f"number as the number of computational stages) but is {len(options)}."
            )
        for option in options:
            if not isinstance(option, PipelineStageOptions):
                raise TypeError(
                    f"Expected all elements of {name} to be of type PipelineStageOptions, but got {option} "
                    "instead."
                )

    def _check_outfeed(self) -> None:
        if self.outfeed_mask and not self.training:
            raise ValueError("An optimizer_function must be provided when outfeed_mask is set.")
        if self.outfeed_loss and not self.training:
            raise ValueError("An optimizer_function must be provided when outfeed_loss is True.")
        if self.outfeed_loss and self.outfeed_mask:
            raise ValueError("Only one of `outfeed_loss` and `outfeed_mask` can be set.")
        if self.accumulate_outfeed and not self.outfeed_queue:
            raise ValueError("An outfeed_queue must be provided when accumulate_outfeed is True.")
        all_mode = ipu_outfeed_queue.IPUOutfeedMode.ALL
        if self.accumulate_outfeed and self.outfeed_queue._outfeed_mode is not all_mode:
            raise ValueError("To accumulate the outfeed, it must be in IPUOutfeedMode ALL.")


class PipelineStageOptions:
    """Poplar options of one stage: dictionaries; others raise TypeError."""

    def __init__(
        self, convolution_options: Any = None, matmul_options: Any = None, slice_options: Any = None
    ) -> None:
        """The options change the code for an IPU, and nothing here."""
        given = {"convolution": convolution_options, "matmul": matmul_options, "slice": slice_options}
        for name, options in given.items():
            if options and not isinstance(options, dict):
                raise TypeError(f"PipelineStageOptions.{name}_options must be dictionary.")
        self.options = {name: dict(options or {}) for name, options in given.items()}


class OptimizerFunctionOutput:
    """What an `optimizer_function` gives: the optimizer, the loss, and what to hand to the optimizer.

    A Keras optimizer needs `variables` or a `tape`; `compute_gradients_args` are for those of TensorFlow 1.
    Raises TypeError and ValueError for what does not fit together.
    """

    def __init__(
        self,
        opt: Any,
        loss: Any,
        compute_gradients_args: Any = None,
        compute_gradients_kwargs: Any = None,
        apply_gradients_args: Any = None,
        apply_gradients_kwargs: Any = None,
        variables: Any = None,
        tape: Any = None,
        gradient_capture_context: Any = None,
        captured_gradient_outfeed: Any = None,
    ) -> None:
        """See the class."""
        keras = isinstance(opt, keras_optimizers())
        if not keras and not isinstance(opt, tf.compat.v1.train.Optimizer):
            raise TypeError(
                "{} must be a TensorFlow Optimizer or Keras OptimizerV2 object.".format(_of("opt"))
            )
        if not isinstance(loss, tf.Tensor):
            raise TypeError(f"{_of('loss')} must be a TensorFlow Tensor object.")
        self.opt, self.loss, self._keras = opt, loss, keras
        self.compute_gradients_args = self._arguments("compute_gradients_args", compute_gradients_args, tuple)
        self.compute_gradients_kwargs = self._arguments(
            "compute_gradients_kwargs", compute_gradients_kwargs, dict
        )
        self.apply_gradients_args = self._arguments("apply_gradients_args", apply_gradients_args, tuple)
        self.apply_gradients_kwargs = self._arguments("apply_gradients_kwargs", apply_gradients_kwargs, dict)
        self._check_sources(variables, tape, gradient_capture_context)
        self.variables = variables or ()
        self.tape = tape
        self.gradient_capture_context = gradient_capture_context
        self._check_captured(captured_gradient_outfeed)
        self.captured_gradient_outfeed = captured_gradient_outfeed

    def _arguments(self, name: str, given: Any, kind: type) -> Any:
        given = given if given else kind()
        if not isinstance(given, kind):
            raise TypeError(f"{_of(name)} must be a {kind.__name__}.")
        if given and self._keras and name.startswith("compute"):
            raise ValueError(f"{_of(name)} may not be used with OptimizerV2 instances.")
        return given

    def _check_sources(self, variables: Any, tape: Any, context: Any) -> None:
        if variables and not isinstance(variables, (tuple, list)):
            raise TypeError(f"{_of('variables')} must be a tuple or list.")
        if variables and not self._keras:
            raise ValueError(f"{_of('variables')} may only be used with OptimizerV2.")
        if tape and not isinstance(tape, tf.GradientTape):
            raise TypeError(f"{_of('tape')} must be a GradientTape.")
        if tape and not self._keras:
            raise ValueError(f"{_of('tape')} may only be used with OptimizerV2.")
        if tape and variables:
            raise ValueError(f"{_of('tape')} may not be used when {_of('variables')} is nonempty.")
        if context and not isinstance(context, GradientCaptureContext):
            raise TypeError(
                f"{_of('gradient_capture_context')} must be an ipu.eager.backprop.GradientCollectionContext."
            )
        if context and tape:
            raise ValueError(
                f"{_of('gradient_capture_context')} may not be used when {_of('tape')} is nonempty."
            )

    def _check_captured(self, outfeed: Any) -> None:
        if outfeed and not isinstance(outfeed, ipu_outfeed_queue.IPUOutfeedQueue):
            raise TypeError(f"{_of('captured_gradient_outfeed')} must be an instance of IPUOutfeedQueue.")
        if outfeed and self.captured_gradients_source is None:
            raise ValueError(
                f"{_of('captured_gradient_outfeed')} may not be used when neither an "
                "ipu.eager.backprop.GradientCollectionContext, nor an "
                "ipu.eager.backprop.GradientCollectionTape is also used."
            )

    @property
    def captured_gradients_source(self) -> Any:
        """The tape or context that captures gradients, None if there is none."""
        if isinstance(self.tape, GradientCaptureTape):
            return self.tape
        return self.gradient_capture_context

    @property
    def keras(self) -> bool:
        """Whether the optimizer is one of Keras."""
        return self._keras


def keras_optimizers() -> tuple[type, ...]:
    """The classes of Keras optimizers: one in TensorFlow 2.6, an old and a new one today."""
    optimizers = tf.keras.optimizers
    newer = getattr(getattr(optimizers, "experimental", None), "Optimizer", optimizers.Optimizer)
    return (optimizers.Optimizer, newer)


def _of(name: str) -> str:
    return f"OptimizerFunctionOutput.{name}"


def _require(value: Any, kind: type, name: str, module: str) -> None:
    if value and not isinstance(value, kind):
        raise TypeError(f"{name} is not an instance of {module}.{kind.__name__}")
