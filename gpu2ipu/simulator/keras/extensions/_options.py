"""The options of one model: their setters, and how they are saved with the model.

Source: keras/ipu/extensions/extensions_base.py of the SDK.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from tensorflow.python.ipu._enums import member_of
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod
from tensorflow.python.platform import tf_logging as logging

#: Arguments of `pipelining_ops.pipeline` that the setter has as well -> their names there.
_EXPLICIT = {
    "gradient_accumulation_count": "gradient_accumulation_steps_per_replica",
    "device_mapping": "device_mapping",
    "accumulate_outfeed": "accumulate_outfeed",
}
_SET_BY_KERAS = (
    *("computational_stages", "repeat_count", "inputs", "infeed_queue", "outfeed_queue"),
    "optimizer_function",
)
_NOT_FOR_KERAS = ("outfeed_loss", "outfeed_mask", "batch_serialization_iterations")

#: The keyword arguments of `GradientAccumulationOptimizerV2`.
_OPTIMIZER_ARGUMENTS = (
    *("offload_weight_update_variables", "replicated_optimizer_state_sharding", "dtype", "name"),
)


#: The options that are saved with a model, by their names in its config.
_SAVED = (
    *("gradient_accumulation_steps_per_replica", "gradient_accumulation_reduction_method"),
    *("replicated_metric_reduction_method", "asynchronous_callbacks"),
    *("pipelining_gradient_accumulation_steps_per_replica", "pipelining_device_mapping"),
    *("pipelining_accumulate_outfeed", "infeed_kwargs", "outfeed_kwargs"),
)


class ReplicatedMetricReductionMethod(enum.Enum):
    """How a metric combines its values on several replicas: that of the last one, a list, the sum or the mean."""

    NONE = 1
    LIST = 2
    SUM = 3
    MEAN = 4

    @classmethod
    def parse(cls, value: Any) -> ReplicatedMetricReductionMethod:
        """Return the member that a value is or names, in any case. Raises ValueError for anything else."""
        member: ReplicatedMetricReductionMethod = member_of(cls, value, "a ReplicatedMetricReductionMethod")
        return member


@dataclass
class Options:
    """The options of a model. Each field is also an attribute of the model, as `_` + its name."""

    gradient_accumulation_steps_per_replica: int | None = None
    gradient_accumulation_reduction_method: GradientAccumulationReductionMethod = (
        GradientAccumulationReductionMethod.SUM
    )
    replicated_metric_reduction_method: ReplicatedMetricReductionMethod = ReplicatedMetricReductionMethod.NONE
    asynchronous_callbacks: bool = False
    pipelining_gradient_accumulation_steps_per_replica: int | None = None
    pipelining_device_mapping: list[int] | None = None
    pipelining_accumulate_outfeed: bool | None = None
    infeed_kwargs: dict[str, Any] = field(default_factory=dict)
    outfeed_kwargs: dict[str, Any] = field(default_factory=dict)
    gradient_accumulation_optimizer_kwargs: dict[str, Any] = field(default_factory=dict)
    use_v2_gradient_accumulation_optimizer: bool = False
    pipelining_kwargs: dict[str, Any] = field(default_factory=dict)
    # For a Sequential model: whether no layer was added or removed since the stages were assigned.
    pipeline_stage_assignment_valid: bool = False
    pipeline_stage_assignment: list[Any] = field(default_factory=list)

    def to_config(self, name: str) -> dict[str, Any]:
        """Return the values that are saved with the model `name`; enumerations as numbers."""
        if self.pipelining_kwargs:
            logging.info(
                "Calling get_config() on %s - `pipelining_kwargs` cannot be serialized and you will need to "
                "call `set_pipelining_options` again if the model is restored.",
                name,
            )
        values = {key: getattr(self, key) for key in _SAVED}
        return {key: value.value if isinstance(value, enum.Enum) else value for key, value in values.items()}

    def take_config(self, config: dict[str, Any]) -> None:
        """Set the values of a saved model; missing ones get their default."""
        fresh = Options()
        for key in _SAVED:
            default = getattr(fresh, key)
            value = config.get(key, default)
            setattr(self, key, type(default)(value) if isinstance(default, enum.Enum) else value)

    def set_gradient_accumulation(
        self, steps: Any, method: Any, use_v2: bool, kwargs: dict[str, Any]
    ) -> None:
        """Take the arguments of `set_gradient_accumulation_options`. Raises ValueError and TypeError."""
        self.gradient_accumulation_reduction_method = GradientAccumulationReductionMethod.parse(method)
        if steps is not None:
            self.gradient_accumulation_steps_per_replica = _positive(steps)
        where = "gradient_accumulation_optimizer_kwargs"
        if "opt" in kwargs:
            raise _found(
                "opt", where, "This is not supported: the optimizer of the model is automatically wrapped."
            )
        if "num_mini_batches" in kwargs:
            raise _found(
                "num_mini_batches",
                where,
                "Set the `gradient_accumulation_steps_per_replica` argument to "
                "`set_gradient_accumulation_options` instead.",
            )
        _refuse_normalisation(kwargs, "set_gradient_accumulation_options")
        self.gradient_accumulation_optimizer_kwargs = kwargs
        self.use_v2_gradient_accumulation_optimizer = use_v2

    def set_pipelining(
        self, steps: Any, mapping: Any, accumulate_outfeed: bool | None, method: Any, kwargs: dict[str, Any]
    ) -> None:
        """Take the arguments of `set_pipelining_options`. Raises ValueError and TypeError."""
        self.gradient_accumulation_reduction_method = GradientAccumulationReductionMethod.parse(method)
        if steps is not None:
            self.pipelining_gradient_accumulation_steps_per_replica = _positive(steps)
        if mapping is not None:
            if not isinstance(mapping, list) or not all(isinstance(ipu, int) for ipu in mapping):
                raise ValueError("Expected `device_mapping` to be a list of integers.")
            self.pipelining_device_mapping = mapping
        if accumulate_outfeed is not None:
            self.pipelining_accumulate_outfeed = accumulate_outfeed
        _check_pipelining_kwargs(kwargs)
        self.pipelining_kwargs = kwargs


def _check_pipelining_kwargs(kwargs: dict[str, Any]) -> None:
    where = "pipelining_kwargs"
    for key, argument in _EXPLICIT.items():
        if key in kwargs:
            raise _found(key, where, f"Set the `{argument}` argument to `set_pipelining_options` instead.")
    for key in _SET_BY_KERAS:
        if key in kwargs:
            raise _found(key, where, "This argument is automatically set by Keras.")
    for key in _NOT_FOR_KERAS:
        if key in kwargs:
            raise _found(key, where, "This argument is not compatible with Keras.")
    _refuse_normalisation(kwargs, "set_pipelining_options")


def check_optimizer_arguments(kwargs: dict[str, Any]) -> None:
    """Raise TypeError for arguments that `GradientAccumulationOptimizerV2` does not have, as its constructor does."""
    for key in kwargs:
        if key not in _OPTIMIZER_ARGUMENTS:
            raise TypeError(f"GradientAccumulationOptimizerV2() got an unexpected keyword argument '{key}'")


def check_queue_kwargs(
    kwargs: dict[str, Any], automatic: tuple[str, ...], incompatible: tuple[str, ...]
) -> None:
    """Raise ValueError for options of a queue that only Keras may set."""
    for key in automatic:
        if key in kwargs:
            raise _found(key, "kwargs", "This argument is automatically set by Keras.")
    for key in incompatible:
        if key in kwargs:
            raise _found(key, "kwargs", "This argument is not compatible with Keras.")


def _positive(steps: Any) -> int:
    if not isinstance(steps, int) or steps < 1:
        raise ValueError(
            f"Expected `gradient_accumulation_steps_per_replica` to be a positive integer, but got {steps} instead."
        )
    return steps


def _refuse_normalisation(kwargs: dict[str, Any], setter: str) -> None:
    if "experimental_normalize_gradients" in kwargs:
        raise ValueError(
            f"Found `experimental_normalize_gradients` argument to `{setter}`. This argument has now been removed, "
            "use `gradient_accumulation_reduction_method` instead."
        )


def _found(key: str, where: str, why: str) -> ValueError:
    return ValueError(f"Found `{key}` key in `{where}`. {why}")
