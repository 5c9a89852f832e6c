"""Lookups in tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32


def test_lookups(tf: Any, ipu: Any, run: Any) -> None:
    table = tf.constant(np.arange(8, dtype=F32).reshape(4, 2))
    found = run(lambda: ipu.embedding_ops.embedding_lookup(table, tf.constant([[3], [0]]), 2))
    assert found.tolist() == [[[6, 7]], [[0, 1]]]
    with pytest.raises(ValueError, match="must divide the size of the 0th dimension of params"):
        ipu.embedding_ops.embedding_lookup(table, tf.constant([0]), 3)
    with pytest.raises(ValueError, match="has to be at least 1"):
        ipu.embedding_ops.embedding_lookup(table, tf.constant([0]), 0)


def test_the_gradient_has_all_rows(tf: Any, ipu: Any, strategy: Any, run: Any) -> None:
    with strategy.scope():
        table = tf.Variable(np.ones((4, 2), F32))

    def gradient() -> Any:
        with tf.GradientTape() as tape:
            found = ipu.embedding_ops.embedding_lookup(table, tf.constant([[3, 0], [3, 2]]))
            loss = tf.reduce_sum(found * [[[1.0], [2.0]], [[3.0], [4.0]]])
        return tape.gradient(loss, table)

    assert run(gradient).tolist() == [[2, 2], [0, 0], [4, 4], [4, 4]]


# Tables on the host.

TABLE = np.arange(10, dtype=F32).reshape(5, 2)
ROWS = np.array([[0, 1], [1, 4], [9, 0], [2, 2]], np.int32)  # 9 is clipped to 4


def trained(tf: Any, ipu: Any, spec: Any) -> tuple[Any, Any]:
    """What was looked up in each step, and the table in the end; the loss is the sum of the rows, each times 1, 2."""
    ops = ipu.embedding_ops
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        embedding = ops.create_host_embedding("host", [5, 2], tf.float32, "ENCODING", spec, initializer=TABLE)
        infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensor_slices(ROWS))
        outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
        optimizer = tf.compat.v1.train.GradientDescentOptimizer(7.0)  # its rate does not count

        def body(rows: Any) -> Any:
            found = embedding.lookup(rows)
            loss = tf.reduce_sum(found * [[1.0], [2.0]])
            train = optimizer.minimize(loss) if spec is not None else tf.no_op()
            return outfeed.enqueue(found), train

        with ipu.scopes.ipu_scope("/device:IPU:0"):
            program = ipu.ipu_compiler.compile(lambda: ipu.loops.repeat(4, body, infeed_queue=infeed))
        seen = outfeed.dequeue()
        session.run([infeed.initializer, tf.compat.v1.global_variables_initializer()])
        with pytest.raises(ValueError, match="register requires a session"):
            embedding.register()
        with embedding.register(session):
            session.run(program)
        return session.run(seen), session.run(embedding.get_embedding_tensor())


@pytest.mark.parametrize("every", [1, 2, 4])
def test_the_host_trains_its_table(tf: Any, ipu: Any, every: int) -> None:
    ops = ipu.embedding_ops
    spec = (
        ops.HostEmbeddingOptimizerSpec(0.5) if every == 1 else ops.HostEmbeddingSGDGAOptimizerSpec(0.5, every)
    )
    seen, table = trained(tf, ipu, spec)
    expected, waiting = TABLE.copy(), np.zeros_like(TABLE)
    for step, rows in enumerate(np.minimum(ROWS, 4)):
        np.testing.assert_allclose(seen[step], expected[rows])
        np.add.at(waiting, rows, np.array([[1.0], [2.0]], F32))
        if (step + 1) % every == 0:
            expected, waiting = expected - 0.5 * waiting, np.zeros_like(TABLE)
    np.testing.assert_allclose(table, expected)


def test_a_table_that_is_not_trained(tf: Any, ipu: Any) -> None:
    seen, table = trained(tf, ipu, None)
    assert np.array_equal(seen, TABLE[np.minimum(ROWS, 4)])
    assert np.array_equal(table, TABLE)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"embedding_tensor": [1.0]}, "embedding_tensor is not a tensorflow tensor"),
        ({"optimizer_spec": 0.5}, "optimizer_spec is not a HostEmbeddingOptimizerSpec or None"),
        ({"partition_strategy": "ROW"}, "Unknown partition strategy ROW"),
    ],
)
def test_arguments_of_a_host_embedding(tf: Any, ipu: Any, arguments: Any, message: str) -> None:
    given = {"embedding_tensor": tf.constant(TABLE), **arguments}
    with pytest.raises(ValueError, match=message):
        ipu.embedding_ops.HostEmbedding("host", **given)


def test_replicas_share_no_host_embedding(tf: Any, ipu: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    embedding = ipu.embedding_ops.HostEmbedding("host", tf.constant(TABLE))
    with pytest.raises(NotImplementedError, match="a HostEmbedding with several replicas"):
        ipu.ipu_strategy.IPUStrategy().run(tf.function(lambda: embedding.lookup(tf.constant([1]))))
    with pytest.raises(NotImplementedError, match="HostEmbedding.__call__ is not supported"):
        embedding([1])
