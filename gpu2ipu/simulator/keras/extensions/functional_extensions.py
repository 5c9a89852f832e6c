"""What a Functional model that was made in a scope has in addition."""

from __future__ import annotations

from .extensions_base import KerasExtensionBase


class FunctionalExtension(KerasExtensionBase):
    """Mixed into Functional models."""
