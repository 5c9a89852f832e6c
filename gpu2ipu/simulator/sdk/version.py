"""The version of Graphcore's SDK that is emulated in this process: the last one, unless `install` gets another."""

from __future__ import annotations

from .releases import VERSIONS

_emulated: str = VERSIONS[-1]


def emulate(version: str) -> None:
    """Emulate this version; call it before anything is imported from the SDK. Raises ValueError for an unknown one."""
    global _emulated
    if version not in VERSIONS:
        raise ValueError(f"unknown SDK {version!r}; known: {', '.join(VERSIONS)}")
    _emulated = version


def emulated() -> str:
    """Return the version of the emulated SDK."""
    return _emulated


def before(release: str) -> bool:
    """Return whether the emulated SDK is older than a release."""
    return VERSIONS.index(_emulated) < VERSIONS.index(release)
