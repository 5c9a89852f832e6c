"""Trace a pipeline as nested loops: over its rounds, and over the micro-batches of a round."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf

from gpu2ipu.simulator.memory import programs
from gpu2ipu.simulator.memory.values import stage_scope

from .._arguments import as_list, of_element
from .._device import accumulation, machine, program
from .._errors import BAD_DEPTH
from . import pipelines, stage_state, update_tensors
from .pipeline_options import PipelineOptions

#: Attribute of the graph of a function that contains a pipeline.
_HAS_PIPELINE = "_ipu_has_pipeline"


def trace(options: PipelineOptions) -> Any:
    """Add the operations of a pipeline to the current graph, and return the one that ends it.

    Raises FailedPreconditionError for a second pipeline in the program, and for a count that the layout does not allow;
    what stages and optimizers raise is passed on.
    """
    program.require_shards(max(options.devices) + 1)
    _refuse_second_pipeline()
    _note_placement(options)
    count = tf.cast(tf.convert_to_tensor(options.gradient_accumulation_count, dtype_hint=tf.int32), tf.int32)
    rules = (options.devices, options.pipeline_schedule.name, options.training)
    static = tf.get_static_value(count)
    tracer = _Tracer(options, count * options.batch_serialization_iterations)
    with tf.control_dependencies([_assert_fits(count, rules)] if static is None else []):
        done = _loop(options.repeat_count, tracer.round)
    if static is not None:
        pipelines.check_count(int(static), *rules)  # the compiler checks after tracing
    return done.op


def _note_placement(options: PipelineOptions) -> None:
    placement = programs.placement_of(
        options.devices,
        options.pipeline_schedule.name,
        vars(options),
        machine.settings(),
        program.replicas(),
    )
    programs.note_placement(tf.compat.v1.get_default_graph(), placement)


def _refuse_second_pipeline() -> None:
    """Raise FailedPreconditionError if the traced function already contains a pipeline."""
    graph: Any = tf.compat.v1.get_default_graph()
    while type(graph).__name__ in ("WhileBodyFuncGraph", "CondBranchFuncGraph"):
        graph = graph.outer_graph
    if hasattr(graph, "outer_graph") and hasattr(graph, _HAS_PIPELINE):
        raise tf.errors.FailedPreconditionError(
            None,
            None,
            "Only a single ipu.pipeline() is allowed in a compiled program. Make a program of its own, with its own "
            "`strategy.run`, for each.",
        )
    setattr(graph, _HAS_PIPELINE, True)


def _assert_fits(count: Any, rules: tuple[Any, ...]) -> Any:
    devices, *_ = rules
    fits = [number for number in range(1, 2 + 4 * len(devices)) if _fits(number, rules)]
    smallest = fits[0]
    is_multiple = len(fits) < 2 or fits[1] != smallest + 1
    good = tf.equal(count % smallest, 0) if is_multiple else count >= smallest
    return tf.debugging.Assert(good, [BAD_DEPTH, count])


def _fits(count: int, rules: tuple[Any, ...]) -> bool:
    try:
        pipelines.check_count(count, *rules)
    except tf.errors.FailedPreconditionError:
        return False
    return True


def _loop(count: Any, body: Callable[[Any], Any]) -> Any:
    """Run `body(index)` `count` times; the operations that it returns run before the next index."""

    def step(index: Any) -> Any:
        with tf.control_dependencies([made for made in body(index) if made is not None]):
            return index + 1

    count = tf.convert_to_tensor(count, tf.int32)
    return tf.while_loop(lambda index: index < count, step, [tf.constant(0)], parallel_iterations=1)[0]


class _Tracer:
    """Traces one pipeline; each stage is traced once, as in the SDK."""

    def __init__(self, options: PipelineOptions, count: Any) -> None:
        self._options = options
        self._count = count
        given = options.inputs if options.inputs is not None else []
        self._inputs = [tf.convert_to_tensor(value) for value in as_list(given)]
        self._gradients: list[tuple[Any, Any]] = []  # accumulator (None for no gradient) and variable
        self._sums: list[Any] = []  # nested structures of accumulators for the outfeed
        self._captured: Any = None
        self._output: Any = None
        self._updated = False  # whether the last micro-batch updates the weights
        self._state = stage_state.StageState()

    def round(self, _: Any) -> list[Any]:
        """Trace all micro-batches of a round, and the update that follows them."""
        last = _loop(self._count, self._micro_batch)
        with tf.control_dependencies([last]):
            updated = [] if self._updated else [made for made in self._update() if made is not None]
        with tf.control_dependencies([last, *updated]):
            return [last, *updated, self._send_sums(), *self._state.end_round()]

    def _micro_batch(self, index: Any) -> list[Any]:
        graph = tf.compat.v1.get_default_graph()
        known = len(graph.get_operations())
        with program.counting(index):
            results = self._results(index)
        made = graph.get_operations()[known:]
        is_last = tf.equal(index, self._count - 1)
        with tf.control_dependencies([each for each in results if each is not None]):
            done = [*results, *self._state.end_micro_batch(made, is_last)]
        self._updated = self._needs_micro_batch()
        if not self._updated:
            return done
        with tf.control_dependencies([each for each in done if each is not None]):
            return [update_tensors.update_after(is_last, self._update)]

    def _needs_micro_batch(self) -> bool:
        """Return whether the optimizer holds a tensor of the micro-batch, which the loop around it cannot read."""
        output = self._output
        if output is None:
            return False
        held = (output.opt, output.apply_gradients_args, output.apply_gradients_kwargs)
        return any(map(update_tensors.is_computed_in_loop, update_tensors.tensors_in(held)))

    def _results(self, index: Any) -> list[Any]:
        outputs = self._stages(index)
        if self._options.training:
            return self._train(index, as_list(outputs))
        if _is_nothing(outputs):
            return [outputs] if isinstance(outputs, tf.Operation) else []
        if not self._options.outfeed_queue:
            raise _no_outfeed(outputs)
        packed = outputs if isinstance(outputs, dict) or tf.is_tensor(outputs) else as_list(outputs)
        return self._send(packed)

    # Stages.

    def _stages(self, index: Any) -> Any:
        """Trace the stages for micro-batch `index`, and return the result of the last one.

        Raises ValueError if a stage captures a tensor, UnimplementedError if stages on different IPUs share a variable.
        """
        values: Any = self._inputs
        users: dict[int, tuple[int, int]] = {}
        stages = zip(self._options.computational_stages, self._options.device_mapping)
        for number, (stage, device) in enumerate(stages):
            # Identities: each stage is a function of its own in the SDK.
            args = tf.nest.map_structure(tf.identity, _arguments(values))
            kwargs: dict[str, Any] = {}
            if number == 0 and self._options.infeed_queue:
                fed, kwargs = of_element(self._options.infeed_queue._dequeue())
                args = args + fed
            graph = tf.compat.v1.get_default_graph()
            known = len(graph.get_operations())
            with tf.name_scope(stage_scope(number)):
                values = _call(stage, args, kwargs)
            made = graph.get_operations()[known:]
            _refuse_captures(graph, made, [args, kwargs, index])
            _refuse_shared(made, number, device, users)
        return values

    # Training.

    def _train(self, index: Any, outputs: list[Any]) -> list[Any]:
        """Trace what follows a micro-batch in training: send its results and accumulate its gradients."""
        options = self._options
        self._output = output = options.optimizer_function(*outputs)
        sent = self._send_results(output.loss, outputs)
        pairs = _gradients(output)
        kept, scale = accumulation.scales(options.reduction_method, index, self._count)
        totals = []
        for gradient, variable in pairs:
            accumulator = None
            if gradient is not None:
                dtype = accumulation.accumulator_dtype(variable, options.gradient_accumulation_dtype)
                accumulator = accumulation.Accumulator(variable.shape, dtype, variable)
                totals.append(accumulator.add(tf.convert_to_tensor(gradient), kept, scale))
            self._gradients.append((accumulator, variable))
        return sent + totals + self._capture(output, kept, scale)

    def _capture(self, output: Any, kept: Any, scale: Any) -> list[Any]:
        """Accumulate captured gradients, with the same factors as those of the variables."""
        source = output.captured_gradients_source
        captured = source.captured_gradients if source is not None else None
        if not captured:
            return []
        accumulate = self._options.gradient_accumulation_for_captured_grads
        totals: list[Any] = []

        def one(gradient: Any) -> Any:
            accumulator = accumulation.Accumulator(gradient.shape, gradient.dtype)
            # Without accumulation the update gets those of the last micro-batch.
            totals.append(
                accumulator.add(gradient, kept if accumulate else 0.0, scale if accumulate else None)
            )
            return accumulator

        self._captured = {tag: [one(gradient) for gradient in found] for tag, found in captured.items()}
        return totals

    def _update(self) -> list[Any]:
        """Update the weights and send captured gradients; in inference there is nothing to do."""
        if not self._options.training:
            return []
        output = self._output
        pairs = [(total.take() if total else None, variable) for total, variable in self._gradients]
        kwargs = dict(output.apply_gradients_kwargs)
        sent = None
        if self._captured:
            captured = {tag: [total.take() for total in found] for tag, found in self._captured.items()}
            if getattr(output.opt, "supports_captured_grads", False):
                kwargs["captured_grads"] = captured
            if output.captured_gradient_outfeed:
                sent = output.captured_gradient_outfeed.enqueue(captured)
        return [output.opt.apply_gradients(pairs, *output.apply_gradients_args, **kwargs), sent]

    # Outfeed.

    def _send_results(self, loss: Any, outputs: list[Any]) -> list[Any]:
        """Send the loss, or the outputs that are not masked. Raises ValueError without an outfeed."""
        options = self._options
        if options.outfeed_loss:
            if not options.outfeed_queue:
                raise ValueError("An outfeed_queue must be provided when outfeed_loss is True")
            return self._send(loss)
        mask = options.outfeed_mask or [False] * len(outputs)
        if len(mask) != len(outputs):
            raise ValueError(
                f"The last computational stage has {len(outputs)} outputs, but the `outfeed_mask` has elements "
                f"{len(mask)} - these need to match in size."
            )
        shown = [output for hidden, output in zip(mask, outputs) if not hidden]
        if shown and not options.outfeed_queue:
            raise _no_outfeed(shown)
        return self._send(shown) if shown else []

    def _send(self, structure: Any) -> list[Any]:
        if not self._options.accumulate_outfeed:
            return [self._options.outfeed_queue.enqueue(structure)]
        totals: list[Any] = []

        def add(value: Any) -> Any:
            dtype = accumulation.accumulator_dtype(value, self._options.accumulate_outfeed_dtype)
            accumulator = accumulation.Accumulator(value.shape, dtype)
            totals.append(accumulator.add(value))
            return accumulator

        self._sums = [tf.nest.map_structure(add, part) for part in as_list(structure)]
        return totals

    def _send_sums(self) -> Any:
        if not self._sums:
            return None
        values = tf.nest.map_structure(lambda total: total.take(), self._sums)
        return self._options.outfeed_queue.enqueue(values[0] if self._options.outfeed_loss else values)


def _gradients(output: Any) -> list[tuple[Any, Any]]:
    """Return gradients and variables, as the optimizer computes them. Raises RuntimeError without variables."""
    if not output.keras:
        pairs = output.opt.compute_gradients(
            output.loss, *output.compute_gradients_args, **output.compute_gradients_kwargs
        )
        return list(pairs)
    variables = list(output.tape.watched_variables() if output.tape else output.variables)
    if not variables:
        raise RuntimeError(
            "No variables to optimize. When using OptimzerV2, OptimizerFunctionOutput must contain a list of "
            "variables or a GradientTape."
        )
    if hasattr(output.opt, "get_gradients"):
        return list(zip(output.opt.get_gradients(output.loss, variables), variables))
    # Optimizers of newer Keras clip gradients only when they apply them.
    return list(zip(tf.gradients(output.loss, variables), variables))


def _call(stage: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """Call a stage, or the parallel parts of one: they get the same values, and their results are concatenated."""
    if not isinstance(stage, (list, tuple)):
        return stage(*args, **kwargs)
    return [value for part in stage for value in as_list(part(*args, **kwargs))]


def _refuse_captures(graph: Any, made: list[Any], args: Any) -> None:
    """Raise ValueError if a stage captures a tensor of the program instead of getting it as an argument."""
    own = {id(op) for op in made}
    given = {id(tensor) for tensor in tf.nest.flatten(args) if tf.is_tensor(tensor)}
    captured = {id(inside): outside for outside, inside in getattr(graph, "captures", ())}
    for op in made:
        for tensor in op.inputs:
            outside = captured.get(id(tensor))
            is_value = tensor.dtype == tf.resource or hasattr(outside, "numpy") or tensor.op.type == "Const"
            if id(tensor) in given or is_value or (id(tensor.op) in own and outside is None):
                continue
            raise ValueError(
                f"Trying to capture the tensor {tensor.name} which is not a resource. This tensor needs to be "
                "passed as either part of the `input` or `infeed_queue` of the pipeline."
            )


def _refuse_shared(made: list[Any], number: int, device: Any, users: dict[int, tuple[int, int]]) -> None:
    """Raise UnimplementedError if stages on different IPUs use one variable."""
    for op in made:
        for tensor in op.inputs:
            if tensor.dtype != tf.resource or op.type not in ("ReadVariableOp", "ResourceGather"):
                continue
            first = users.setdefault(id(tensor), (number, device))
            if first[1] != device:
                raise tf.errors.UnimplementedError(
                    None,
                    None,
                    f"The variable {tensor.name} is used by the pipeline stages {first[0]} and {number}, on the "
                    f"IPUs {first[1]} and {device}, but an input can only be used by pipeline stages on the "
                    "same IPU. Map the stages to one IPU with `device_mapping`.",
                )


def _no_outfeed(outputs: Any) -> Exception:
    names = ", ".join(str(output) for output in as_list(outputs))
    return ValueError(
        f"The last computational stage has tensor outputs: {names}, but no outfeed_queue has been provided."
    )


def _is_nothing(outputs: Any) -> bool:
    return (
        outputs is None
        or isinstance(outputs, tf.Operation)
        or (isinstance(outputs, (list, tuple)) and not outputs)
    )


def _arguments(values: Any) -> list[Any]:
    return [] if values is None or isinstance(values, tf.Operation) else as_list(values)
