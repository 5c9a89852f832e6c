"""What lies below the folders that a script runs in: which of it a scratch copy holds one by one, and which as a whole.

A folder is looked into unless it is hidden, an environment, a file system of its own, or larger than what a copy of
links can be made of in a few seconds: data that a script reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

# The most files and folders: below a folder of the working folder, in all of a scratch copy, and below a project that
# is in it as a whole. Each is a file to make, twice.
LARGE_FOLDER, LARGE_COPY, LARGE_PROJECT = 2_000, 10_000, 1_000

# What says that a folder is the top of a project, all of which a script may use by `..`.
_TOPS = (".git", ".hg", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt")
_LEFT_OUT = {"__pycache__"}


@dataclass
class FolderTree:
    """Entries of some folders, each once: folders that are looked into, and all that is in them."""

    # what is not looked into in any case
    without: tuple[Path, ...] = ()
    folders: list[Path] = field(default_factory=list)
    entries: list[Path] = field(default_factory=list)
    # folders with more in them than is looked at
    large: list[Path] = field(default_factory=list)
    _seen: set[Path] = field(default_factory=set)

    def add(self, folder: Path) -> None:
        """Add what lies below a folder."""
        top, subfolders = _listed(folder)
        self._take([folder], top)
        for sub in subfolders:
            if sub in self._seen or self._is_closed(sub):
                continue
            inner = self._below(sub, min(LARGE_FOLDER, LARGE_COPY - len(self.entries)))
            if inner is None:
                self.large.append(sub)
            else:
                self._take(*inner)

    def add_project(self, top: Path) -> None:
        """Add all of a project, unless it is large."""
        if top not in self._seen and (inner := self._below(top, LARGE_PROJECT)) is not None:
            self._take(*inner)

    def signatures(self) -> dict[Path, tuple[int, int]]:
        """Return size and time of the last change of each file."""
        found = {}
        for path in self.entries:
            if (signature := signature_of(path)) is not None:
                found[path] = signature
        return found

    def _take(self, folders: Iterable[Path], entries: Iterable[Path]) -> None:
        self.folders += [folder for folder in folders if folder not in self._seen]
        self.entries += [entry for entry in entries if entry.parent not in self._seen]
        self._seen.update(folders)

    def _below(self, folder: Path, most: int) -> tuple[list[Path], list[Path]] | None:
        """Return the folders from this one on, and the entries of all of them; None if there are more than `most`."""
        todo, folders, found = [folder], list[Path](), list[Path]()
        while todo:
            place = todo.pop()
            entries, subfolders = _listed(place)
            folders.append(place)
            found += entries
            if len(found) > most:
                return None
            todo += [sub for sub in subfolders if not self._is_closed(sub)]
        return folders, found

    def _is_closed(self, folder: Path) -> bool:
        """True if a folder is not looked into."""
        is_environment = folder.name.startswith(".") or (folder / "pyvenv.cfg").exists()
        return is_environment or folder in self.without or os.path.ismount(folder)


def signature_of(path: Path | str) -> tuple[int, int] | None:
    """Return size and time of the last change of a file; None for what is none."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return (state.st_size, state.st_mtime_ns) if os.path.isfile(path) else None


def tops_of(folders: Iterable[Path]) -> list[Path]:
    """Return the folders of which a run may use all: for each the project that it is in, if any; none in another."""
    tops = sorted({_project(folder) or folder for folder in folders})
    return [top for top in tops if not any(top != other and top.is_relative_to(other) for other in tops)]


def _project(folder: Path) -> Path | None:
    home = Path.home()
    for place in (folder, *folder.parents):
        if place == home or place == place.parent:
            return None
        if any((place / name).exists() for name in _TOPS):
            return place
    return None


def _listed(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return what is in a folder, and which of it are folders and no links; nothing of one that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError:
        return [], []
    kept = [(folder / name, is_folder) for name, is_folder in found if name not in _LEFT_OUT]
    return [path for path, _ in kept], [path for path, is_folder in kept if is_folder]


def siblings(folder: Path) -> Iterator[Path]:
    """Yield what lies in the folders above a folder."""
    for parent in folder.parents:
        yield from _listed(parent)[0]
