"""How a file becomes a source: a script, or a notebook, whose code only a notebook imports."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.source.script_file import Source


def read_source(path: Path) -> Source:
    """Read a script or a notebook; raises Trouble for one that cannot be read, or not without loss."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Trouble(f"{path}: cannot be read: {error.strerror or error}") from error
    if path.suffix == ".ipynb":
        from gpu2ipu.source.notebook import Notebook

        return Notebook.decode(path, data)
    return Source.decode(path, data)
