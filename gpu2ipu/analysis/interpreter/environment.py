"""Scope: the names that one running function, class body or module binds, and where a lookup goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from gpu2ipu.analysis.values.containers import Dict, ListOrTuple, divisors_in, without_divisors
from gpu2ipu.analysis.values.divisors import Divisor, Divisors
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


class Lasting(Generic[Key]):
    """Values that outlive calls; their version knows which are read, and when one changes."""

    def __init__(self, version: Version) -> None:
        """Start without entries."""
        self._values: dict[Key, Value] = {}
        self._version = version
        self._containers: dict[Key, None] = {}  # of these entries, values can be changed in place
        self._divided: dict[Divisor, dict[Key, None]] = {}  # the entries that had a divisor

    def find(self, key: Key) -> Value | None:
        """Return an entry, None if there is none."""
        self._version.reads.add(key)
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Set an entry."""
        known = self._values.get(key)
        if known is not value and known != value:
            self._version.change_entry(key)
        if isinstance(value, (ListOrTuple, Dict)):
            self._containers[key] = None
        else:
            self._containers.pop(key, None)
        for divisor in divisors_in(value):
            self._divided.setdefault(divisor, {})[key] = None
        self._values[key] = value

    def entries(self) -> list[tuple[Key, Value]]:
        """Return all entries."""
        self._version.reads.add(Version.EVERY)
        return list(self._values.items())

    def forget(self, divisors: Divisors) -> None:
        """Take divisors from the entries that have them."""
        for key in {key: None for divisor in divisors for key in self._divided.pop(divisor, ())}:
            self.put(key, without_divisors(self._values[key], divisors.__contains__))

    def containers(self) -> list[tuple[Key, Value]]:
        """Return the entries that are lists, tuples or dicts."""
        return [(key, self._values[key]) for key in self._containers]


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
        self._names: dict[str, Value] = {}

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        return self if self.outer is None else self.outer.module

    @property
    def names(self) -> dict[str, Value]:
        """The names with their values; `put` changes one."""
        return self._names

    @names.setter
    def names(self, names: dict[str, Value]) -> None:
        self._names = names
        if self.version is not None:
            self.version.change()

    def put(self, name: str, value: Value) -> None:
        """Give a name of this scope a value."""
        if self.version is not None and self._names.get(name) is not value:
            self.version.change()
        self._names[name] = value

    def find(self, name: str) -> Value | None:
        """Return the value of a name, or None when it is not bound."""
        if name in self._names and name not in self.global_names:
            return self._names[name]
        return self.outer.find(name) if self.outer else self._names.get(name)

    def bind(self, name: str, value: Value) -> None:
        """Bind a name where Python would."""
        (self.module if name in self.global_names else self).put(name, value)

    def bind_either(self, name: str, value: Value) -> None:
        """Bind a name that somebody may still read as it was."""
        self.put(name, join(self._names[name], value) if name in self._names else value)

    def change(self, name: str, value: Value) -> None:
        """Give a name another value where it is bound, as a change of the object behind it does."""
        if name in self._names or self.outer is None:
            self.put(name, value)
        else:
            self.outer.change(name, value)
