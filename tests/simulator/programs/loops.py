"""Rules of programs of one's own: ipu_infeed_queue.py, ipu_outfeed_queue.py, pipelining_ops.py, … of the SDK."""

from __future__ import annotations

from typing import Any

from . import Machine, breaks


def feed(machine: Machine, strategy: Any, count: Any = None) -> Any:
    """An iterator over the numbers 1, 2, …, in the scope of a strategy."""
    data = machine.tf.data.Dataset.range(1, 9).map(lambda number: machine.tf.cast(number, "float32"))
    with strategy.scope():
        return iter(data.repeat(count))


def summed(machine: Machine, iterator: Any, steps: int) -> Any:
    """The sum of the next numbers."""
    total = 0.0
    for _ in machine.tf.range(steps):
        total += next(iterator)
    return total


def run(machine: Machine, strategy: Any, program: Any) -> Any:
    return strategy.run(machine.tf.function(program, jit_compile=True))


@breaks("ValueError", "is not fully defined. If using tf.Dataset.batch, set `drop_remainder=True`")
def an_open_feed(machine: Machine, broken: bool) -> Any:
    with machine.strategy().scope():
        return iter(machine.rows(drop_remainder=not broken)).element_spec[0].shape.as_list()


@breaks("RuntimeError", "can not be accessed in eager mode when inside 'IPUStrategy'")
def an_element_in_eager_mode(machine: Machine, broken: bool) -> Any:
    strategy = machine.strategy()
    iterator = feed(machine, strategy)
    return next(iterator) if broken else run(machine, strategy, lambda: summed(machine, iterator, 2))


@breaks("FailedPreconditionError", "calling `get_next()` multiple times on the same IPUInfeedQueue")
def two_elements_at_once(machine: Machine, broken: bool) -> Any:
    strategy = machine.strategy()
    iterator = feed(machine, strategy)
    return run(machine, strategy, lambda: next(iterator) + next(iterator) if broken else next(iterator))


@breaks("FailedPreconditionError", "Did you initialize the infeed_queue")
def an_uninitialised_feed(machine: Machine, broken: bool) -> Any:
    strategy = machine.strategy()
    queue = machine.ipu.ipu_infeed_queue.IPUInfeedQueue(machine.tf.data.Dataset.from_tensors(2.0).repeat())
    if not broken:
        queue.initializer  # noqa: B018  # starts it
    loop = machine.ipu.loops.repeat
    return run(machine, strategy, lambda: loop(3, lambda total, x: total * x, 1.0, queue))


@breaks("ValueError", "An outfeed can only be enqueued once")
def enqueued_twice(machine: Machine, broken: bool) -> Any:
    strategy, queue = machine.strategy(), machine.ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    iterator = feed(machine, strategy)

    def program() -> None:
        for _ in machine.tf.range(3):
            queue.enqueue(next(iterator))
        if broken:
            queue.enqueue(0.0)

    run(machine, strategy, program)
    return queue.dequeue()


@breaks("RuntimeError", "can only be iterated over if the `outfeed_mode` is")
def iterated_to_the_last(machine: Machine, broken: bool) -> Any:
    mode = machine.ipu.ipu_outfeed_queue.IPUOutfeedMode
    strategy = machine.strategy()
    queue = machine.ipu.ipu_outfeed_queue.IPUOutfeedQueue(mode.LAST if broken else mode.ALL)
    iterator = feed(machine, strategy)

    def program() -> None:
        for _ in machine.tf.range(3):
            queue.enqueue(next(iterator))

    run(machine, strategy, program)
    return list(queue)


@breaks("RuntimeError", "No variables to optimize")
def an_optimizer_of_nothing(machine: Machine, broken: bool) -> Any:
    return trained(machine, variables=not broken)


@breaks(
    "DeviceAborted",
    "Pipeline depth is invalid. Check that pipeline depth is divisible by the overlap length",
)
def a_depth_of_later(machine: Machine, broken: bool) -> Any:
    return trained(machine, machine.tf.constant(6 if broken else 4))


@breaks("ValueError", "which is not a resource")
def a_captured_tensor(machine: Machine, broken: bool) -> Any:
    return trained(machine, captures=broken)


@breaks("DeviceAborted", "Infeed dataset iterator out of range")
def a_loop_that_runs_dry(machine: Machine, broken: bool) -> Any:
    strategy = machine.strategy()
    iterator = feed(machine, strategy, 1)
    return run(machine, strategy, lambda: summed(machine, iterator, 9 if broken else 8))


@breaks("FailedPreconditionError", "Only a single ipu.pipeline() is allowed in a compiled program")
def two_pipelines(machine: Machine, broken: bool) -> Any:
    return trained(machine, pipelines=2 if broken else 1)


@breaks("FailedPreconditionError", "already been setup with a replication factor of 2 when it should have 1")
def a_feed_of_two_programs(machine: Machine, broken: bool) -> Any:
    strategy = machine.strategy(2)
    iterator = feed(machine, strategy)
    first = run(machine, strategy, lambda: summed(machine, iterator, 2))

    def spread() -> Any:
        with machine.ipu.scopes.ipu_shard(1 if broken else 0):
            return summed(machine, iterator, 2) + 0.0

    return [first, run(machine, strategy, spread)]


@breaks("FailedPreconditionError", "evenly divides the number of loop iterations")
def a_loop_of_half_an_update(machine: Machine, broken: bool) -> Any:
    tf, strategy = machine.tf, machine.strategy()
    with strategy.scope():
        weight = tf.Variable(1.0)
    descent = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    optimizer = machine.ipu.optimizers.GradientAccumulationOptimizerV2(descent, 4)

    def body(step: Any) -> Any:
        return step + 1.0, optimizer.apply_gradients([(step * weight, weight)])

    run(machine, strategy, lambda: machine.ipu.loops.repeat(6 if broken else 8, body, 1.0))
    return weight


def trained(
    machine: Machine, count: Any = 4, variables: bool = True, captures: bool = False, pipelines: int = 1
) -> Any:
    """The losses and the weight of a pipeline of two stages that learns by what factor to multiply."""
    tf, ops, strategy = machine.tf, machine.ipu.pipelining_ops, machine.strategy(2)
    iterator, queue = feed(machine, strategy), machine.ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    with strategy.scope():
        weight, optimizer = tf.Variable(1.0), machine.keras.optimizers.SGD(0.01)
    seen: list[Any] = []

    def first(x: Any) -> Any:
        seen[:] = [x]
        return x, x * weight

    def second(x: Any, scaled: Any) -> Any:
        return (scaled - 3.0 * (seen[0] if captures else x)) ** 2

    def update(loss: Any) -> Any:
        return ops.OptimizerFunctionOutput(optimizer, loss, variables=[weight] if variables else [])

    def program(number: Any) -> None:
        for _ in range(pipelines):
            ops.pipeline(
                [first, second],
                number if tf.is_tensor(count) else count,
                repeat_count=2,
                infeed_queue=iterator._infeed_queue,
                outfeed_queue=queue,
                optimizer_function=update,
                outfeed_loss=True,
            )

    strategy.run(tf.function(program, jit_compile=True), args=(tf.convert_to_tensor(count),))
    return [queue.dequeue(), weight]
