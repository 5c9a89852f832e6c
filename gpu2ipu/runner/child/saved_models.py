"""Models that a script saves: a run must not find those of the run before, and go on from them or load them.

What is new below a folder is moved away after each run, and put back at the end, unless a later run has saved the same.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

_SUFFIXES = {".ckpt", ".h5", ".hdf5", ".index", ".keras", ".pb", ".tf", ".weights"}
_MOST = 100_000  # files and folders that are looked at; in a larger folder models stay where they are


@contextlib.contextmanager
def kept_apart(folder: Path) -> Iterator[Callable[[], None]]:
    """Yield a function that moves away the models that were saved below a folder since."""
    before = _paths_below(folder)
    with tempfile.TemporaryDirectory(prefix="gpu2ipu-saved-") as place:
        moved: dict[Path, Path] = {}

        def move_away() -> None:
            for path in _saved_since(folder, before):
                moved[path] = Path(tempfile.mkdtemp(dir=place)) / path.name
                shutil.move(path, moved[path])

        try:
            yield move_away
        finally:
            for path, kept in moved.items():
                if not path.exists() and path.parent.is_dir():
                    shutil.move(kept, path)


def _saved_since(folder: Path, before: frozenset[Path]) -> list[Path]:
    """Return the new models, each new folder that holds some as a whole."""
    new = _paths_below(folder) - before
    if len(before) + len(new) >= _MOST:
        return []
    return sorted({_outermost(path, new) for path in new if _is_model(path)})


def _outermost(path: Path, new: frozenset[Path]) -> Path:
    return next((parent for parent in reversed(path.parents) if parent in new), path)


def _is_model(path: Path) -> bool:
    return path.suffix in _SUFFIXES or path.name == "checkpoint" or path.suffix.startswith(".data-")


def _paths_below(folder: Path) -> frozenset[Path]:
    paths = (Path(root, name) for root, folders, files in os.walk(folder) for name in (*folders, *files))
    return frozenset(itertools.islice(paths, _MOST))
