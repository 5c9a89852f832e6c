"""The IPU side of a Keras model: its options, and the rules that fit, evaluate and predict enforce."""

from __future__ import annotations

import contextlib
import enum
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

import tensorflow as tf
from keras.engine import training
from tensorflow.python.ipu import utils as ipu_utils
from tensorflow.python.ipu._errors import NotEmulated, refuse_others
from tensorflow.python.platform import tf_logging as logging

__all__ = ["KerasExtensionBase", "Mode", "ReplicatedMetricReductionMethod"]

#: Element types that a feed can carry. Source: facts 4.2 rule 33.
FEED_TYPES = (tf.int32, tf.float32, tf.float16, tf.bool, tf.int8, tf.uint8)


class ReplicatedMetricReductionMethod(enum.Enum):
    """What a metric shows of its values on several replicas: the last one's, all, their sum or their mean."""

    NONE = 1
    LIST = 2
    SUM = 3
    MEAN = 4

    @classmethod
    def parse(cls, value: Any) -> ReplicatedMetricReductionMethod:
        """A member from itself or from its name in any case. Raises ValueError for anything else."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str) and value.upper() in cls.__members__:
            return cls[value.upper()]
        names = ", ".join(cls.__members__)
        raise ValueError(f"Cannot parse {value} as a ReplicatedMetricReductionMethod; the names are {names}.")


class Mode(enum.Enum):
    """Which of the three programs runs; the value names its parts in messages."""

    FIT = "train"
    EVALUATE = "test"
    PREDICT = "predict"


@dataclass
class IPUState:
    """The options of one model, in one object, so that Keras does not track them as parts of the model."""

    mode: Mode | None = None
    asynchronous_callbacks: bool = False
    infeed: dict[str, Any] = field(default_factory=dict)
    outfeed: dict[str, Any] = field(default_factory=dict)
    replicated_metrics: ReplicatedMetricReductionMethod = ReplicatedMetricReductionMethod.NONE


class KerasExtensionBase:
    """Mixed into each model that is made in the scope of an `IPUStrategy`.

    fit, evaluate and predict are those of stock Keras; `register_extensions` makes them announce their mode
    and use the `IPUDataHandler`, which calls back here.
    """

    name: str
    run_eagerly: bool

    @property
    def _ipu(self) -> IPUState:
        if "_ipu_state" not in self.__dict__:
            self.__dict__["_ipu_state"] = IPUState()
        state: IPUState = self.__dict__["_ipu_state"]
        return state

    # Options.

    def set_asynchronous_callbacks(self, asynchronous: bool = False) -> None:
        """Call the batch callbacks after each step instead of after each execution."""
        self._ipu.asynchronous_callbacks = asynchronous

    def set_infeed_queue_options(self, **kwargs: Any) -> None:
        """Options of the queue that feeds the IPU, `prefetch_depth` above all; checked when it is made."""
        _refuse_keys(kwargs, ("dataset", "infeed_spec", "element_spec"), "is automatically set by Keras")
        _refuse_keys(kwargs, ("_internal_id",), "is not compatible with Keras")
        self._ipu.infeed = kwargs

    def set_outfeed_queue_options(self, **kwargs: Any) -> None:
        """Options of the queue that brings results back, `buffer_depth` above all."""
        _refuse_keys(kwargs, ("outfeed_mode", "device_ordinal"), "is not compatible with Keras")
        self._ipu.outfeed = kwargs

    def set_replication_options(self, replicated_metric_reduction_method: Any = "NONE") -> None:
        """How metrics of several replicas are combined; over one replica the choice changes nothing."""
        method = ReplicatedMetricReductionMethod.parse(replicated_metric_reduction_method)
        self._ipu.replicated_metrics = method

    def set_gradient_accumulation_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        gradient_accumulation_reduction_method: Any = "sum",
        use_v2_gradient_accumulation_optimizer: bool = False,
        **gradient_accumulation_optimizer_kwargs: Any,
    ) -> None:
        """Accumulate gradients over some steps. Only 1 step is emulated."""
        _require_single_step(gradient_accumulation_steps_per_replica, "set_gradient_accumulation_options")

    def set_pipelining_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        device_mapping: list[int] | None = None,
        accumulate_outfeed: bool | None = None,
        gradient_accumulation_reduction_method: Any = "sum",
        **pipelining_kwargs: Any,
    ) -> None:
        """Options of a pipelined model. Pipelines are not emulated."""
        _require_single_step(gradient_accumulation_steps_per_replica, "set_pipelining_options")
        if device_mapping or accumulate_outfeed or pipelining_kwargs:
            raise NotEmulated("pipelining (`set_pipelining_options`)")

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[Any]) -> None:
        """Assign layers to pipeline stages. Pipelines are not emulated."""
        raise NotEmulated("pipelining (`set_pipeline_stage_assignment`)")

    def get_pipeline_stage_assignment(self) -> list[Any]:
        """The assignment: empty, as this model is not pipelined."""
        return []

    def reset_pipeline_stage_assignment(self) -> None:
        """Make the model one that is not pipelined, which it is."""

    def print_pipeline_stage_assignment_summary(
        self, line_length: int | None = None, print_fn: Callable[[str], None] | None = None
    ) -> None:
        """Print the assignment of layers to stages. Pipelines are not emulated."""
        raise NotEmulated("pipelining (`print_pipeline_stage_assignment_summary`)")

    def export_for_ipu_serving(self, *args: Any, **kwargs: Any) -> Any:
        """Export for TensorFlow Serving. Not emulated."""
        raise NotEmulated("`export_for_ipu_serving`")

    # Rules. The data handler calls them in the order of the SDK.

    @contextlib.contextmanager
    def _running(self, mode: Mode) -> Iterator[None]:
        outer, self._ipu.mode = self._ipu.mode, mode
        try:
            yield
        finally:
            self._ipu.mode = outer

    def _check_mode(self) -> None:
        if self.run_eagerly:
            raise RuntimeError(
                "Keras models cannot run eagerly when using `IPUStrategy`. Set `run_eagerly=False` when "
                "calling `compile`."
            )

    def _validate_call_function(self) -> None:
        """Raise if the model has nothing to call; Sequential and Functional models always have."""

    def _get_replication_factor(self) -> int:
        strategy: Any = self.distribute_strategy  # type: ignore[attr-defined]
        ipus = ipu_utils.get_num_of_ipus_in_device(strategy.extended._ipu_device)
        if ipus > 1:
            why = f": the device has {ipus} IPUs, over which this model would be replicated {ipus} times"
            raise NotEmulated("replication", why)
        return 1

    def _check_feeds(self, element_spec: Any) -> None:
        """Refuse what the queues cannot carry or be; they are made when the data is first needed."""
        depth = self._ipu.infeed.get("prefetch_depth") or 3
        if depth <= 0:
            raise ValueError(f"prefetch_depth must be greater than zero, but it is {depth}")
        if depth > 255:
            raise ValueError(f"prefetch_depth must be less than 256, but it is {depth}")
        if self._ipu.outfeed.get("buffer_depth", 3) <= 0:
            raise ValueError("Outfeed buffer depth cannot be less than 1")
        refuse_feed_types(spec.dtype for spec in tf.nest.flatten(element_spec))

    def _check_overrides(self) -> None:
        """Refuse a step or function of Keras that the model's class replaces, as the SDK brings its own."""
        mode = self._ipu.mode
        if mode is None:
            return
        names = (f"make_{mode.value}_function",) + (("train_step",) if mode is Mode.FIT else ())
        for name in names:
            if self._overridden(name, training.Model):
                raise RuntimeError(
                    f"The function `{name}` for the model {self.name} has been overridden. This is not "
                    "supported when using Keras within an IPUStrategy. Either remove the override or set "
                    "`enable_keras_extensions=False` when creating the IPUStrategy."
                )
        self._validate_call_function()

    def _overridden(self, name: str, stock: type) -> bool:
        original = getattr(self, "__original_class__", type(self))
        return getattr(original, name) is not getattr(stock, name) or name in self.__dict__

    def _log_executions(self, steps: int, steps_per_execution: int) -> None:
        if steps_per_execution == 1:
            logging.info(
                "The model `%s` has been configured with only 1 steps per execution. Consider increasing "
                "`steps_per_execution` in `compile()` to improve performance.",
                self.name,
            )
        if self._ipu.mode is Mode.FIT:
            logging.info(
                "Doing %d weight updates per execution per replica, which is %d per epoch per replica.",
                steps_per_execution,
                steps,
            )


def refuse_feed_types(dtypes: Any) -> None:
    """Raise FailedPreconditionError for the first element type that cannot cross to or from the device."""
    for index, dtype in enumerate(dtypes):
        if dtype not in FEED_TYPES:
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                f"Unsupported datatype {dtype.name} on index {index} of feed operation; a feed carries "
                "int32, float32, float16, bool, int8 and uint8. You should use a tf.DataSet.map() operation "
                "to cast the element to one of these.",
            )


def _refuse_keys(kwargs: dict[str, Any], keys: tuple[str, ...], why: str) -> None:
    for key in keys:
        if key in kwargs:
            raise ValueError(f"Found `{key}` key in `kwargs`. This argument {why}.")


def _require_single_step(steps: int | None, setter: str) -> None:
    if steps is None:
        return
    if not isinstance(steps, int) or steps < 1:
        raise ValueError(
            f"Expected `gradient_accumulation_steps_per_replica` to be a positive integer, but got {steps} "
            "instead."
        )
    if steps > 1:
        raise NotEmulated(f"gradient accumulation over {steps} steps (`{setter}`)")


__getattr__ = refuse_others("keras.ipu.extensions.extensions_base")
