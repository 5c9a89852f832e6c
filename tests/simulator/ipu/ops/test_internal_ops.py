"""Queues of fixed length, printing, and hints."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_a_queue_of_fixed_length(tf: Any, ipu: Any, strategy: Any) -> None:
    outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

    @tf.function(jit_compile=True)
    def program() -> None:
        for step in tf.range(1, 6):
            outfeed.enqueue(ipu.internal_ops.fifo(step, 2))

    strategy.run(program)
    assert outfeed.dequeue().numpy().tolist() == [0, 0, 1, 2, 3]
    assert int(ipu.internal_ops.fifo(tf.constant(3), 0)) == 3


def test_printing_in_a_program(tf: Any, ipu: Any, strategy: Any, capfd: pytest.CaptureFixture[str]) -> None:
    @tf.function(jit_compile=True)
    def program() -> Any:
        for step in tf.range(2):
            ipu.internal_ops.print_tensor(step, "step")
        return tf.constant(0)

    strategy.run(program)
    assert "step: 0\nstep: 1\n" in capfd.readouterr().err


def test_remapping_keeps_values(tf: Any, ipu: Any, logged: list[str]) -> None:
    assert float(ipu.internal_ops.remap(ipu.internal_ops.remap_deduce(tf.constant(1.0)))) == 1.0
    assert logged == ["remap is a Graphcore internal op"]


def test_the_number_of_an_iteration(tf: Any, ipu: Any, strategy: Any) -> None:
    counter = ipu.internal_ops.get_current_iteration_counter

    def body(total: Any) -> Any:
        inner = tf.cond(total > -1, lambda: counter(), lambda: tf.constant(100))
        (nested,) = tf.nest.flatten(ipu.loops.repeat(2, lambda x: x + counter(), [tf.constant(0)]))
        return total + 10 * inner + nested

    @tf.function(jit_compile=True)
    def program() -> Any:
        return counter(), ipu.loops.repeat(4, body, [tf.constant(0)])

    first, total = strategy.run(program)
    assert (int(first), int(total)) == (0, 10 * (0 + 1 + 2 + 3) + 4 * (0 + 1))


def test_the_number_of_a_micro_batch(tf: Any, ipu: Any, strategy: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    stages = [lambda: ipu.internal_ops.get_current_iteration_counter(), lambda number: number + 10]

    @tf.function(jit_compile=True)
    def program() -> None:
        ipu.pipelining_ops.pipeline(stages, 4, repeat_count=2, outfeed_queue=queue)

    strategy.run(program)
    assert tf.nest.flatten(queue.dequeue())[0].numpy().tolist() == [10, 11, 12, 13] * 2


def test_the_number_in_a_loop_of_tensorflow(tf: Any, ipu: Any, strategy: Any) -> None:
    @tf.function(jit_compile=True)
    def program() -> None:
        for _ in tf.range(2):
            ipu.internal_ops.get_current_iteration_counter()

    with pytest.raises(NotImplementedError, match="loop with `ipu.loops.repeat`"):
        strategy.run(program)
