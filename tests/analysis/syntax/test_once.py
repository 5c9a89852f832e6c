"""Answers are worked out once for an object, and die with it."""

from __future__ import annotations

import gc
import weakref

from gpu2ipu.analysis.syntax.once import once


class Asked:
    """An object that keeps its answers."""

    def __init__(self) -> None:
        self.answers: dict[object, object] = {}


@once
def called(owner: Asked, *further: int, named: int = 0) -> list[int]:
    """A new list each time it is called."""
    return [*further, named]


def test_the_same_question_has_the_same_answer() -> None:
    first, second = Asked(), Asked()
    assert called(first) is called(first)
    assert called(first) is not called(second)
    assert called(first, 1) is called(first, 1)
    assert called(first, 1) is not called(first, 2)
    assert called(first, named=1) is called(first, named=1)
    assert (called(first, 1), called(first, named=1)) == ([1, 0], [1])


def test_nothing_keeps_the_object_alive() -> None:
    owner = Asked()
    called(owner)
    reference = weakref.ref(owner)
    del owner
    gc.collect()
    assert reference() is None
