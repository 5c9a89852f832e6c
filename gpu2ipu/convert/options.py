"""The options of a run, with the rules that they name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpu2ipu.config import Config, load, stated


def load_options(path: Path, overrides: Mapping[str, object]) -> Config:
    """Return the options for a file or folder; an override of None leaves an option as it is.

    Raises Trouble for an unreadable pyproject.toml, an unknown key or rule, and a bad value.
    """
    return load(path, overrides, _rule_names)


def stated_options(path: Path) -> dict[str, Any]:
    """Return the options that pyproject.toml states for a file, by the names of fields. Raises what the above does."""
    return stated(path, _rule_names)


def _rule_names() -> Mapping[str, str]:
    from gpu2ipu.rules import LISTINGS

    return {listing.id: listing.rule_name for listing in LISTINGS}
