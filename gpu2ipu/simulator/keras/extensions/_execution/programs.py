"""Executions that stock Keras has no function for: replicas, accumulated gradients, pipelines, results by step.

One execution is one function of TensorFlow. The steps of a model are traced once, as stock Keras makes them for one
micro-batch, and called in loops: for each step of a replica, and within it for each replica in turn. Replicas
have the same weights, and each its own metrics and statistics. The gradients of all replicas are added up,
those of the steps between two updates are accumulated, and the optimizer sees the result once.

Statistics and metrics move with each of these steps, unless in a pipeline: a loop changes in place what is arithmetic
on the variable itself. Source: the compiler's passes inplace_finder and fuse_ops_into_poplar_ops (such updates become
operations in place), and pipeline_copy_inserter, which takes that back and has no match for loops; and the SDK warns of
these statistics in pipelines only. What a step assigns otherwise, a loop copies back with the update of the weights
alone (RepeatLoopVisitor::AddSequenceForAliasingCopy); here it moves with each step as well. graphcore/tensorflow,
branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Callable, Sequence

import tensorflow as tf
from keras.engine import training
from tensorflow.python.ipu import _accumulation
from tensorflow.python.ipu import utils as ipu_utils
from tensorflow.python.ipu._errors import not_emulated
from tensorflow.python.ipu._feeds import refuse_outfeed
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod

from gpu2ipu.simulator.compiler import tracing
from gpu2ipu.simulator.memory import programs
from gpu2ipu.simulator.memory.estimate import ProgramPart

from .. import _memory
from .._options import ReplicatedMetricReductionMethod
from .._state import Mode
from .micro_batch import Step, Tensors, supports_captured_gradients
from .replica_state import ReplicaState
from .results import Results
from .steps import value_of


@dataclass(frozen=True)
class Plan:
    """What a program depends on, besides the model and the types of its data."""

    mode: Mode
    replicas: int = 1
    pipelined: bool = False
    # Of training: the steps of a replica between two updates of the weights.
    accumulation: int = 1
    reduction: GradientAccumulationReductionMethod = GradientAccumulationReductionMethod.SUM
    metrics: ReplicatedMetricReductionMethod = ReplicatedMetricReductionMethod.NONE
    # Whether metrics are averaged over the steps between two updates, or of an execution.
    averages: bool = False
    by_step: bool = False
    # Whether all replicas get the same data, as those of *_on_batch calls do; then the first one answers.
    same_data: bool = False
    # Whether an optimizer of TensorFlow 1 is asked for the gradients: stock Keras would compute them past it.
    asks_optimizer: bool = False

    @property
    def is_training(self) -> bool:
        """Whether the weights are updated."""
        return self.mode is Mode.FIT

    @property
    def lists_metrics(self) -> bool:
        """Whether a metric is shown as the list of its values on all replicas."""
        return self.metrics is ReplicatedMetricReductionMethod.LIST and self.replicas > 1

    @property
    def is_stock(self) -> bool:
        """Whether stock Keras's own function computes the same."""
        in_pipeline = self.pipelined and self.mode is not Mode.PREDICT
        more_than_a_step = self.accumulation > 1 or self.replicas > 1 or self.by_step
        return not (in_pipeline or more_than_a_step or self.asks_optimizer)


def plan_of(model: Any, mode: Mode) -> Plan:
    """The plan of a model that has been built, for the steps per execution that it has now."""
    options, pipelined = model._ipu.options, model._is_pipelined()
    return Plan(
        mode,
        model._get_replication_factor(),
        pipelined,
        model._accumulation(value_of(model._steps_per_execution)) if mode is Mode.FIT else 1,
        options.gradient_accumulation_reduction_method,
        ReplicatedMetricReductionMethod.NONE if pipelined else options.replicated_metric_reduction_method,
        model._averages_metrics(mode),
        model._calls_back_by_step(mode),
        asks_optimizer=mode is Mode.FIT and hasattr(model.optimizer, "get_grads"),
    )


def plan_on_batch(model: Any, mode: Mode) -> Plan:
    """The plan of a *_on_batch call: each IPU is a replica, and none of the options counts."""
    ipus = ipu_utils.get_num_of_ipus_in_device(model.distribute_strategy.extended._ipu_device)
    return Plan(mode, ipus, same_data=True)


class Runner:
    """The train, test or predict function of a model that takes one of these programs."""

    def __init__(self, model: Any, mode: Mode, plan: Callable[[Any, Mode], Plan] = plan_of) -> None:
        """The program is made when the first data comes; `plan` says which it is."""
        self._model = model
        self._mode = mode
        self._plan = plan

    def __call__(self, iterator: Any) -> Any:
        """Run one execution: the metrics of its end, or all its predictions."""
        model, state = self._model, self._model._ipu
        plan = self._plan(model, self._mode)
        key = (
            plan,
            _key(iterator.element_spec),
            id(getattr(model, "compiled_loss", None)),
            id(model.optimizer),
        )
        if key not in state.programs:
            state.programs[key] = ExecutionProgram(model, plan, iterator.element_spec)
        results = state.programs[key].run(iterator)
        steps = value_of(model._steps_per_execution)
        getattr(model, f"_{self._mode.value}_counter").assign_add(steps)
        state.step_results = results.by_step() if plan.by_step else None
        final = results.outputs() if self._mode is Mode.PREDICT else results.metrics()
        if self._mode is Mode.FIT:
            _write_summaries(final, model._train_counter)
        return final


def _write_summaries(logs: Any, step: Any) -> None:
    """For TensorBoard, what Keras 2.6 writes in its own step and newer Keras does not."""
    if hasattr(training, "write_scalar_summaries"):
        training.write_scalar_summaries(logs, step=step)


def _key(element_spec: Any) -> Any:
    return str(tf.nest.map_structure(lambda spec: (spec.shape.as_list(), spec.dtype.name), element_spec))


class ExecutionProgram:
    """A program for one plan and one type of data."""

    def __init__(self, model: Any, plan: Plan, element_spec: Any) -> None:
        """Trace the model's step. Raises what the SDK's compiler raises."""
        self._model = model
        self._plan = plan
        scales = plan.is_training and hasattr(model.optimizer, "_apply_taken")
        self._sums_up, self._is_apart = _of_replicas(model, plan, scales)
        parts = self._trace_step(element_spec, scales)
        self._accumulators = _accumulator_types(model, plan, self._step.variables)
        self._apply: Any = None
        if plan.is_training:
            parts += self._trace_update()
        self._own, self._trained = self._states(scales)
        self._judge(parts)
        flag = tf.TensorSpec([], tf.bool)
        types = [tf.data.IteratorSpec(element_spec), tf.TensorSpec([], tf.int32), flag, flag]
        self._execution = tracing.trace(self._execute, types)

    def _trace_step(self, element_spec: Any, scales: bool) -> list[ProgramPart]:
        """Trace the step of one micro-batch: its parts for the estimate of memory."""
        model, plan = self._model, self._plan
        with programs.collected() as parts:
            self._step = Step(
                model,
                plan.mode,
                element_spec,
                all_gradients=not plan.same_data,
                scales_back=plan.accumulation if scales and _accumulates(plan) else 0,
                hands_on=_hands_on(model, plan, self._is_apart),
            )
        _refuse_captured(model, plan, self._step, self._is_apart)
        refuse_outfeed([tf.TensorSpec(*result) for result in self._step.results])
        return [replace(parts[0], sent=self._step.bytes_of_results), *parts[1:]]

    def _trace_update(self) -> list[ProgramPart]:
        with programs.collected() as parts:
            self._apply = self._step.trace_update(self._accumulators)
        # Its input is what has been accumulated, or stays in place.
        return [replace(part, received=0) for part in parts]

    def _states(self, scales: bool) -> tuple[ReplicaState, ReplicaState]:
        """What each replica has for itself: what its steps change, and what its updates change."""
        model, replicas = self._model, self._plan.replicas
        counted = model.optimizer._statistics() if scales else []
        in_step = counted if _accumulates(self._plan) else []
        trained = [] if in_step else counted
        if self._is_apart:
            optimizer = model.optimizer
            trained = [*trained, *model.trainable_variables, *optimizer.weights, optimizer.iterations]
        return ReplicaState.of_model(model, in_step, replicas), ReplicaState([], trained, replicas)

    def _judge(self, parts: list[ProgramPart]) -> None:
        """Report the memory of the whole, and raise ResourceExhaustedError if it is too much."""
        accumulates = self._plan.is_training and (self._plan.pipelined or self._plan.accumulation > 1)
        totals = _memory.accumulators(self._step.variables, self._accumulators) if accumulates else []
        programs.judge(parts, accumulators=totals)

    def run(self, iterator: Any) -> Results:
        """Run as many steps on each replica as the model has in an execution."""
        state = self._model._ipu
        is_other = state.last_program is not self
        steps = tf.constant(value_of(self._model._steps_per_execution), tf.int32)
        stacks = self._execution(
            iterator, steps, tf.constant(is_other or state.metrics_were_reset), tf.constant(is_other)
        )
        state.last_program, state.metrics_were_reset = self, False
        if self._plan.same_data:
            first = [stack[:, :1] for stack in stacks]
            return Results(self._model, replace(self._plan, replicas=1), self._step.structure, first)
        return Results(self._model, self._plan, self._step.structure, stacks)

    def _execute(self, iterator: Any, steps: Any, new_metrics: Any, new_state: Any) -> Any:
        """One execution in a graph: each result of all its steps, of shape [steps, replicas, ...].

        The flags say that the host has reset metrics, or that another program ran last: see `ReplicaState.begin`.
        """
        # The micro-batches of one update of the weights, or of one run of a pipeline that does not train.
        count = self._plan.accumulation if self._plan.is_training or not self._plan.pipelined else steps
        self._own.begin(new_metrics, new_state)
        self._trained.begin(False, new_state)
        arrays = [
            tf.TensorArray(dtype, steps, element_shape=shape)
            for shape, dtype in self._step.of_replicas(self._plan.replicas)
        ]

        def update(number: Any, arrays: Any) -> Any:
            if self._plan.pipelined:
                self._own.keep()
            totals = self._no_gradients()

            def micro_batch(index: Any, totals: Any, arrays: Any) -> Any:
                results, gradients = self._all_replicas(iterator)
                step = number * count + index
                arrays = [array.write(step, result) for array, result in zip(arrays, results)]
                return index + 1, self._accumulate(totals, gradients, index, count), arrays

            _, totals, arrays = _loop(count, micro_batch, totals, arrays)
            if self._apply is not None:
                self._update(totals)
            return number + 1, arrays

        _, arrays = _loop(steps // count, update, arrays)
        self._own.end()
        self._trained.end()
        return [array.stack() for array in arrays]

    def _no_gradients(self) -> Tensors:
        """Zeros: of each replica, or of their sum, which is then the only one."""
        first = [self._plan.replicas if self._is_apart and not self._sums_up else 1]
        types = [(each.shape, dtype) for each, dtype in zip(self._step.variables, self._accumulators)]
        types += [(each.shape, each.dtype) for each in self._step.captured]
        return [tf.zeros(tf.TensorShape(first).concatenate(shape), dtype) for shape, dtype in types]

    def _update(self, totals: Tensors) -> None:
        """Update the weights with the gradients of all replicas; those that are apart, one after the other."""
        if not self._is_apart:
            self._apply(*[total[0] for total in totals])
            return

        def one(replica: Any) -> Any:
            self._trained.load(replica)
            if not self._plan.pipelined:
                self._own.load(replica)
            self._apply(*[total[0 if self._sums_up else replica] for total in totals])
            self._trained.save(replica)
            return (replica + 1,)

        _loop(self._plan.replicas, one)

    def _accumulate(self, totals: Tensors, gradients: Tensors, index: Any, count: Any) -> Tensors:
        """The sums so far; of captured gradients the last ones, unless an option says so."""
        factors = _accumulation.scales(self._plan.reduction, index, count)
        sums = [_accumulation.added(*pair, *factors) for pair in zip(totals, gradients)]
        own = len(self._step.variables)
        options = self._model._ipu.options.pipelining_kwargs
        return (
            sums
            if options.get("gradient_accumulation_for_captured_grads")
            else [*sums[:own], *gradients[own:]]
        )

    def _all_replicas(self, iterator: Any) -> tuple[Tensors, Tensors]:
        """One step of each replica: results and gradients with an axis for replicas, or the sum of the gradients."""
        replicas = self._plan.replicas
        arrays = [tf.TensorArray(dtype, replicas, element_shape=shape) for shape, dtype in self._step.results]
        if self._sums_up:
            found = [tf.zeros(spec.shape, spec.dtype) for spec in self._step.gradients]
        else:
            found = [
                tf.TensorArray(spec.dtype, replicas, element_shape=spec.shape)
                for spec in self._step.gradients
            ]

        shared = next(iterator) if self._plan.same_data else None

        def one(replica: Any, found: Any, arrays: Any) -> Any:
            self._own.load(replica)
            self._trained.load(replica)
            results, gradients = self._step(next(iterator) if shared is None else shared)
            self._own.save(replica)
            arrays = [array.write(replica, result) for array, result in zip(arrays, results)]
            if self._sums_up:
                return replica + 1, [total + part for total, part in zip(found, gradients)], arrays
            return replica + 1, [array.write(replica, part) for array, part in zip(found, gradients)], arrays

        _, found, arrays = _loop(replicas, one, found, arrays)
        gradients = [each[tf.newaxis] if self._sums_up else each.stack() for each in found]
        return [array.stack() for array in arrays], gradients


def _accumulates(plan: Plan) -> bool:
    """Whether an optimizer of its own accumulates the gradients."""
    return plan.accumulation > 1 and not plan.pipelined


def _of_replicas(model: Any, plan: Plan, scales: bool) -> tuple[bool, bool]:
    """Whether the gradients of all replicas are added up, and whether each replica has weights of its own.

    An `ALSOptimizer` (`scales`) adds nothing up: it hands its arguments on by position, so that Keras's
    `experimental_aggregate_gradients` is off. Only an `ALSGradientAccumulationOptimizer` does, whose gradients have
    been scaled back, unless the optimizer inside does that with the factor that its replica has.
    """
    if not scales or plan.replicas == 1:
        return True, False
    sums_up = _accumulates(plan)
    return sums_up, not sums_up or model.optimizer._unscales_sums


def _hands_on(model: Any, plan: Plan, is_apart: bool) -> bool:
    """Whether the update gets captured gradients: that of a pipeline, and that of each replica."""
    in_update = plan.pipelined or (is_apart and not _accumulates(plan))
    return plan.is_training and in_update and supports_captured_gradients(model.optimizer)


def _refuse_captured(model: Any, plan: Plan, step: Step, is_apart: bool) -> None:
    """Raise NotEmulated if each replica's optimizer would get captured gradients of its own."""
    takes = plan.is_training and not _accumulates(plan) and supports_captured_gradients(model.optimizer)
    if takes and step.captures and plan.replicas > 1 and not is_apart:
        why = ": train on one replica, or capture them with `GradientCaptureTape` in a loop of your own"
        raise not_emulated("an optimizer with captured gradients of several replicas", why)


def _loop(count: Any, body: Callable[..., Any], *state: Any) -> Any:
    """`body(index, *state)` for index 0 to `count` - 1, one after the other."""
    first = tf.constant(0)
    return tf.while_loop(lambda index, *_: index < count, body, (first, *state), parallel_iterations=1)


def _accumulator_types(model: Any, plan: Plan, variables: Sequence[Any]) -> list[Any]:
    """The type in which the gradients of each variable are accumulated: its own, unless an option says so."""
    options = model._ipu.options
    if plan.pipelined:
        wanted = options.pipelining_kwargs.get("gradient_accumulation_dtype")
    else:
        wanted = options.gradient_accumulation_optimizer_kwargs.get("dtype")
    return [_accumulation.accumulator_dtype(variable, wanted) for variable in variables]
