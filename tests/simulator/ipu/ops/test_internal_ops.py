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
