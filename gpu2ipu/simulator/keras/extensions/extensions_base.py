"""What a Keras model has on an IPU: its options, and the checks of fit, evaluate and predict."""

from __future__ import annotations

import contextlib
import copy
from dataclasses import fields
from typing import Any, Callable, Iterator

import tensorflow as tf
from keras.engine import data_adapter, training
from tensorflow.python.ipu import ipu_outfeed_queue
from tensorflow.python.ipu import utils as ipu_utils
from tensorflow.python.ipu._device import instance_collectives
from tensorflow.python.ipu._errors import not_emulated, refuse_others
from tensorflow.python.ipu._feeds import prefetch_depth, refuse_feed_types
from tensorflow.python.ipu._pipelining import pipelines
from tensorflow.python.platform import tf_logging as logging

from gpu2ipu.simulator.memory import programs
from gpu2ipu.simulator.sdk import refusals, version

from . import _graph, _memory, _older, _pipelining, _summary
from ._delegates import KerasExtension
from ._options import Options, ReplicatedMetricReductionMethod, check_queue_kwargs
from ._state import IPUState, Mode

__all__ = ["KerasExtensionBase", "ReplicatedMetricReductionMethod"]


class KerasExtensionBase(KerasExtension):
    """Mixed into each model that is created in the scope of an `IPUStrategy`.

    fit, evaluate and predict are those of stock Keras; `register_extensions` makes them set the mode and use the
    `IPUDataHandler`, which calls the checks here.
    """

    name: str
    run_eagerly: bool
    optimizer: Any
    distribute_strategy: Any

    #: The classes of assignments for this kind of model.
    _assignments: _graph.Kinds

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: the state is created on first access."""

    @property
    def _ipu(self) -> IPUState:
        if "_ipu_state" not in self.__dict__:
            self.__dict__["_ipu_state"] = IPUState()
        state: IPUState = self.__dict__["_ipu_state"]
        return state

    # Options.

    def set_asynchronous_callbacks(self, asynchronous: bool = False) -> None:
        """Set whether batch callbacks are called after each step of each replica instead of after each execution."""
        self._ipu.options.asynchronous_callbacks = asynchronous

    def set_replication_options(self, replicated_metric_reduction_method: Any = "NONE") -> None:
        """Set how metrics of several replicas are combined; a pipelined model always has those of the last one.

        Raises ValueError for an unknown method.
        """
        method = ReplicatedMetricReductionMethod.parse(replicated_metric_reduction_method)
        self._ipu.options.replicated_metric_reduction_method = method
        self._reset_ipu_extension()

    def set_infeed_queue_options(self, **kwargs: Any) -> None:
        """Set options of the infeed queue, such as `prefetch_depth`; their values are checked when it is created.

        Raises ValueError for options that only Keras may set.
        """
        check_queue_kwargs(kwargs, ("dataset", "infeed_spec", "element_spec"), ("_internal_id",))
        self._ipu.options.infeed_kwargs = kwargs

    def set_outfeed_queue_options(self, **kwargs: Any) -> None:
        """Set options of the outfeed queue, such as `buffer_depth`.

        Raises ValueError for options that only Keras may set.
        """
        check_queue_kwargs(kwargs, (), ("outfeed_mode", "device_ordinal"))
        self._ipu.options.outfeed_kwargs = kwargs

    def set_gradient_accumulation_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        gradient_accumulation_reduction_method: Any = "sum",
        use_v2_gradient_accumulation_optimizer: bool = False,
        **gradient_accumulation_optimizer_kwargs: Any,
    ) -> None:
        """Update the weights of a model that is not pipelined only once in so many steps of a replica.

        Other keyword arguments are those of `GradientAccumulationOptimizerV2`. Raises ValueError for invalid values.
        """
        self._ipu.options.set_gradient_accumulation(
            gradient_accumulation_steps_per_replica,
            gradient_accumulation_reduction_method,
            use_v2_gradient_accumulation_optimizer,
            gradient_accumulation_optimizer_kwargs,
        )
        self._reset_ipu_extension()

    def set_pipelining_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        device_mapping: list[int] | None = None,
        accumulate_outfeed: bool | None = None,
        gradient_accumulation_reduction_method: Any = "sum",
        **pipelining_kwargs: Any,
    ) -> None:
        """Set how a pipelined model accumulates gradients, and the IPU of each of its stages.

        Other keyword arguments are those of `pipelining_ops.pipeline`. Raises ValueError for invalid values.
        """
        self._ipu.options.set_pipelining(
            gradient_accumulation_steps_per_replica,
            device_mapping,
            accumulate_outfeed,
            gradient_accumulation_reduction_method,
            pipelining_kwargs,
        )
        self._reset_ipu_extension()

    # Stages.

    def get_pipeline_stage_assignment(self) -> list[Any]:
        """Return the assignment of each call of a layer: a copy of those set, else assignments without a stage."""
        if self._ipu.options.pipeline_stage_assignment:
            return copy.copy(self._ipu.options.pipeline_stage_assignment)
        return self._unassigned()

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[Any]) -> None:
        """Pipeline the model: assign each call of a layer to a stage.

        Raises ValueError if the assignments do not fit the model or cannot be executed in order.
        """
        self._validate_pipeline_stage_assignment(pipeline_stage_assignment)
        self._ipu.options.pipeline_stage_assignment = pipeline_stage_assignment
        self._reset_ipu_extension()

    def reset_pipeline_stage_assignment(self) -> None:
        """Make the model not pipelined any more."""
        self._ipu.options.pipeline_stage_assignment = []
        self._ipu.options.pipeline_stage_assignment_valid = False
        self._reset_ipu_extension()

    def print_pipeline_stage_assignment_summary(
        self, line_length: int | None = None, print_fn: Callable[[str], None] | None = None
    ) -> None:
        """Print the assignment of layers to stages as a table, by default with `print`."""
        _summary.show(self, line_length, print_fn or print)

    def export_for_ipu_serving(self, *args: Any, **kwargs: Any) -> Any:
        """Export for TensorFlow Serving. Raises NotEmulated."""
        raise not_emulated("`export_for_ipu_serving`", f": {refusals.SERVING}")

    def _is_pipelined(self) -> bool:
        return bool(self._ipu.options.pipeline_stage_assignment)

    def _pipeline_graph(self) -> _graph.Graph:
        raise NotImplementedError

    def _unassigned(self) -> list[Any]:
        kinds, found = self._assignments, []
        for node in self._pipeline_graph().nodes:
            index = _graph.index_of(node)
            if _graph.is_model(node.layer):
                nested = node.layer.get_pipeline_stage_assignment()
                found.append(kinds.nested(node.layer, index, nested))
            else:
                found.append(kinds.layer(node.layer, index))
        return found

    def _validate_pipeline_stage_assignment(self, assigned: Any) -> None:
        _graph.place(self, assigned)

    def _placed_calls(self) -> list[_graph.Call]:
        return _graph.place(self, self._ipu.options.pipeline_stage_assignment)

    def _take_stages_of_scopes(self) -> None:
        assigned = _graph.stages_of_scopes(self)
        if assigned:
            self.set_pipeline_stage_assignment(assigned)

    # Saving.

    def _get_config_supported(self) -> bool:
        return not self._ipu.plain_config

    def _get_config_delegate(self) -> dict[str, Any]:
        config = self._stock_config()
        config.update(self._ipu.options.to_config(self.name))
        config["pipeline_stage_assignment_valid"] = self._ipu.options.pipeline_stage_assignment_valid
        config["pipeline_stage_assignment"] = _graph.stages(self._ipu.options.pipeline_stage_assignment)
        return config

    def _stock_config(self) -> dict[str, Any]:
        raise NotImplementedError

    @contextlib.contextmanager
    def _with_plain_config(self) -> Iterator[None]:
        self._ipu.plain_config = True
        try:
            yield
        finally:
            self._ipu.plain_config = False

    def _deserialize_from_config_supported(self, config: dict[str, Any]) -> bool:
        return True

    def _deserialize_from_config_delegate(self, config: dict[str, Any]) -> None:
        options = self._ipu.options
        options.take_config(config)
        self._restore_graph(config)
        stages = config.get("pipeline_stage_assignment") or []
        if stages:
            options.pipeline_stage_assignment = []
            options.pipeline_stage_assignment = _graph.with_stages(self._unassigned(), stages)
        options.pipeline_stage_assignment_valid = config.get("pipeline_stage_assignment_valid", False)

    def _restore_graph(self, config: dict[str, Any]) -> None:
        """Recreate the graph to which a saved assignment belongs; most models still have it."""

    # Checks. The data handler calls them in the order of the SDK.

    def _reset_ipu_extension(self) -> None:
        """Compile the model again when it runs next."""
        self._ipu.programs.clear()
        self._ipu.executables.options += 1
        self._ipu.warned_of.clear()
        self._ipu.last_program = None

    @contextlib.contextmanager
    def _running(self, mode: Mode) -> Iterator[None]:
        outer, self._ipu.mode = self._ipu.mode, mode
        if mode is Mode.FIT:
            self._ipu.training_data_seen = False
        try:
            with programs.placed(lambda: _memory.placement_of(self)), _memory.named_stages(self):
                yield
        finally:
            self._ipu.mode = outer
            self._ipu.step_results = None

    def _check_mode(self) -> None:
        if self.run_eagerly:
            raise RuntimeError(
                "Keras models cannot run eagerly when using `IPUStrategy`. Set `run_eagerly=False` when "
                "calling `compile`."
            )

    def _validate_call_function(self) -> None:
        """Raise what the SDK raises if an IPU cannot run the model's `call`."""
        raise NotImplementedError

    def _build_for(self, element_spec: Any) -> None:
        """Build the model for the inputs of a dataset, with their shapes and types."""
        x, _, _ = data_adapter.unpack_x_y_sample_weight(element_spec)
        shapes = tf.nest.map_structure(_with_two_axes, x)
        dtypes = tf.nest.map_structure(lambda spec: spec.dtype, x)
        self._build_with_dtypes(shapes, dtypes)

    def _build_with_dtypes(self, input_shape: Any, input_dtype: Any) -> None:
        raise NotImplementedError

    @contextlib.contextmanager
    def _with_unchanged_seeds(self) -> Iterator[None]:
        """Restore the seeds of random layers after a trace of the model: newer Keras increases them for each trace."""
        layers = self._flatten_layers()  # type: ignore[attr-defined]
        generators = [getattr(layer, "_random_generator", None) for layer in layers]
        seeds = [(generator, getattr(generator, "_seed", None)) for generator in generators]
        try:
            yield
        finally:
            for generator, seed in seeds:
                if seed is not None:
                    vars(generator)["_seed"] = seed

    def _shard_count(self) -> int:
        return max(_pipelining.devices_of(self)) + 1 if self._is_pipelined() else 1

    def _ipu_count(self) -> int:
        return int(ipu_utils.local_ipus(self.distribute_strategy.extended._ipu_device))

    def _get_replication_factor(self) -> int:
        ipus = self._ipu_count()
        shards = pipelines.shards_of(range(self._shard_count()))
        if self._shard_count() > ipus:
            raise ValueError(
                f"Current device has {ipus} IPUs attached, however the current model requires a multiple of "
                f"{shards} IPUs."
            )
        return int(ipus // shards)

    def _accumulation(self, steps_per_execution: int) -> int:
        """Return the steps between two weight updates.

        Raises RuntimeError if they do not divide an execution, ValueError if a pipelined model has no such number.
        """
        options, pipelined = self._ipu.options, ""
        count = options.gradient_accumulation_steps_per_replica or 1
        if self._is_pipelined():
            pipelined = "pipelined "
            if options.pipelining_gradient_accumulation_steps_per_replica is None:
                raise ValueError(
                    "The model which you are attempting to train is pipelined, however "
                    "`gradient_accumulation_steps_per_replica` has not been set through "
                    "`set_pipelining_options()`. A pipeline always accumulates gradients when training."
                )
            count = options.pipelining_gradient_accumulation_steps_per_replica
        if steps_per_execution % count:
            raise RuntimeError(
                f"The {pipelined}model has been configured to use gradient accumulation for training, however the "
                f"current `steps_per_execution` value (set to {steps_per_execution}) is not divisible by "
                f"`gradient_accumulation_steps_per_replica` ({count}). You need to adjust one of them."
            )
        return count

    def _averages_metrics(self, mode: Mode | None) -> bool:
        """Return whether the device sums metrics, and sends them once for several steps."""
        accumulates = self._is_pipelined() and self._ipu.options.pipelining_accumulate_outfeed
        return bool(accumulates and mode in (Mode.FIT, Mode.EVALUATE))

    def _calls_back_by_step(self, mode: Mode | None) -> bool:
        asynchronous = mode is not None and self._ipu.options.asynchronous_callbacks
        return asynchronous and not self._averages_metrics(mode)

    def _check_feeds(self, element_spec: Any) -> None:
        """Check the options of the queues and the types of the data, as when the SDK creates the queues.

        Raises ValueError for options, FailedPreconditionError for types.
        """
        ipu_outfeed_queue.IPUOutfeedQueue(**self._ipu.options.outfeed_kwargs)
        prefetch_depth(self._ipu.options.infeed_kwargs.get("prefetch_depth"))
        refuse_feed_types(spec.dtype for spec in tf.nest.flatten(element_spec))

    def _check_program(self, steps_per_execution: int) -> None:
        """Check what the SDK checks when it creates the program for executions of so many steps."""
        mode = self._ipu.mode
        if mode is None:
            return
        accumulation = self._accumulation(steps_per_execution) if mode is Mode.FIT else 1
        self._check_overrides(mode, accumulation > 1)
        if self._is_pipelined():
            training = mode is Mode.FIT
            _pipelining.check(self, accumulation if training else steps_per_execution, training)
            return
        if accumulation > 1:
            _pipelining.check_optimizer(self)
            _pipelining.check_accumulation(self)
        _pipelining.check_machine(self)
        if mode is Mode.FIT:
            _pipelining.refuse_shared_norms(self)

    def _check_overrides(self, mode: Mode, accumulates: bool) -> None:
        """Refuse overridden steps and functions of Keras, as the SDK has its own."""
        way_out = (
            "when using Keras within an IPUStrategy. Either remove the override or set "
            "`enable_keras_extensions=False` when creating the IPUStrategy."
        )
        self._refuse_override(f"make_{mode.value}_function", training.Model, way_out)
        if mode is Mode.FIT and not version.before("3.1"):
            self._refuse_override("train_step", training.Model, way_out)
        self._validate_call_function()
        if self._is_pipelined():
            self._refuse_override(f"{mode.value}_step", training.Model, "for pipelined Keras models.")
        elif mode is Mode.FIT and version.before("3.1"):
            _older.check_train_step(self, accumulates)

    def _refuse_override(self, name: str, stock: type, where: str) -> None:
        if self._overridden(name, stock):
            raise RuntimeError(
                f"The function `{name}` for the model {self.name} has been overridden. This is not supported {where}"
            )

    def _overridden(self, name: str, stock: type) -> bool:
        original = getattr(self, "__original_class__", type(self))
        return getattr(original, name) is not getattr(stock, name) or name in self.__dict__

    def _log_batch_size(self, data_handler: Any) -> None:
        """Check accumulation with the original `steps_per_execution`, and log the effective batch size."""
        accumulation = self._accumulation(data_handler.steps_per_execution_value)
        replicas = data_handler.replication_factor * instance_collectives.count()
        if accumulation > 1 or replicas > 1:
            batch = (data_handler.batch_size or 1) * accumulation * replicas
            logging.info(
                "Training is%s%s%s, your effective batch size is %d.",
                " distributed" if replicas > 1 else " not distributed",
                f" and accumulating {accumulation} batches per optimizer step" if accumulation > 1 else "",
                f" across {replicas} replicas" if replicas > 1 else "",
                batch,
            )
        if version.before("3.1"):
            return
        updates = data_handler.steps_per_execution_value // accumulation
        logging.info(
            "Doing %d weight update%s per execution per replica, which is %d per epoch per replica.",
            updates,
            "s" if updates > 1 else "",
            data_handler.inferred_steps // accumulation,
        )

    def _log_executions(self, steps_per_execution: int) -> None:
        if steps_per_execution == 1:
            logging.info(
                "The model `%s` has been configured with only 1 steps per execution. Consider increasing "
                "`steps_per_execution` in `compile()` to improve performance.",
                self.name,
            )


def _with_two_axes(spec: Any) -> tuple[int | None, ...]:
    """Return the shape of an input as Keras has it: vectors get a second axis."""
    shape = tuple(spec.shape.as_list())
    return (*shape, 1) if len(shape) == 1 else shape


def _option(name: str) -> property:
    return property(lambda model: getattr(model._ipu.options, name))


for _field in fields(Options):
    setattr(KerasExtensionBase, "_" + _field.name, _option(_field.name))

_older.adapt(KerasExtensionBase)


__getattr__ = refuse_others("keras.ipu.extensions.extensions_base")
