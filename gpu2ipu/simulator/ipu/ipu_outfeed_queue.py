"""Outfeeds: queues with which a program on the IPU sends values to the host, one in each step of a loop."""

from __future__ import annotations

import collections
import enum
import threading
import weakref
from typing import Any, Iterable, Iterator

import tensorflow as tf

from ._device import replication
from ._device.machine import has_flag
from ._errors import refuse_others
from ._feeds import device_ordinal as checked_ordinal
from ._feeds import refuse_outfeed

__all__ = ["IPUOutfeedMode", "IPUOutfeedQueue", "IPUOutfeedQueueIterator", "ScopedIPUOutfeedQueue"]


class IPUOutfeedMode(enum.Enum):
    """Which values `dequeue` returns: all since the last call, or only the last one."""

    ALL = "all"
    LAST = "get_last"


class IPUOutfeedQueue(Iterable[Any]):
    """Collects the values that a program enqueues, until the host dequeues them.

    Raises ValueError for an `outfeed_mode` that is no `IPUOutfeedMode`, and a `buffer_depth` below 1.
    """

    def __init__(
        self,
        outfeed_mode: IPUOutfeedMode | None = None,
        device_ordinal: int | None = None,
        buffer_depth: int = 3,
        optimise_latency: bool = False,
    ) -> None:
        """`buffer_depth` and `optimise_latency` affect the speed of an IPU, and have no effect here."""
        self._outfeed_mode = outfeed_mode or IPUOutfeedMode.ALL
        if not isinstance(self._outfeed_mode, IPUOutfeedMode):
            raise ValueError(
                "Expected `outfeed_mode` value to be of `ipu_outfeed_queue.IPUOutfeedMode` type, but is "
                f"{type(outfeed_mode)}."
            )
        self._device_ordinal = checked_ordinal(device_ordinal)
        if buffer_depth <= 0:
            raise ValueError("Outfeed buffer depth cannot be less than 1")
        self._buffer_depth = buffer_depth
        self._structure: Any = None
        self._store: _Store | None = None
        self._enqueuing_thread: int | None = None
        # The graphs that enqueue, with all enclosing graphs.
        self._graphs: Any = weakref.WeakSet()

    def enqueue(self, tensors: Any) -> Any:
        """Add and return an operation that sends `tensors`, a structure of them, to the host.

        Raises ValueError if the program already enqueues to this queue, FailedPreconditionError and
        InvalidArgumentError for tensors that an outfeed does not support.
        """
        if self.enqueued:
            raise ValueError("An outfeed can only be enqueued once. Enqueue one structure of all tensors.")
        flat = [tf.convert_to_tensor(tensor) for tensor in tf.nest.flatten(tensors)]
        refuse_outfeed(flat)
        self._structure = tf.nest.map_structure(lambda _: None, tensors)
        operation = self._store_for(flat).enqueue(flat)
        self._enqueuing_thread = threading.get_ident()
        self._enqueuing_graph = graph = tf.compat.v1.get_default_graph()
        while graph is not None:
            self._graphs.add(graph)
            graph = getattr(graph, "outer_graph", None)
        return operation

    def _store_for(self, flat: list[Any]) -> _Store:
        specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in flat]
        if self._store is None or self._store.specs != specs:
            self._store = _Store(specs)
        return self._store

    @property
    def enqueued(self) -> bool:
        """True if the current program, or one inside it, enqueues to this queue."""
        if self._enqueuing_thread is None:
            return False
        if self._enqueuing_thread != threading.get_ident():
            return self._enqueuing_graph in self._graphs
        return tf.compat.v1.get_default_graph() in self._graphs

    def dequeue(self, wait_for_completion: bool = False) -> Any:
        """Return what has been enqueued since the last call, in the structure that was enqueued.

        In mode ALL the first axis is for the enqueued values; the next one for the replicas, if there are several.
        Without a program that enqueues it returns an empty list in eager mode; else it raises ValueError.
        """
        if not self.enqueued or self._store is None:
            if tf.executing_eagerly() and threading.get_ident() != self._enqueuing_thread:
                return []
            raise ValueError("Trying to dequeue an outfeed which has not been enqueued.")
        all_of_them = self._outfeed_mode is IPUOutfeedMode.ALL
        flat = self._store.dequeue(synthetic=has_flag("--use_synthetic_data"))
        if not all_of_them:
            flat = [_last(values) for values in flat]
        return tf.nest.pack_sequence_as(self._structure, flat)

    @property
    def deleter(self) -> Any:
        """An operation that deletes the queue; in eager mode that is done at once."""
        if tf.executing_eagerly():
            self._store = None
            return None
        return tf.no_op()

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the enqueued values. Raises RuntimeError outside of eager mode, and unless the mode is ALL."""
        if not tf.executing_eagerly():
            raise RuntimeError("IPUOutfeedQueue can only be iterated over in eager mode.")
        if self._outfeed_mode is not IPUOutfeedMode.ALL:
            raise RuntimeError(
                "IPUOutfeedQueue can only be iterated over if the `outfeed_mode` is set to "
                "'IPUOutfeedMode.ALL'."
            )
        return IPUOutfeedQueueIterator(self)


class IPUOutfeedQueueIterator(Iterator[Any]):
    """Iterates over the values of an outfeed, one enqueued value at a time, until none is left."""

    def __init__(self, outfeed_queue: IPUOutfeedQueue) -> None:
        """Iterate over the present and future values of `outfeed_queue`."""
        self._outfeed_queue = outfeed_queue
        self._waiting: Any = collections.deque()

    def __next__(self) -> Any:
        """Return the next value; dequeue again once all are used."""
        if not self._waiting:
            results = self._outfeed_queue.dequeue()
            flat = tf.nest.flatten(results)
            for index in range(int(flat[0].shape[0]) if flat else 0):
                self._waiting.append(tf.nest.pack_sequence_as(results, [values[index] for values in flat]))
        if not self._waiting:
            raise StopIteration
        return self._waiting.popleft()


class ScopedIPUOutfeedQueue(IPUOutfeedQueue):
    """An outfeed that is deleted with its last reference. Raises RuntimeError outside of eager mode."""

    def __init__(self, outfeed_mode: IPUOutfeedMode | None = None, device_ordinal: int | None = None) -> None:
        """See `IPUOutfeedQueue`."""
        if not tf.executing_eagerly():
            raise RuntimeError("ScopedIPUOutfeedQueue can only be created in eager mode")
        super().__init__(outfeed_mode=outfeed_mode, device_ordinal=device_ordinal)


class _Store(replication.ReplicatedResource):
    """The values of one outfeed: a queue for each replica."""

    def __init__(self, specs: list[Any]) -> None:
        self.specs = specs
        self._queues = [self._make()]
        self._replicas = 1
        if hasattr(self._queues[0].queue_ref, "numpy"):
            replication.mark(self._queues[0].queue_ref, self)

    def _make(self) -> Any:
        with tf.init_scope():
            shapes = [spec.shape for spec in self.specs]
            return tf.queue.FIFOQueue(-1, [spec.dtype for spec in self.specs], shapes=shapes)

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        while len(self._queues) < replicas:
            self._queues.append(self._make())
        self._replicas = replicas
        first = id(self._queues[0].queue_ref)
        return [{first: queue.queue_ref} for queue in self._queues[:replicas]]

    def enqueue(self, flat: list[Any]) -> Any:
        return self._queues[0].enqueue(flat)

    def dequeue(self, synthetic: bool) -> list[Any]:
        queues = self._queues[: self._replicas]
        # While the program runs, one replica may be ahead of another.
        ready = tf.reduce_min([queue.size() for queue in queues])
        taken = [tf.nest.flatten(queue.dequeue_many(ready)) for queue in queues]
        if len(queues) > 1:
            taken = [[tf.stack(parts, axis=1) for parts in zip(*taken)]]
        return [values[:0] for values in taken[0]] if synthetic else taken[0]


def _last(values: Any) -> Any:
    if values.shape[0] == 0:
        raise tf.errors.InvalidArgumentError(
            None, None, "Trying to get the last value of an outfeed that has received none."
        )
    return values[-1]


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_outfeed_queue")
