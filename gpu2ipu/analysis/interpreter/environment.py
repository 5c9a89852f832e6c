"""Scope: the names that one running function, class body or module binds, and where a lookup goes on."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from gpu2ipu.analysis.values.containers import Dict, ListOrTuple, divisors_in, without_divisors
from gpu2ipu.analysis.values.divisors import NO_DIVISORS, Divisor, Divisors
from gpu2ipu.analysis.values.value import Value, join

Key = TypeVar("Key")


class Version:
    """Counts the changes of what outlives calls: names of modules, attributes, defaults of parameters."""

    EVERY = object()  # stands for all entries where one reads them all

    def __init__(self) -> None:
        """Start with none."""
        self.number = 0
        self.reads: set[object] = (
            set()
        )  # the entries that a running call has read, whether they are there or not
        self._changed: dict[object, int] = {}  # entries, each with the number of its last change
        self._unread = 0  # the last change of what is read without being noted: names of modules

    def change(self) -> None:
        """Note a change that may concern every call."""
        self.number += 1
        self._unread = self.number

    def change_entry(self, key: object) -> None:
        """Note that an entry has changed."""
        self.number += 1
        self._changed[key] = self._changed[self.EVERY] = self.number

    def is_valid(self, number: int, reads: Iterable[object]) -> bool:
        """True if what a call that read some entries did at a number is what it would do now."""
        return self._unread <= number and all(self._changed.get(key, 0) <= number for key in reads)


class Entries(Generic[Key]):
    """Values by their keys; the containers among them, and those with a divisor, are found without looking at all."""

    def __init__(self) -> None:
        """Start without entries."""
        self.values: dict[Key, Value] = {}
        self._containers: dict[Key, None] = {}
        self._divided: dict[Divisor, dict[Key, None]] = {}  # the entries that had a divisor

    def set(self, key: Key, value: Value | None) -> None:
        """Set an entry, or take it away."""
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value
        if isinstance(value, (ListOrTuple, Dict)):
            self._containers[key] = None
        else:
            self._containers.pop(key, None)
        for divisor in NO_DIVISORS if value is None else divisors_in(value):
            self._divided.setdefault(divisor, {})[key] = None

    def containers(self) -> list[tuple[Key, Value]]:
        """Return the entries that are lists, tuples or dicts, which can be changed in place."""
        return [(key, self.values[key]) for key in self._containers]

    def without(self, divisors: Divisors) -> list[tuple[Key, Value]]:
        """Return the entries that have one of some divisors, as they are without these."""
        found = []
        for key in {key: None for divisor in divisors for key in self._divided.pop(divisor, ())}:
            if (known := self.values.get(key)) is not None:
                new = without_divisors(known, divisors.__contains__)
                if new is not known:
                    found.append((key, new))
        return found


class Lasting(Generic[Key]):
    """Values that outlive calls; their version knows which are read, and when one changes."""

    def __init__(self, version: Version) -> None:
        """Start without entries."""
        self._entries: Entries[Key] = Entries()
        self._version = version

    def find(self, key: Key) -> Value | None:
        """Return an entry, None if there is none."""
        self._version.reads.add(key)
        return self._entries.values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Set an entry."""
        known = self._entries.values.get(key)
        if known is not value and known != value:
            self._version.change_entry(key)
        self._entries.set(key, value)

    def entries(self) -> list[tuple[Key, Value]]:
        """Return all entries."""
        self._version.reads.add(Version.EVERY)
        return list(self._entries.values.items())

    def forget(self, divisors: Divisors) -> None:
        """Take divisors from the entries that have them."""
        for key, value in self._entries.without(divisors):
            self.put(key, value)

    def containers(self) -> list[tuple[Key, Value]]:
        """Return the entries that are lists, tuples or dicts."""
        return self._entries.containers()


class Scope:
    """The names of one function call, or of the module; lookups go outwards."""

    def __init__(
        self,
        outer: Scope | None = None,
        *,
        version: Version | None = None,
        is_main: bool = True,
        depth: int = -1,
    ) -> None:
        """Start without names."""
        self.outer = outer
        self.global_names: set[str] = set()
        self.returned: list[Value] = []
        self.yields = False
        # what it yields, each with the strategy's scopes around it
        self.yielded: list[tuple[int, Value]] = []
        # of a module: outside modules with `import *`
        self.star_modules: list[str] = []
        # of a module: it is run, not imported
        self.is_main = is_main
        # of a module: changes with its names
        self.version = version
        # of a function: how many calls lead to the one that it runs for; -1 of any other
        self.depth = depth
        # of a function: its arguments hold dicts that its caller may have, too
        self.shares_dicts = False
        self._entries: Entries[str] = Entries()
        # of the branches that are evaluated, the innermost last: the names that it has changed, as they were before
        self._before: list[dict[str, Value | None]] = []

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        return self if self.outer is None else self.outer.module

    @property
    def names(self) -> dict[str, Value]:
        """The names with their values; `put` changes one."""
        return self._entries.values

    def put(self, name: str, value: Value) -> None:
        """Give a name of this scope a value."""
        known = self.names.get(name)
        if known is value:
            return
        if self._before:
            self._before[-1].setdefault(name, known)
        self._set(name, value)

    def _set(self, name: str, value: Value | None) -> None:
        if self.version is not None:
            self.version.change()
        self._entries.set(name, value)

    def begin_branch(self) -> None:
        """From now on the names are those of one of several ways through the script."""
        self._before.append({})

    def end_branch(self) -> dict[str, Value]:
        """Put the names back as they were when the branch began; return those that have another value at its end."""
        before = self._before.pop()
        changed = {name: self.names[name] for name in before}
        for name, value in before.items():
            self._set(name, value)
        return changed

    def join_branches(self, ends: Sequence[Mapping[str, Value]]) -> None:
        """Give names what is known of them behind branches, of which each has changed some and left all others."""
        for name in {name: None for changed in ends for name in changed}:
            values = [changed.get(name, self.names.get(name)) for changed in ends]
            self.put(name, functools.reduce(join, [value for value in values if value is not None]))

    def forget(self, divisors: Divisors) -> None:
        """Take divisors from the names that have them."""
        for name, value in self._entries.without(divisors):
            self.put(name, value)

    def containers(self) -> list[tuple[str, Value]]:
        """Return the names of lists, tuples and dicts."""
        return self._entries.containers()

    def find(self, name: str) -> Value | None:
        """Return the value of a name, or None when it is not bound."""
        if name in self.names and name not in self.global_names:
            return self.names[name]
        return self.outer.find(name) if self.outer else self.names.get(name)

    def bind(self, name: str, value: Value) -> None:
        """Bind a name where Python would."""
        (self.module if name in self.global_names else self).put(name, value)

    def bind_either(self, name: str, value: Value) -> None:
        """Bind a name that somebody may still read as it was."""
        self.put(name, join(self.names[name], value) if name in self.names else value)

    def change(self, name: str, value: Value) -> None:
        """Give a name another value where it is bound, as a change of the object behind it does."""
        if name in self.names or self.outer is None:
            self.put(name, value)
        else:
            self.outer.change(name, value)
