"""Where each trimmed size of a script is defined: before the first place that reads it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import field

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import block_of, path_to, statement_of
from gpu2ipu.edits import Insert
from gpu2ipu.port.batching.fit import scope_of
from gpu2ipu.port.batching.full_batches import CallOutcome, Trimming
from gpu2ipu.records import record

_Name = tuple[object, str]  # where a name holds, and the name: another function may give it to another size


@record
class _Definition:
    statement: ast.stmt  # before which the size is defined
    insert: Insert


@record
class TrimmedSizes:
    """The definitions so far. A size goes to the first `compile` that counts its steps, else to its call of `fit`."""

    script: Script
    outcomes: tuple[CallOutcome, ...]
    _definitions: dict[_Name, _Definition] = field(default_factory=dict)

    @functools.cached_property
    def _first_uses(self) -> Mapping[_Name, ast.stmt]:
        found: dict[_Name, ast.stmt] = {}
        for outcome in self.outcomes:
            if outcome.trimming is not None:
                node = outcome.fit_call.node
                found.setdefault(self._name(node, outcome.trimming), statement_of(self.script, node))
        return found

    def can_be_defined(self, call: ast.Call, trimming: Trimming, place: ast.stmt) -> bool:
        """True if a place is before the first use of a size that is not defined elsewhere yet."""
        name = self._name(call, trimming)
        if name in self._definitions:
            return self._definitions[name].statement is place
        block, path = block_of(self.script, place), path_to(self.script, self._first_uses[name])
        return any(outer in block and place.lineno <= outer.lineno for outer in path)

    def define(self, call: ast.Call, trimming: Trimming, place: ast.stmt) -> Insert:
        """Define a size and its number of steps before a statement."""
        insert = Insert(self.script.span(place), trimming.definitions(self.script, with_steps=True))
        self._definitions[self._name(call, trimming)] = _Definition(place, insert)
        return insert

    def definition(self, call: ast.Call, trimming: Trimming) -> Insert:
        """Return the definition of a size; before the call that is trimmed, if it has none yet."""
        statement = statement_of(self.script, call)
        insert = Insert(self.script.span(statement), trimming.definitions(self.script, with_steps=False))
        return self._definitions.setdefault(self._name(call, trimming), _Definition(statement, insert)).insert

    def _name(self, call: ast.Call, trimming: Trimming) -> _Name:
        return scope_of(self.script, call), trimming.names.size
