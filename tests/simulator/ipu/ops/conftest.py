"""Programs for tests of operations: one that gives arrays, one that runs on several replicas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def run(tf: Any, strategy: Any) -> Callable[..., Any]:
    """Runs a function as a program; gives arrays."""

    def call(function: Callable[[], Any]) -> Any:
        result = strategy.run(tf.function(function, jit_compile=True))
        return tf.nest.map_structure(lambda value: value.numpy(), result)

    return call


@pytest.fixture
def on_replicas(tf: Any, ipu: Any) -> Callable[[int, Callable[[Any], Any]], Any]:
    """Runs a function of the replica's number on so many replicas; gives the list of what they compute."""

    def call(replicas: int, function: Callable[[Any], Any]) -> Any:
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = replicas
        config.configure_ipu_system()
        queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

        @tf.function(jit_compile=True)
        def program() -> None:
            queue.enqueue(function(tf.cast(ipu.replication_ops.replication_index(), tf.float32)))

        ipu.ipu_strategy.IPUStrategy().run(program)
        return queue.dequeue().numpy()[0].tolist()

    return call
