"""Options of a run: `[tool.gpu2ipu]` of the nearest pyproject.toml, then the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """All options, each with the value that it has when nobody says anything."""

    # the Poplar SDK that the port is for; decides which APIs it may use
    sdk: str = "3.4"
