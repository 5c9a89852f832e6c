"""The program that is being traced for an IPU: over how many IPUs it is spread, and how often replicated.

`IPUStrategy.run` enters a program while TensorFlow traces the function; operations that depend on replicas or
on IPUs ask here. Outside of a program there is one replica.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from typing import Any, Iterator

import tensorflow as tf

from gpu2ipu.simulator.compiler.enclosing_loop import innermost_loop

from . import _machine


@dataclass(frozen=True)
class TracedProgram:
    """A device with `ipus` IPUs, of which each replica takes `shards`."""

    ipus: int = 1
    shards: int = 1

    def __post_init__(self) -> None:
        """Raise what the compiler raises if the device cannot be shared out so."""
        _machine.check_layout(self.ipus, self.shards)

    @property
    def replicas(self) -> int:
        """How many copies of the program run at once."""
        return self.ipus // self.shards


class MoreShards(BaseException):
    """The program needs more IPUs than was assumed when its trace began: trace it again with `shards`.

    No Exception, so that neither the user's program nor autograph takes it for a mistake.
    """

    def __init__(self, shards: int) -> None:
        super().__init__(f"{shards} shards")
        self.shards = shards


_local = threading.local()


@contextlib.contextmanager
def entered(program: TracedProgram) -> Iterator[None]:
    """Let what is traced in this context belong to `program`."""
    outer, _local.program = current(), program
    try:
        yield
    finally:
        _local.program = outer


@contextlib.contextmanager
def by_keras() -> Iterator[None]:
    """Note that Keras runs what is traced in this context, and that it sees to the replicas itself."""
    outer, _local.by_keras = is_by_keras(), True
    try:
        yield
    finally:
        _local.by_keras = outer


def is_by_keras() -> bool:
    """Whether Keras sees to the replicas of what is traced in this thread."""
    return bool(getattr(_local, "by_keras", False))


def current() -> TracedProgram | None:
    """The program that is being traced in this thread, None outside."""
    program: TracedProgram | None = getattr(_local, "program", None)
    return program


def replicas() -> int:
    """The number of replicas of the current program."""
    program = current()
    return program.replicas if program else 1


def require_shards(count: int) -> None:
    """Note that the current program is spread over `count` IPUs, or more: to the next power of two."""
    program = current()
    shards = 1 << (count - 1).bit_length()
    if program is None:
        getattr(_local, "shards", []).append(shards)
    elif program.shards < shards:
        raise MoreShards(shards)


@contextlib.contextmanager
def counted_shards() -> Iterator[list[int]]:
    """The shards that what is traced in this context asks for, at least 1; it is no program that could be retraced."""
    outer, _local.shards = getattr(_local, "shards", None), [1]
    try:
        yield _local.shards
    finally:
        _local.shards = outer if outer is not None else []


@contextlib.contextmanager
def repeated(iterations: Any) -> Iterator[None]:
    """Note how often the loop that is traced in this context repeats, as far as it is known."""
    known = None if iterations is None else tf.get_static_value(tf.convert_to_tensor(iterations))
    outer, _local.iterations = getattr(_local, "iterations", None), None if known is None else int(known)
    try:
        yield
    finally:
        _local.iterations = outer


def iterations() -> int | None:
    """How often the innermost loop of the SDK repeats, None if that is unknown."""
    known: int | None = getattr(_local, "iterations", None)
    return known


@contextlib.contextmanager
def counting(index: Any) -> Iterator[None]:
    """Note that `index` counts the iterations of the loop whose body is traced in this context."""
    outer = getattr(_local, "counter", (None, None))
    _local.counter = innermost_loop(), index
    try:
        yield
    finally:
        _local.counter = outer


def counter() -> Any:
    """The number of the iteration of the innermost loop, 0 outside of loops, None in loops that are not the SDK's."""
    loop, index = getattr(_local, "counter", (None, None))
    innermost = innermost_loop()
    if innermost is None:
        return tf.constant(0)
    return index if innermost is loop else None
