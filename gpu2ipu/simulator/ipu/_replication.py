"""Runs a traced program once for each replica, at the same time, and lets the replicas exchange tensors.

Each replica runs the same function in a thread of its own, with its own variables, queues and index in the
place of those that the function has captured. Replica 0 has the originals, so that the host reads its values,
as from an IPU. An exchange is a pair of queues for each replica: all send, replica 0 combines and answers.
TensorFlow's queues wait without holding a thread, so that many replicas need no more threads than one.
"""

from __future__ import annotations

import functools
import threading
import weakref
from typing import Any, Callable, List, Sequence

import tensorflow as tf

from gpu2ipu.simulator.compiler.handles import read_variable, variable_spec

from . import _program
from ._arguments import as_list

Tensors = List[Any]

#: Set on a captured resource that is another one in each replica.
_MARK = "_ipu_replicated_resource"


class ReplicatedResource:
    """A resource that a program captures, and that each replica shall have as its own."""

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        """For each replica, what stands for a handle: id of the captured handle -> handle to use."""
        raise NotImplementedError

    def close(self) -> None:
        """Wake whoever waits for this resource, because a replica has failed."""


def mark(handle: Any, resource: ReplicatedResource) -> None:
    """Let replicas use what `resource` says in the place of `handle`."""
    setattr(handle, _MARK, resource)


class _Channel(ReplicatedResource):
    """The queues of one exchange. The captured ones are only placeholders: each run has new ones."""

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
    """A variable that holds the number of the replica."""

    def __init__(self) -> None:
        self._values = [tf.Variable(0, trainable=False, dtype=tf.int32)]
        mark(self._values[0].handle, self)

    def handles(self, replicas: int) -> list[dict[int, Any]]:
        for index in range(len(self._values), replicas):
            self._values.append(tf.Variable(index, trainable=False, dtype=tf.int32))
        return [{id(self._values[0].handle): self._values[index].handle} for index in range(replicas)]

    def read(self) -> Any:
        return self._values[0].read_value()


_index: list[_Index] = []


def replica_index() -> Any:
    """The number of the replica that runs the program: an int32 tensor."""
    if _program.replicas() == 1:
        return tf.constant(0, tf.int32)
    if not _index:
        with tf.init_scope():
            _index.append(_Index())
    return _index[0].read()


def exchange(
    tensors: Tensors, combine: Callable[[list[Tensors]], list[Tensors]], specs: Sequence[Any]
) -> Tensors:
    """Give all replicas' `tensors` to `combine`, and to each replica what it returns for it.

    `combine` takes and gives one list of tensors for each replica; `specs` are the types of one such result.
    """
    replicas = _program.replicas()
    if replicas == 1:
        return combine([tensors])[0]
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
    # Even a queue for nothing needs an element.
    dtypes = [spec.dtype for spec in specs] or [tf.int32]
    shapes = [spec.shape for spec in specs] or [tf.TensorShape([])]
    return tf.queue.FIFOQueue(-1, dtypes, shapes=shapes)


class Replicas:
    """The replicas of one strategy's programs, with the state that they keep from run to run."""

    def __init__(self) -> None:
        """Nothing has run yet."""
        self._copies: dict[int, list[Any]] = {}
        self._uploaded: dict[int, bytes] = {}
        self._last: Callable[[], Any] = lambda: None

    def attach(self, concrete: Any, replicas: int) -> None:
        """From now on a call of `concrete` runs it on so many replicas."""
        if "_call_flat" in vars(concrete):
            del concrete._call_flat
        if replicas > 1:
            stock = concrete._call_flat

            def call_flat(inputs: Any, captured_inputs: Any, *rest: Any) -> Any:
                return self.run(concrete, stock, list(inputs), list(captured_inputs), replicas)

            concrete._call_flat = call_flat

    def run(self, concrete: Any, call: Any, inputs: Tensors, captured: Tensors, replicas: int) -> Any:
        """The result of the first replica; `call` is how `concrete` runs with these inputs and what it has captured."""
        # Another program finds on all replicas what the host has: the values of replica 0.
        same_program, self._last = self._last() is concrete, weakref.ref(concrete)
        inputs = [getattr(given, "handle", given) for given in inputs]  # a variable may be an argument
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
        """The variable of each replica but the first, with the host's value unless it has one of its own."""
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
    """The results of calls that run at the same time; the first failure ends all of them, and is raised."""
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
