"""Scope: the names that one running function, class body or module binds, and where a lookup goes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.value import Value, join

Key = TypeVar("Key")


@dataclass
class Version:
    """Counts the changes of what outlives calls: names of modules, attributes, defaults of parameters."""

    number: int = 0

    def change(self) -> None:
        """Note a change."""
        self.number += 1


class Lasting(dict[Key, Value]):
    """A dict that outlives calls; its version changes when an entry does."""

    def __init__(self, version: Version) -> None:
        """Start without entries."""
        super().__init__()
        self._version = version
        self._containers: dict[Key, None] = {}  # of these entries, values can be changed in place

    def __setitem__(self, key: Key, value: Value) -> None:
        """Set an entry."""
        known = self.get(key)
        if known is not value and known != value:
            self._version.change()
        if isinstance(value, (ListOrTuple, Dict)):
            self._containers[key] = None
        else:
            self._containers.pop(key, None)
        super().__setitem__(key, value)

    def containers(self) -> list[tuple[Key, Value]]:
        """Return the entries that are lists, tuples or dicts."""
        return [(key, self[key]) for key in self._containers]


@dataclass(eq=False)
class Scope:
    """The names of one function call, or of the module; lookups go outwards."""

    outer: Scope | None = None
    global_names: set[str] = field(default_factory=set)
    returned: list[Value] = field(default_factory=list)
    yields: bool = False
    # what it yields, each with the strategy's scopes around it
    yielded: list[tuple[int, Value]] = field(default_factory=list)
    # of a module: outside modules with `import *`
    star_modules: list[str] = field(default_factory=list)
    # of a module: it is run, not imported
    is_main: bool = True
    # of a module: changes with its names
    version: Version | None = None
    # of a function: how many calls lead to the one that it runs for
    depth: int = 0
    _names: dict[str, Value] = field(default_factory=dict)

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
