"""The arguments of `pipelining_ops.pipeline`, and their checks. Source: ops/pipelining_ops.py of the SDK."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tensorflow.python.platform import tf_logging as logging

from .. import ipu_infeed_queue, ipu_outfeed_queue
from ..gradient_accumulation import GradientAccumulationReductionMethod
from ..ops import op_util
from . import pipelines

_SUM = GradientAccumulationReductionMethod.SUM
_INT32_MAX = 2**31 - 1


@dataclass
class PipelineOptions:
    """The arguments, by their names; `schedules` and `modes` are the two enumerations of `pipelining_ops`."""

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
        """True if weights are updated."""
        return self.optimizer_function is not None

    @property
    def devices(self) -> list[int]:
        """The IPU of each stage; of a stage with parallel parts on several IPUs the first."""
        return [device[0] if isinstance(device, (list, tuple)) else device for device in self.device_mapping]

    def check(self) -> None:
        """Check the arguments in the order of the SDK, and fill in defaults.

        Raises TypeError, ValueError, NotImplementedError and UnimplementedError as the SDK does.
        """
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
        """Check the counts of micro-batches, and the reduction over them. Raises ValueError and NotImplementedError."""
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
        """Check the types of arguments; by default each stage gets an IPU. Raises TypeError and NotImplementedError."""
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
        pipelines.check_layout(stages, self.devices, schedule, self.training)
        if self.batch_serialization_iterations > 1 and len(set(self.devices)) != 1:
            raise NotImplementedError(
                "When using batch serialization, all the pipeline stages need to be mapped to a single IPU."
            )
        pipelines.check_recomputation(schedule, self.recomputation_mode.name)

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
    """Poplar options of one stage, as dictionaries."""

    def __init__(
        self, convolution_options: Any = None, matmul_options: Any = None, slice_options: Any = None
    ) -> None:
        """Store the options, which have no effect here. Raises TypeError for anything but dictionaries."""
        given = {"convolution": convolution_options, "matmul": matmul_options, "slice": slice_options}
        for name, options in given.items():
            if options and not isinstance(options, dict):
                raise TypeError(f"PipelineStageOptions.{name}_options must be dictionary.")
        self.options = {name: dict(options or {}) for name, options in given.items()}


def _require(value: Any, kind: type, name: str, module: str) -> None:
    if value and not isinstance(value, kind):
        raise TypeError(f"{name} is not an instance of {module}.{kind.__name__}")
