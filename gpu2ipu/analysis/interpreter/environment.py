"""Scope: the names that one running function, class body or module binds, and where a lookup goes on."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpu2ipu.analysis.values.value import Value, join


@dataclass(eq=False)
class Scope:
    """The names of one function call, or of the module; lookups go outwards."""

    names: dict[str, Value] = field(default_factory=dict)
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

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        return self if self.outer is None else self.outer.module

    def find(self, name: str) -> Value | None:
        """The value of a name, or None when it is not bound."""
        if name in self.names and name not in self.global_names:
            return self.names[name]
        return self.outer.find(name) if self.outer else self.names.get(name)

    def bind(self, name: str, value: Value) -> None:
        """Bind a name where Python would."""
        (self.module if name in self.global_names else self).names[name] = value

    def bind_either(self, name: str, value: Value) -> None:
        """Bind a name that somebody may still read as it was."""
        self.names[name] = join(self.names[name], value) if name in self.names else value

    def change(self, name: str, value: Value) -> None:
        """Give a name another value where it is bound, as a change of the object behind it does."""
        if name in self.names or self.outer is None:
            self.names[name] = value
        else:
            self.outer.change(name, value)
