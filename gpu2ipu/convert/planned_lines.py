"""Planned lines: a plan speaks of the lines of the script, and later rounds of a port look for them in its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.original_lines import current_lines
from gpu2ipu.plan.layers import Place
from gpu2ipu.plan.plan_file import path_of, with_places


def with_planned_lines(config: Config, originals: Mapping[Path, str], texts: Mapping[Path, str]) -> Config:
    """Return the options with the lines of the plan as they are in rewritten texts."""
    if config.planned is None:
        return config
    lines = {path: current_lines(originals[path], text) for path, text in texts.items()}

    def placed(place: Place) -> Place:
        path = path_of(place.file, lines)
        return place if path is None else Place(place.file, lines[path].get(place.line, 0))

    return replace(config, planned=with_places(config.planned, placed))
