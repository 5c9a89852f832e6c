"""The memory of each kind of IPU, and the one that this process simulates.

Source: docs.graphcore.ai, the overviews of the Mk1, Mk2 and Bow IPU.
"""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Chip:
    """An IPU: its tiles, and the memory of each."""

    name: str
    title: str
    tiles: int
    tile_bytes: int
    #: Whether data can be offloaded to the memory of the host machine or gateway.
    has_streaming_memory: bool = True

    def memory(self, io_tiles: int = 0) -> int:
        """The bytes of all tiles but those that only move data."""
        return (self.tiles - io_tiles) * self.tile_bytes


CHIPS = {
    chip.name: chip
    for chip in (
        Chip("mk1", "Mk1 (GC2)", 1216, 256 << 10, has_streaming_memory=False),
        Chip("mk2", "Mk2 (GC200)", 1472, 624 << 10),
        Chip("bow", "Bow", 1472, 624 << 10),
    )
}


@dataclass
class MemoryLimits:
    """The chip of this process, and whether programs that do not fit it run all the same.

    This module imports no TensorFlow, so that a script may still set its environment.
    """

    chip: Chip = CHIPS["mk2"]
    allow_oom: bool = False


LIMITS = MemoryLimits()
