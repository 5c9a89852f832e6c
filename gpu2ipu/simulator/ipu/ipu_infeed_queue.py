"""Infeeds: queues with which a program on the IPU reads a dataset, one element in each step of a loop.

With several replicas consecutive elements go to the replicas in turn; an incomplete group ends the data. Source:
infeed_iterator.cc of the SDK.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any, Callable, Iterable

import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops, iterator_ops

from gpu2ipu.simulator.compiler.handles import outermost

from ._arguments import of_element
from ._device import program, replication
from ._errors import refuse_others
from ._feeds import device_ordinal as checked_ordinal
from ._feeds import prefetch_depth as checked_depth
from ._feeds import refuse_feed_types

__all__ = ["IPUInfeedQueue", "IPUIterator", "IPUOwnedIterator", "install_dataset_iterators"]

#: Attribute of the resource of a feed: its `_Dealing`.
_FEED = "_ipu_feed"


@dataclass
class _Dealing:
    """What a feed contains, and for how many replicas; None until a program reads it."""

    element_spec: Any
    replicas: int | None = None


#: Attribute of the graph of a program: the queue that it reads.
_QUEUE = "_ipu_infeed_queue"


class IPUInfeedQueue:
    """Feeds the elements of a dataset to a loop or pipeline on the IPU.

    With several replicas each takes the next element in turn. Raises ValueError if the shape of an element is not fully
    defined, and for a `prefetch_depth` outside 1 to 255 (None and 0 mean 3); FailedPreconditionError for types.
    """

    def __init__(
        self,
        dataset: Any,
        device_ordinal: int | None = None,
        prefetch_depth: int | None = None,
        optimise_latency: bool = False,
        **kwargs: Any,
    ) -> None:
        """`prefetch_depth` and `optimise_latency` affect the speed of an IPU, and have no effect here."""
        _require_defined_shapes(dataset.element_spec)
        self._prefetch_depth = checked_depth(prefetch_depth)
        self._device_ordinal = checked_ordinal(device_ordinal)
        self._dataset = dataset
        self._structure = dataset.element_spec
        self._iterator: Any = None
        if not tf.executing_eagerly():
            self._iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
        self._initialized = self._dequeued = False
        self._blocks: Any = weakref.WeakSet()

    @classmethod
    def _of_iterator(cls, iterator: Any, take: Callable[[], Any]) -> IPUInfeedQueue:
        """Create the queue of an iterator of a strategy; `take` returns its next element."""
        queue = cls.__new__(cls)
        queue._structure = iterator.element_spec
        queue._take = take  # type: ignore[method-assign]
        queue._iterator = iterator
        queue._dequeued = False
        queue._initialized = True
        queue._blocks = weakref.WeakSet()
        return queue

    def _take(self) -> Any:
        if self._iterator is None:
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                "Trying to access an infeed dataset iterator which has not been created. Did you initialize "
                "the infeed_queue? Access its `initializer` first.",
            )
        return self._iterator.get_next()

    def _dequeue(self) -> Any:
        """Return the next element, inside a program; with several replicas each gets the next one."""
        flat = tf.nest.flatten(self._structure, expand_composites=True)
        refuse_feed_types(spec.dtype for spec in flat)
        self._refuse_second_element()
        self._dequeued = True

        def deal(replicas: list[Any]) -> list[Any]:
            return [tf.nest.flatten(self._take(), expand_composites=True) for _ in replicas]

        if program.replicas() == 1:
            return self._take()
        element = replication.exchange([], deal, flat)
        return tf.nest.pack_sequence_as(self._structure, element, expand_composites=True)

    def _refuse_second_element(self) -> None:
        if program.current() is None:
            return
        if self._iterator is not None:
            _refuse_second_queue(self._iterator)
        block = tf.compat.v1.get_default_graph()
        if block in self._blocks:
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                "Currently calling `get_next()` multiple times on the same IPUInfeedQueue in the same "
                "computation block is not supported.",
            )
        self._blocks.add(block)

    @property
    def dequeued(self) -> bool:
        """True if a loop or pipeline has used this queue."""
        return self._dequeued

    @property
    def number_of_tuple_elements(self) -> int:
        """The number of arguments that an element is passed as to the body of a loop."""
        args, kwargs = of_element(self._structure)
        return len(args) + len(kwargs)

    @property
    def initializer(self) -> Any:
        """An operation that starts at the first element of the dataset; in eager mode that is done at once."""
        if tf.executing_eagerly():
            self._initialized = True
            with tf.device("cpu"):
                self._iterator = iterator_ops.OwnedIterator(self._dataset)
            setattr(self._iterator._iterator_resource, _FEED, _Dealing(self._structure))
            return None
        if self._initialized:
            raise ValueError("The IPUInfeedQueue `initializer` function can only be accessed once.")
        self._initialized = True
        return self._iterator.initializer

    @property
    def deleter(self) -> Any:
        """An operation that deletes the queue; in eager mode that is done at once."""
        if tf.executing_eagerly():
            self._iterator = None
            return None
        return tf.no_op()

    def get_next(self) -> Any:
        """Raise ValueError: obsolete in the SDK as well."""
        raise ValueError(
            "`get_next()` is now obsolete as the IPUInfeedQueue is now automatically dequeued by the loop."
        )


class IPUIterator(iterator_ops.OwnedIterator):  # type: ignore[misc]
    """An iterator over a dataset whose elements are only read inside a program.

    Raises ValueError if the shape of an element is not fully defined. Keywords are those of `IPUInfeedQueue`.
    """

    def __init__(
        self, dataset: Any = None, components: Any = None, element_spec: Any = None, **kwargs: Any
    ) -> None:
        """Start at the first element of `dataset`; TensorFlow passes the other arguments."""
        if dataset is None and components is None:
            raise ValueError("Either `dataset` or both `infeed_spec` and `element_spec` need to be provided.")
        if dataset is None:
            super().__init__(components=components, element_spec=element_spec)
        else:
            IPUInfeedQueue(dataset, **kwargs)  # for its checks
            super().__init__(dataset)
            if tf.executing_eagerly():
                setattr(self._iterator_resource, _FEED, _Dealing(self.element_spec))
        self._infeed_queue = IPUInfeedQueue._of_iterator(self, super()._next_internal)

    @property
    def _type_spec(self) -> Any:
        return _IPUIteratorSpec(self.element_spec)

    def _next_internal(self) -> Any:
        if tf.executing_eagerly():
            raise RuntimeError(
                "The elements of a dataset can not be accessed in eager mode when inside 'IPUStrategy'. Take "
                "them in a 'tf.function' with 'jit_compile=True', or pass 'enable_dataset_iterators=False' "
                "to the strategy."
            )
        return self._infeed_queue._dequeue()

    def get_next(self, *args: Any, **kwargs: Any) -> Any:
        """Return the next element; only inside a `tf.function`."""
        return self._next_internal()

    def get_next_as_optional(self) -> Any:
        """Raise NotImplementedError: not supported by the SDK either."""
        raise NotImplementedError("IPU Dataset iterator does not support get_next_as_optional().")

    def _gather_saveables_for_checkpoint(self) -> Any:
        raise NotImplementedError("IPU Dataset iterator is not currently saveable.")

    def _serialize_to_tensors(self) -> Any:
        # Newer TensorFlow calls this instead of the method above.
        raise NotImplementedError("IPU Dataset iterator is not currently saveable.")


class IPUOwnedIterator(IPUIterator):
    """The iterator that `iter(dataset)` returns in the scope of an `IPUStrategy`."""


class _IPUIteratorSpec(iterator_ops.IteratorSpec):  # type: ignore[misc]
    """The type of such an iterator as an argument of a `tf.function`: it is passed by its resource."""

    @property
    def value_type(self) -> type:
        return IPUOwnedIterator

    def _from_components(self, components: Any) -> Any:
        return IPUOwnedIterator(components=components, element_spec=self._element_spec)

    @staticmethod
    def from_value(value: Any) -> _IPUIteratorSpec:
        return _IPUIteratorSpec(value.element_spec)


def share_out(tensors: Iterable[Any], replicas: int) -> None:
    """Note that a program with so many replicas reads the feeds among `tensors`, its captured resources.

    Raises FailedPreconditionError for a feed that a program for another number of replicas has read.
    """
    for tensor in tensors:
        feed: _Dealing | None = getattr(tensor, _FEED, None)
        if feed is None:
            continue
        if feed.replicas not in (None, replicas):
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                f"Iterator for feed of {feed.element_spec} has already been setup with a replication factor of "
                f"{feed.replicas} when it should have {replicas}. Infeeds can not be shared by programs with different "
                "replication factors: make one for each.",
            )
        feed.replicas = replicas


def _refuse_second_queue(iterator: Any) -> None:
    """Raise FailedPreconditionError if the program already reads another queue."""
    graph: Any = tf.compat.v1.get_default_graph()
    while hasattr(getattr(graph, "outer_graph", None), "outer_graph"):
        graph = graph.outer_graph
    resource = outermost(iterator._iterator_resource)
    if not hasattr(resource, "numpy") and resource.graph is not graph:
        return  # an argument of a function inside the program may be any queue
    if getattr(graph, _QUEUE, resource) is not resource:
        raise tf.errors.FailedPreconditionError(
            None, None, "Currently multiple IPUInfeedQueue in the same program are not supported."
        )
    setattr(graph, _QUEUE, resource)


def _require_defined_shapes(element_spec: Any) -> None:
    for spec in tf.nest.flatten(element_spec):
        if not spec.shape.is_fully_defined():
            raise ValueError(
                f"The shape {spec.shape} of an element is not fully defined. If using tf.Dataset.batch, "
                "set `drop_remainder=True`."
            )


def install_dataset_iterators() -> None:
    """Make `iter(dataset)` create the iterator of the current strategy."""
    stock: Callable[[Any], Any] = dataset_ops.DatasetV2.__iter__

    def __iter__(self: Any) -> Any:
        strategy = tf.distribute.get_strategy()
        wants_own = getattr(strategy, "_enable_dataset_iterators", None)
        return IPUOwnedIterator(self) if wants_own is not None and wants_own() else stock(self)

    dataset_ops.DatasetV2.__iter__ = __iter__


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_infeed_queue")
