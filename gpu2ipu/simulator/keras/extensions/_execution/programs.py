"""Executions for which stock Keras has no function: replicas, accumulated gradients, pipelines, results by step.

One execution is one TensorFlow function. The step of a model is traced once, for one micro-batch, and called in loops:
for each step of a replica, and within it for each replica in turn. Replicas share the weights, and each has its own
metrics and statistics. The gradients of all replicas are summed, those of the steps between two updates are
accumulated, and the optimizer gets the result once.

Statistics and metrics change with each of these steps, except in a pipeline: a loop updates in place what is arithmetic
on the variable itself. Source: the compiler's passes inplace_finder and fuse_ops_into_poplar_ops (such updates become
in-place operations), and pipeline_copy_inserter, which undoes that and has no counterpart for loops; and the SDK warns
about these statistics in pipelines only. Other assignments of a step are copied back by a loop only with the update of
the weights (RepeatLoopVisitor::AddSequenceForAliasingCopy); here they take effect in each step as well.
graphcore/tensorflow, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Callable, Sequence

import tensorflow as tf
from keras.engine import training
from tensorflow.python.ipu import utils as ipu_utils
from tensorflow.python.ipu._device import accumulation, instance_collectives
from tensorflow.python.ipu._errors import not_emulated
from tensorflow.python.ipu._feeds import refuse_outfeed
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod

from gpu2ipu.simulator.compiler import tracing
from gpu2ipu.simulator.memory import programs
from gpu2ipu.simulator.memory.estimate import ProgramPart

from .. import _memory
from .._options import ReplicatedMetricReductionMethod
from .._state import Mode
from .aggregation import has_own_aggregator
from .micro_batch import Step, Tensors, supports_captured_gradients
from .replica_state import ReplicaState
from .results import Results
from .steps import value_of


@dataclass(frozen=True)
class Plan:
    """What a program depends on besides the model and the types of its data."""

    mode: Mode
    replicas: int = 1
    pipelined: bool = False
    # The steps of a replica between two updates of the weights; 1 if it does not train.
    accumulation: int = 1
    reduction: GradientAccumulationReductionMethod = GradientAccumulationReductionMethod.SUM
    metrics: ReplicatedMetricReductionMethod = ReplicatedMetricReductionMethod.NONE
    # Whether metrics are averaged over the steps between two updates, or over those of an execution.
    averages: bool = False
    by_step: bool = False
    # Whether all replicas get the same data, as in *_on_batch calls; the results are those of the first one.
    same_data: bool = False
    # Whether metrics are those of all replicas of all instances, as in the scope of a PopDistStrategy.
    global_metrics: bool = False
    # Whether an optimizer of TensorFlow 1 computes the gradients: stock Keras would bypass it.
    asks_optimizer: bool = False

    @property
    def is_training(self) -> bool:
        """True if the weights are updated."""
        return self.mode is Mode.FIT

    @property
    def lists_metrics(self) -> bool:
        """True if a metric is the list of its values on all replicas."""
        return self.metrics is ReplicatedMetricReductionMethod.LIST and self.replicas > 1

    @property
    def is_stock(self) -> bool:
        """True if the function of stock Keras computes the same."""
        in_pipeline = self.pipelined and self.mode is not Mode.PREDICT
        more_than_a_step = self.accumulation > 1 or self.replicas > 1 or self.by_step or self.global_metrics
        return not (in_pipeline or more_than_a_step or self.asks_optimizer)


def plan_of(model: Any, mode: Mode) -> Plan:
    """Return the plan of a model that has been built, for its current `steps_per_execution`.

    Raises what the SDK raises for replication and accumulation that do not fit.
    """
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
        global_metrics=getattr(model.distribute_strategy, "_reduces_metrics", False),
        asks_optimizer=mode is Mode.FIT and hasattr(model.optimizer, "get_grads"),
    )


def plan_on_batch(model: Any, mode: Mode) -> Plan:
    """Return the plan of a *_on_batch call: each IPU is a replica, and the options have no effect."""
    ipus = ipu_utils.local_ipus(model.distribute_strategy.extended._ipu_device)
    return Plan(mode, ipus, same_data=True)


class Runner:
    """The train, test or predict function of a model that runs one of these programs."""

    def __init__(self, model: Any, mode: Mode, plan: Callable[[Any, Mode], Plan] = plan_of) -> None:
        """The program is created for the first data; `plan` returns its plan."""
        self._model = model
        self._mode = mode
        self._plan = plan

    def __call__(self, iterator: Any) -> Any:
        """Run one execution, and return its final metrics or all of its predictions."""
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
        final = results.outputs() if self._mode is Mode.PREDICT else self._metrics(plan, results)
        is_of_one = plan.replicas > 1 and plan.metrics is ReplicatedMetricReductionMethod.NONE
        if self._mode is not Mode.PREDICT:
            means = results.means() if is_of_one and not plan.same_data else {}
            state.means_of_replicas[self._mode.call] = means
        if self._mode is Mode.FIT:
            _write_summaries(final, model._train_counter)
        return final

    @staticmethod
    def _metrics(plan: Plan, results: Results) -> Any:
        """Return the metrics. Raises NotEmulated for a sum or list over replicas of metrics that are those of all."""
        if not plan.global_metrics:
            return results.metrics()
        if plan.metrics not in (ReplicatedMetricReductionMethod.NONE, ReplicatedMetricReductionMethod.MEAN):
            raise not_emulated(f"the {plan.metrics.name} of metrics under a PopDistStrategy", "")
        means = results.means()
        reduced = instance_collectives.reduced(tf.nest.flatten(means), mean=True)
        return tf.nest.pack_sequence_as(means, reduced)


def _write_summaries(logs: Any, step: Any) -> None:
    """Write the summaries for TensorBoard that the step of Keras 2.6 writes, and that of newer Keras does not."""
    if hasattr(training, "write_scalar_summaries"):
        training.write_scalar_summaries(logs, step=step)


def _key(element_spec: Any) -> Any:
    return str(tf.nest.map_structure(lambda spec: (spec.shape.as_list(), spec.dtype.name), element_spec))


class ExecutionProgram:
    """The program of one execution, for one plan and one type of data."""

    def __init__(self, model: Any, plan: Plan, element_spec: Any) -> None:
        """Trace the program. Raises what the SDK's compiler raises."""
        self._model = model
        self._plan = plan
        scales = plan.is_training and hasattr(model.optimizer, "_apply_taken")
        self._sums_up, self._is_apart = _of_replicas(model, plan, scales)
        self._aggregate: Any = None
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
        """Trace the step of one micro-batch, and return its parts for the estimate of memory."""
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
        if not self._sums_up and not self._is_apart:
            self._aggregate = self._step.trace_aggregation(self._accumulators, self._plan.replicas)
        with programs.collected() as parts:
            self._apply = self._step.trace_update(self._accumulators, self._aggregate is not None)
        # Its inputs are the accumulators, which are not received from the host.
        return [replace(part, received=0) for part in parts]

    def _states(self, scales: bool) -> tuple[ReplicaState, ReplicaState]:
        """Return the state of each replica: the variables that steps change, and those that updates change."""
        model, replicas = self._model, self._plan.replicas
        counted = model.optimizer._statistics() if scales else []
        in_step = counted if _accumulates(self._plan) else []
        trained = [] if in_step else counted
        if self._is_apart:
            optimizer = model.optimizer
            trained = [*trained, *model.trainable_variables, *optimizer.weights, optimizer.iterations]
        return ReplicaState.of_model(model, in_step, replicas), ReplicaState([], trained, replicas)

    def _judge(self, parts: list[ProgramPart]) -> None:
        """Report the memory of the whole program. Raises ResourceExhaustedError if it is too large."""
        accumulates = self._plan.is_training and (self._plan.pipelined or self._plan.accumulation > 1)
        totals = _memory.accumulators(self._step.variables, self._accumulators) if accumulates else []
        programs.judge(parts, accumulators=totals)

    def run(self, iterator: Any) -> Results:
        """Run the steps of one execution on each replica."""
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
        """Build the graph of one execution, and return each result of all steps, of shape [steps, replicas, ...].

        The flags are true if the host has reset metrics, or if another program ran last: see `ReplicaState.begin`.
        """
        # The micro-batches of one weight update, or of one run of a pipeline in inference.
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
        """Return zero gradients for each replica, or for their sum only."""
        first = [1 if self._sums_up else self._plan.replicas]
        types = [(each.shape, dtype) for each, dtype in zip(self._step.variables, self._accumulators)]
        types += [(each.shape, each.dtype) for each in self._step.captured]
        return [tf.zeros(tf.TensorShape(first).concatenate(shape), dtype) for shape, dtype in types]

    def _update(self, totals: Tensors) -> None:
        """Update the weights with the gradients of all replicas; weights of single replicas one after the other."""
        if self._aggregate is not None:
            self._apply(*self._aggregate(*totals))
            return
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
        """Add gradients to the sums; captured ones replace the former ones, unless an option accumulates them."""
        factors = accumulation.scales(self._plan.reduction, index, count)
        sums = [accumulation.added(*pair, *factors) for pair in zip(totals, gradients)]
        own = len(self._step.variables)
        options = self._model._ipu.options.pipelining_kwargs
        return (
            sums
            if options.get("gradient_accumulation_for_captured_grads")
            else [*sums[:own], *gradients[own:]]
        )

    def _all_replicas(self, iterator: Any) -> tuple[Tensors, Tensors]:
        """Run one step of each replica: return results and gradients with an axis for replicas, or summed gradients."""
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
    """Return whether a gradient accumulation optimizer accumulates the gradients, not a pipeline."""
    return plan.accumulation > 1 and not plan.pipelined


def _of_replicas(model: Any, plan: Plan, scales: bool) -> tuple[bool, bool]:
    """Return whether the gradients of all replicas are summed, and whether each replica has weights of its own.

    An optimizer with a `gradient_aggregator` of the script's own gets the gradients of each, and returns those of all.
    An `ALSOptimizer` (`scales`) does not sum them: it passes its arguments by position, so that Keras's
    `experimental_aggregate_gradients` is off. Only an `ALSGradientAccumulationOptimizer` does; its gradients have been
    unscaled, unless the wrapped optimizer unscales them with the factor of its replica.
    """
    if not scales or plan.replicas == 1:
        return plan.replicas == 1 or not (plan.is_training and has_own_aggregator(model.optimizer)), False
    sums_up = _accumulates(plan)
    return sums_up, not sums_up or model.optimizer._unscales_sums


def _hands_on(model: Any, plan: Plan, is_apart: bool) -> bool:
    """Return whether the update gets captured gradients: in a pipeline, and if each replica has its own update."""
    in_update = plan.pipelined or (is_apart and not _accumulates(plan))
    return plan.is_training and in_update and supports_captured_gradients(model.optimizer)


def _refuse_captured(model: Any, plan: Plan, step: Step, is_apart: bool) -> None:
    """Raise NotEmulated if the optimizer of each replica would get captured gradients of its own."""
    takes = plan.is_training and not _accumulates(plan) and supports_captured_gradients(model.optimizer)
    if takes and step.captures and plan.replicas > 1 and not is_apart:
        why = ": train on one replica, or capture them with `GradientCaptureTape` in a loop of your own"
        raise not_emulated("an optimizer with captured gradients of several replicas", why)


def _loop(count: Any, body: Callable[..., Any], *state: Any) -> Any:
    """Run `body(index, *state)` for index 0 to `count` - 1, one after the other."""
    first = tf.constant(0)
    return tf.while_loop(lambda index, *_: index < count, body, (first, *state), parallel_iterations=1)


def _accumulator_types(model: Any, plan: Plan, variables: Sequence[Any]) -> list[Any]:
    """Return the accumulator type of each variable: its own, unless an option sets another."""
    options = model._ipu.options
    if plan.pipelined:
        wanted = options.pipelining_kwargs.get("gradient_accumulation_dtype")
    else:
        wanted = options.gradient_accumulation_optimizer_kwargs.get("dtype")
    return [accumulation.accumulator_dtype(variable, wanted) for variable in variables]
