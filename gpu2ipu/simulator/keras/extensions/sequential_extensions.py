"""What a Sequential model that was made in a scope has in addition."""

from __future__ import annotations

from .extensions_base import KerasExtensionBase


class SequentialExtension(KerasExtensionBase):
    """Mixed into Sequential models."""
