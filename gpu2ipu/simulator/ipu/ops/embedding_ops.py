"""Embedding lookups in tables on the device or on the host."""

from __future__ import annotations

import contextlib
from typing import Any

import tensorflow as tf

from .. import scopes
from .._device import accumulation, program
from .._errors import not_emulated, refuse_others

__all__ = [
    "HostEmbedding",
    "HostEmbeddingOptimizerSpec",
    "HostEmbeddingSGDGAOptimizerSpec",
    "create_host_embedding",
    "embedding_lookup",
]


def embedding_lookup(
    params: Any,
    ids: Any,
    serialization_factor: int = 1,
    indices_are_sorted: bool = False,
    name: str | None = None,
) -> Any:
    """Return the rows `ids` of the table `params`, which an IPU looks up in `serialization_factor` parts.

    The gradient of the table has all of its rows, as in the SDK. Raises ValueError if the factor does not divide the
    rows of the table.
    """
    factor = int(serialization_factor)
    if factor < 1:
        raise ValueError(f"serialization_factor has to be at least 1, but was {factor}.")
    rows = params.shape[0]
    if rows % factor:
        raise ValueError(
            f"The serialization_factor ({factor}) must divide the size of the 0th dimension of params ({rows})."
        )
    return _looked_up(tf.convert_to_tensor(params), tf.convert_to_tensor(ids))


@tf.custom_gradient  # type: ignore[untyped-decorator]
def _looked_up(table: Any, ids: Any) -> Any:
    def gradient(upstream: Any) -> Any:
        flat = tf.reshape(upstream, tf.concat([[-1], tf.shape(table)[1:]], axis=0))
        return tf.scatter_nd(tf.reshape(ids, [-1, 1]), flat, tf.shape(table, ids.dtype)), None

    return tf.gather(table, ids), gradient


class HostEmbeddingOptimizerSpec:
    """How the host trains a table: by gradient descent; not at all with a learning rate of 0."""

    def __init__(self, learning_rate: float, optimizer_name: str | None = None) -> None:
        """`learning_rate` is a number."""
        self._learning_rate = learning_rate
        self._optimizer_name = optimizer_name or "SGD"

    def get_learning_rate(self) -> float:
        """Return the learning rate."""
        return self._learning_rate

    def _updater(self, table: Any) -> Any:
        """Return a function of rows and their gradients that returns the operation that trains the table."""
        return lambda rows, gradients: self._descend(table, rows, gradients)

    def _descend(self, table: Any, rows: Any, gradients: Any) -> Any:
        return table.scatter_sub(tf.IndexedSlices(self._learning_rate * gradients, rows))


class HostEmbeddingSGDGAOptimizerSpec(HostEmbeddingOptimizerSpec):
    """Gradient descent with the sum of the gradients of several steps."""

    def __init__(self, learning_rate: float, accumulation_factor: int) -> None:
        """`accumulation_factor` is the number of steps between two updates."""
        super().__init__(learning_rate, "SGD+GA" if accumulation_factor > 1 else None)
        self._accumulation_factor = accumulation_factor

    def get_accumulation_factor(self) -> int:
        """Return the steps between two updates."""
        return self._accumulation_factor

    def _updater(self, table: Any) -> Any:
        if self._accumulation_factor <= 1:
            return super()._updater(table)
        waiting = accumulation.Accumulator(table.shape, table.dtype)
        countdown = accumulation.Countdown(self._accumulation_factor)

        def update(rows: Any, gradients: Any) -> Any:
            total = waiting.add(tf.scatter_nd(rows[:, tf.newaxis], gradients, table.shape))
            with tf.control_dependencies([total]):
                return tf.cond(countdown.advance(), apply, lambda: tf.constant(False))

        def apply() -> Any:
            with tf.control_dependencies([table.assign_sub(self._learning_rate * waiting.take())]):
                return tf.constant(True)

        return update


class HostEmbedding:
    """A table on the host in which programs on the IPU look up rows.

    Raises ValueError for a table that is no tensor, an unknown optimizer, and an unknown partition strategy.
    """

    def __init__(
        self,
        name: str,
        embedding_tensor: Any,
        partition_strategy: str = "TOKEN",
        optimizer_spec: HostEmbeddingOptimizerSpec | None = None,
    ) -> None:
        """`partition_strategy` affects where an IPU stores the table, and has no effect here."""
        if not tf.is_tensor(embedding_tensor) and not isinstance(embedding_tensor, tf.Variable):
            raise ValueError("HostEmbedding embedding_tensor is not a tensorflow tensor")
        if not isinstance(optimizer_spec, (type(None), HostEmbeddingOptimizerSpec)):
            raise ValueError("HostEmbedding optimizer_spec is not a HostEmbeddingOptimizerSpec or None")
        if partition_strategy not in ("TOKEN", "ENCODING"):
            raise ValueError(f"Unknown partition strategy {partition_strategy}")
        self._name = name
        self._embedding_tensor = embedding_tensor
        self._optimizer_spec = optimizer_spec or HostEmbeddingOptimizerSpec(0)

    def get_embedding_tensor(self) -> Any:
        """Return the table."""
        return self._embedding_tensor

    def register(self, session: Any = None) -> Any:
        """Return a context in which programs can use the table. Raises ValueError in graphs without a session."""
        if session is None and not tf.executing_eagerly():
            raise ValueError("HostEmbedding.register requires a session when eager execution is disabled.")
        return contextlib.nullcontext(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raise NotImplementedError: obsolete in the SDK as well."""
        raise NotImplementedError(
            "HostEmbedding.__call__ is not supported. Please use the context manager created with "
            "HostEmbedding.register."
        )

    def lookup(self, indices: Any, clip_indices: bool = True) -> Any:
        """Return the rows `indices`; their gradients train the table when the gradient of the loss is computed.

        Raises NotEmulated for several replicas.
        """
        if program.replicas() > 1:
            raise not_emulated("a HostEmbedding with several replicas", ": configure one IPU for it")
        table = self._embedding_tensor
        indices = tf.convert_to_tensor(indices)
        if clip_indices:
            indices = tf.clip_by_value(indices, 0, int(table.shape[0]) - 1)
        with scopes.on_host("host_embedding"):
            rows = tf.gather(table, indices)
        if self._optimizer_spec.get_learning_rate() == 0:
            return tf.stop_gradient(rows)
        with tf.compat.v1.variable_scope(self._name, reuse=tf.compat.v1.AUTO_REUSE):
            # The variable whose gradient is computed; the table is no variable of the program.
            dummy = tf.compat.v1.get_variable("__dummy", shape=[], dtype=table.dtype, trainable=True)
        return _trained(dummy, rows, tf.reshape(indices, [-1]), self._optimizer_spec._updater(table))


def _trained(dummy: Any, rows: Any, indices: Any, update: Any) -> Any:
    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def connected(dummy: Any, rows: Any) -> Any:
        def gradient(upstream: Any) -> Any:
            with scopes.on_host("host_embedding"):
                updated = update(indices, tf.reshape(upstream, [-1, rows.shape[-1]]))
            with tf.control_dependencies([updated]):
                return tf.zeros_like(dummy), None

        return tf.identity(rows), gradient

    return connected(dummy, tf.stop_gradient(rows))


def create_host_embedding(
    name: str,
    shape: Any,
    dtype: Any,
    partition_strategy: str = "TOKEN",
    optimizer_spec: HostEmbeddingOptimizerSpec | None = None,
    initializer: Any = None,
) -> HostEmbedding:
    """Create a `HostEmbedding` with a new table, of zeros unless there is an `initializer`."""
    values = tf.zeros(shape, dtype) if initializer is None else initializer
    table = tf.compat.v1.Variable(values, trainable=False, name=name, use_resource=True)
    return HostEmbedding(name, table, partition_strategy, optimizer_spec)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.embedding_ops")
