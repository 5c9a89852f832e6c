"""Signals: their rows, and a network for them."""

from .network import build

__all__ = ["build"]
