"""Repeated calls: what a call of a function gave, and what was noted meanwhile, for other calls that would do the same.

A note has the calls that lead to it: those that lead to the function are others for each call of it.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gpu2ipu.analysis.interpreter.environment import Scope
from gpu2ipu.analysis.interpreter.facts import Facts, Invocation, LayersGiven, Note, Stack
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.containers import ListOf, ListOrTuple, items_in
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.dicts import holds_known
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import NoneValue, Unknown, Value
from gpu2ipu.records import record

_PLAIN = (NoneValue, Unknown, Number, Text, Array, ListOrTuple, ListOf)


def may_be_shared(value: Value, enclosed: list[tuple[ast.AST, Scope]]) -> bool:
    """True if a value may be what several calls give: it cannot be changed, and keeps no names of a call."""
    if isinstance(value, PythonGenerator) or holds_known(value):
        return False
    return not enclosed or _is_plain(value)


def _is_plain(value: Value) -> bool:
    """True if a value is data and holds no function."""
    return isinstance(value, _PLAIN) and all(map(_is_plain, items_in(value)))


def marks(facts: Facts) -> tuple[int, ...]:
    """Return where the lists of notes end."""
    return tuple(map(len, facts.notes))


@record(eq=False)
class EvaluatedCall:
    """A call that depended on nothing but its arguments and what outlives calls."""

    value: Value
    version: int  # of what outlives calls
    reads: frozenset[object]  # the entries of it that were read
    enclosed: list[tuple[ast.AST, Scope]]  # the functions that were defined, with the names that they see
    stack: Stack  # the call is in its last frame
    # of each list of `Facts.notes`, what was added; first of all the call itself
    notes: tuple[list[Any], ...]

    @property
    def _invocations(self) -> list[Invocation]:
        return self.notes[0]

    @functools.cached_property
    def visits(self) -> Mapping[ast.AST, int]:
        """How often it evaluated other functions."""
        return Counter(each.function for each in self._invocations[1:])

    @functools.cached_property
    def calls(self) -> frozenset[ast.AST]:
        """The calls that it evaluated."""
        return frozenset(each.stack[-1].call for each in self._invocations[1:])

    @functools.cached_property
    def height(self) -> int:
        """How many calls inside calls it evaluated, itself among them."""
        return max(len(each.stack) for each in self._invocations) - len(self.stack) + 1

    def repeat(self, facts: Facts, stack: Stack) -> None:
        """Note for another call what was noted for this one."""
        for noted, notes in zip(facts.notes, self.notes):
            noted += (self._behind(stack, note) for note in notes)

    def _behind(self, stack: Stack, note: Note) -> Note:
        above = len(self.stack)
        if isinstance(note, LayersGiven):
            return replace(note, path=(*(frame.call for frame in stack), *note.path[above:]))
        return replace(note, stack=(*stack, *note.stack[above:]))
