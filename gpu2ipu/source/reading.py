"""How a file becomes a source: a script, or a notebook, whose code only a notebook imports."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from gpu2ipu.errors import Trouble
from gpu2ipu.source.script_file import Source

# what some files have before they are saved: it counts instead of what is on the disk
Unsaved = Mapping[Path, bytes]
ALL_SAVED: Unsaved = MappingProxyType({})


def read_source(path: Path, unsaved: Unsaved = ALL_SAVED) -> Source:
    """Read a script or a notebook; raises Trouble for one that cannot be read, or not without loss."""
    data = read_bytes(path, unsaved)
    if path.suffix == ".ipynb":
        from gpu2ipu.source.notebook import Notebook

        return Notebook.decode(path, data)
    return Source.decode(path, data)


def read_bytes(path: Path, unsaved: Unsaved = ALL_SAVED) -> bytes:
    """Read a file; raises Trouble for one that cannot be read."""
    if path in unsaved:
        return unsaved[path]
    try:
        return path.read_bytes()
    except OSError as error:
        raise Trouble(f"{path}: cannot be read: {error.strerror or error}") from error
