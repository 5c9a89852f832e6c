"""Which of Graphcore's SDKs is emulated in this process: the last one, unless `install` is told otherwise."""

from __future__ import annotations

from .releases import VERSIONS

_emulated: str = VERSIONS[-1]


def emulate(version: str) -> None:
    """Emulate this SDK. Raises ValueError for one that is not known; call it before anything is imported from it."""
    global _emulated
    if version not in VERSIONS:
        raise ValueError(f"unknown SDK {version!r}; known: {', '.join(VERSIONS)}")
    _emulated = version


def emulated() -> str:
    """The SDK that is emulated."""
    return _emulated


def before(release: str) -> bool:
    """Whether the SDK that is emulated is older than a release."""
    return VERSIONS.index(_emulated) < VERSIONS.index(release)
