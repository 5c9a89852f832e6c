"""Run a traced program once for each replica, concurrently, and let the replicas exchange tensors.

Each replica runs the same function in a thread of its own, with its own variables, queues and index instead of those
that the function has captured. Replica 0 has the captured ones, so that the host reads its values, as on an IPU. An
exchange uses two queues for each replica: all send, replica 0 combines and answers. TensorFlow's queues wait without
blocking a thread, so that many replicas need no more threads than one.
"""

from __future__ import annotations

import functools
import threading
import weakref
from typing import Any, Callable, List, Sequence

import tensorflow as tf

from gpu2ipu.simulator.compiler.handles import leave_on_host, read_variable, variable_spec

from .._arguments import as_list
from . import program

Tensors = List[Any]

#: Attribute of a captured handle that is replaced by another one in each replica.
_MARK = "_ipu_replicated_resource"


class ReplicatedResource:
    """A resource that a program captures, and of which each replica has its own."""

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        """Return, for each replica, a mapping from the id of a captured handle to the handle to use."""
        raise NotImplementedError

    def close(self) -> None:
        """Cancel all waits for this resource, because a replica has failed."""


def mark(handle: Any, resource: ReplicatedResource) -> None:
    """Let replicas use the handles of `resource` instead of `handle`."""
    setattr(handle, _MARK, resource)


class _Channel(ReplicatedResource):
    """The queues of one exchange. The captured queues are only placeholders: each run has new ones."""

    def __init__(self, replicas: int, sent: Sequence[Any], received: Sequence[Any]) -> None:
        self.replicas = replicas
        self._sent, self._received = sent, received
        self.send, self.receive = _queue(sent), _queue(received)
        self.root_in = [_queue(sent) for _ in range(replicas)]
        self.root_out = [_queue(received) for _ in range(replicas)]
        self._running: list[Any] = []
        for queue in (self.send, self.receive, *self.root_in, *self.root_out):
            mark(queue.queue_ref, self)

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        to_root = [_queue(self._sent) for _ in range(replicas)]
        from_root = [_queue(self._received) for _ in range(replicas)]
        self._running = to_root + from_root
        placeholders = self.root_in + self.root_out
        shared = {id(mine.queue_ref): its.queue_ref for mine, its in zip(placeholders, self._running)}
        return [
            {
                **shared,
                id(self.send.queue_ref): to_root[index].queue_ref,
                id(self.receive.queue_ref): from_root[index].queue_ref,
            }
            for index in range(replicas)
        ]

    def close(self) -> None:
        for queue in self._running:
            queue.close(cancel_pending_enqueues=True)


class _Index(ReplicatedResource):
    """A variable with the index of the replica."""

    def __init__(self) -> None:
        self._values = [tf.Variable(0, trainable=False, dtype=tf.int32)]
        leave_on_host(self._values[0])
        mark(self._values[0].handle, self)

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        for index in range(len(self._values), replicas):
            self._values.append(tf.Variable(index, trainable=False, dtype=tf.int32))
        return [{id(self._values[0].handle): self._values[index].handle} for index in range(replicas)]

    def read(self) -> Any:
        return self._values[0].read_value()


_index: list[_Index] = []


def replica_index() -> Any:
    """Return the index of the replica that runs the program, as an int32 tensor."""
    if program.replicas() == 1:
        return tf.constant(0, tf.int32)
    if not _index:
        with tf.init_scope():
            _index.append(_Index())
    return _index[0].read()


def exchange(
    tensors: Tensors, combine: Callable[[list[Tensors]], list[Tensors]], specs: Sequence[Any]
) -> Tensors:
    """Pass the `tensors` of all replicas to `combine`, and return its result for this replica.

    `combine` takes and returns one list of tensors for each replica; `specs` are the types of one such result.
    """
    replicas = program.replicas()
    if replicas == 1:
        return combine([tensors])[0]
    exchanges = program.lockstep()
    if exchanges is not None:
        received: Tensors = exchanges.exchange(tensors, combine)
        return received
    with tf.init_scope():
        channel = _Channel(replicas, [tf.TensorSpec(part.shape, part.dtype) for part in tensors], specs)
    if tensors:
        channel.send.enqueue(tensors)

    def answer() -> None:
        given = [as_list(queue.dequeue()) if tensors else [] for queue in channel.root_in]
        for queue, result in zip(channel.root_out, combine(given)):
            queue.enqueue(result)

    tf.cond(tf.equal(replica_index(), 0), answer, lambda: None)
    received = as_list(channel.receive.dequeue())
    for part, spec in zip(received, specs):
        part.set_shape(spec.shape)
    return received


def _queue(specs: Sequence[Any]) -> Any:
    # A queue needs at least one component, even if nothing is sent.
    dtypes = [spec.dtype for spec in specs] or [tf.int32]
    shapes = [spec.shape for spec in specs] or [tf.TensorShape([])]
    return tf.queue.FIFOQueue(-1, dtypes, shapes=shapes)


class Replicas:
    """The replicas of the programs of one strategy, with the state that they keep between runs."""

    def __init__(self) -> None:
        """Start without any state."""
        self._copies: dict[int, list[Any]] = {}
        self._uploaded: dict[int, bytes] = {}
        self._last: Callable[[], Any] = lambda: None

    def attach(self, concrete: Any, replicas: int) -> None:
        """Make calls of `concrete` run on so many replicas."""
        if "_call_flat" in vars(concrete):
            del concrete._call_flat
        if replicas > 1:
            stock = concrete._call_flat

            def call_flat(inputs: Any, captured_inputs: Any, *rest: Any) -> Any:
                return self.run(concrete, stock, list(inputs), list(captured_inputs), replicas)

            concrete._call_flat = call_flat

    def run(self, concrete: Any, call: Any, inputs: Tensors, captured: Tensors, replicas: int) -> Any:
        """Run a function on all replicas, and return the result of the first; `call` runs it with inputs and captures.

        Raises what the first failing replica raises.
        """
        # Another program starts on all replicas with the values of the host, those of replica 0.
        same_program, self._last = self._last() is concrete, weakref.ref(concrete)
        inputs = [getattr(given, "handle", given) for given in inputs]  # an argument may be a variable
        resources = {id(found): found for found in (getattr(t, _MARK, None) for t in captured) if found}
        theirs: list[dict[int, Any]] = [{} for _ in range(replicas)]
        for resource in resources.values():
            for mine, handles in zip(theirs, resource.handles(replicas)):
                mine.update(handles)
        variables = [t for t in captured + inputs if variable_spec(t) is not None and id(t) not in theirs[0]]
        for handle in variables:
            for mine, copy in zip(theirs[1:], self._state(handle, replicas, same_program)):
                mine[id(handle)] = copy.handle
        runs = [
            functools.partial(call, *([mine.get(id(t), t) for t in given] for given in (inputs, captured)))
            for mine in theirs
        ]
        results = _together(runs, lambda: [resource.close() for resource in resources.values()])
        self._uploaded.update((id(handle), _bytes(handle)) for handle in variables)
        return results[0]

    def _state(self, handle: Any, replicas: int, same_program: bool) -> list[Any]:
        """Return the variables of all replicas but the first, set to the host's value if that is new."""
        copies = self._copies.get(id(handle))
        if copies is None or len(copies) != replicas - 1:
            copies = [tf.Variable(read_variable(handle), trainable=False) for _ in range(1, replicas)]
            self._copies[id(handle)] = copies
            weakref.finalize(handle, self._copies.pop, id(handle), None)
        elif not same_program or self._uploaded.get(id(handle)) != _bytes(handle):
            for copy in copies:
                copy.assign(read_variable(handle))
        return copies


def _bytes(handle: Any) -> bytes:
    return bytes(read_variable(handle).numpy().tobytes())


def _together(runs: Sequence[Callable[[], Any]], close: Callable[[], Any]) -> list[Any]:
    """Run calls concurrently and return their results; the first failure ends all of them, and is raised."""
    results: list[Any] = [None] * len(runs)
    failures: list[BaseException] = []

    def run(index: int) -> None:
        try:
            results[index] = runs[index]()
        except BaseException as failure:
            failures.append(failure)
            close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(runs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return results
