"""The memory of each kind of IPU, and the kind that this process simulates.

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
    #: Whether data can be offloaded to Streaming Memory, that of the host or of the IPU-Machine.
    has_streaming_memory: bool = True

    def memory(self, io_tiles: int = 0) -> int:
        """Return the bytes of all tiles except those reserved for input and output."""
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
    """The simulated chip of this process, and whether programs that are too large for it are allowed.

    This module does not import TensorFlow, so that a script can still set its environment.
    """

    chip: Chip = CHIPS["mk2"]
    allow_oom: bool = False


LIMITS = MemoryLimits()
