"""The program that is being traced for an IPU: the IPUs of its device, and the shards and number of its replicas.

`IPUStrategy.run` enters a program while TensorFlow traces the function; operations that depend on replicas or IPUs
look here. Outside of a program there is one replica.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterator

import tensorflow as tf

from gpu2ipu.simulator.compiler.enclosing_loop import innermost_loop

from . import machine


@dataclass(frozen=True)
class TracedProgram:
    """A program for a device with `ipus` IPUs, of which each replica takes `shards`."""

    ipus: int = 1
    shards: int = 1

    def __post_init__(self) -> None:
        """Check the layout as the compiler does; raises what `machine.check_layout` raises."""
        machine.check_layout(self.ipus, self.shards)

    @property
    def replicas(self) -> int:
        """The number of replicas of the program."""
        return self.ipus // self.shards


class MoreShards(BaseException):
    """The program needs more IPUs than assumed at the start of its trace: trace it again with `shards`.

    Not an Exception, so that neither the user's program nor AutoGraph catches it.
    """

    def __init__(self, shards: int) -> None:
        super().__init__(f"{shards} shards")
        self.shards = shards


_local = threading.local()


@contextlib.contextmanager
def entered(program: TracedProgram) -> Iterator[None]:
    """Make `program` the current program in this context."""
    outer, _local.program = current(), program
    try:
        yield
    finally:
        _local.program = outer


@contextlib.contextmanager
def by_keras() -> Iterator[None]:
    """Note that Keras runs what is traced in this context, and handles the replicas itself."""
    outer, _local.keras_traces = keras_traces(), {}
    try:
        yield
    finally:
        _local.keras_traces = outer


def is_by_keras() -> bool:
    """Return whether Keras handles the replicas of what is traced in this thread."""
    return keras_traces() is not None


def keras_traces() -> dict[Any, Any] | None:
    """Return what has been traced in this call of a function of Keras, None outside of one."""
    found: dict[Any, Any] | None = getattr(_local, "keras_traces", None)
    return found


def current() -> TracedProgram | None:
    """Return the program that is being traced in this thread, None if there is none."""
    program: TracedProgram | None = getattr(_local, "program", None)
    return program


class Lockstep:
    """The exchanges between replicas of code that Keras runs once for each of them, one after the other.

    `exchange` gives one replica what all have sent; where that is not known yet, it raises Waiting, and the code runs
    again once it is.
    """

    class Waiting(BaseException):
        """What one replica sends, and how the tensors of all are combined.

        Not an Exception, so that the user's code does not catch it.
        """

        def __init__(self, tensors: list[Any], combine: Callable[[list[Any]], list[Any]]) -> None:
            super().__init__("an exchange")
            self.tensors = tensors
            self.combine = combine

    def __init__(self, replicas: int, replica: int, known: list[list[Any]]) -> None:
        """`known` are the results of the first exchanges, for each replica."""
        self.replicas = replicas
        self._results = [results[replica] for results in known]
        self._next = 0

    def exchange(self, tensors: list[Any], combine: Callable[[list[Any]], list[Any]]) -> Any:
        """Return the result of the next exchange for this replica."""
        if self._next == len(self._results):
            raise Lockstep.Waiting(tensors, combine)
        self._next += 1
        return self._results[self._next - 1]


def lockstep() -> Lockstep | None:
    """Return the exchanges of the replica whose code is traced in this thread, None for any other code."""
    found: Lockstep | None = getattr(_local, "lockstep", None)
    return found


def in_lockstep(replicas: int, call: Callable[[int], Any]) -> tuple[list[Any], int]:
    """Call a function with the number of each replica. Return the results, and the number of exchanges."""
    known: list[list[Any]] = []
    while True:
        results, waiting = [], []
        for replica in range(replicas):
            _local.lockstep = Lockstep(replicas, replica, known)
            try:
                results.append(call(replica))
            except Lockstep.Waiting as sent:
                waiting.append(sent)
            finally:
                _local.lockstep = None
        if not waiting:
            return results, len(known)
        known.append(waiting[0].combine([each.tensors for each in waiting]))


def replicas() -> int:
    """Return the number of replicas of the current program."""
    exchanges = lockstep()
    if exchanges is not None:
        return exchanges.replicas
    program = current()
    return program.replicas if program else 1


def require_shards(count: int) -> None:
    """Note that the current program needs `count` IPUs per replica, rounded up to a power of two.

    Raises MoreShards if the program is being traced with fewer.
    """
    program = current()
    shards = 1 << (count - 1).bit_length()
    if program is None:
        getattr(_local, "shards", []).append(shards)
    elif program.shards < shards:
        raise MoreShards(shards)


@contextlib.contextmanager
def counted_shards() -> Iterator[list[int]]:
    """Collect the shards that code traced in this context needs, at least 1, without a program to trace again."""
    outer, _local.shards = getattr(_local, "shards", None), [1]
    try:
        yield _local.shards
    finally:
        _local.shards = outer if outer is not None else []


@contextlib.contextmanager
def repeated(iterations: Any) -> Iterator[None]:
    """Note the number of iterations of the loop that is traced in this context, if it is known."""
    known = None if iterations is None else tf.get_static_value(tf.convert_to_tensor(iterations))
    outer, _local.iterations = getattr(_local, "iterations", None), None if known is None else int(known)
    try:
        yield
    finally:
        _local.iterations = outer


def iterations() -> int | None:
    """Return the number of iterations of the innermost loop of the SDK, None if unknown."""
    known: int | None = getattr(_local, "iterations", None)
    return known


@contextlib.contextmanager
def counting(index: Any) -> Iterator[None]:
    """Note that `index` is the iteration counter of the loop whose body is traced in this context."""
    outer = getattr(_local, "counter", (None, None))
    _local.counter = innermost_loop(), index
    try:
        yield
    finally:
        _local.counter = outer


def counter() -> Any:
    """Return the iteration counter of the innermost loop: 0 outside of loops, None in loops of TensorFlow's own."""
    loop, index = getattr(_local, "counter", (None, None))
    innermost = innermost_loop()
    if innermost is None:
        return tf.constant(0)
    return index if innermost is loop else None
