"""The evaluated arguments of a call, looked up the way Python binds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpu2ipu.analysis.values.value import Value


@dataclass(frozen=True)
class Arguments:
    """The evaluated arguments of a call."""

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] = field(default_factory=dict)
    starred: bool = False  # holds *args or **kwargs that could not be resolved

    def get(self, position: int, *keywords: str) -> Value | None:
        """The argument at a position or with one of the keywords; None when it is not given."""
        for keyword in keywords:
            if keyword in self.keywords:
                return self.keywords[keyword]
        return self.positional[position] if 0 <= position < len(self.positional) else None
