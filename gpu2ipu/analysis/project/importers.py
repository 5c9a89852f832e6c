"""Neighbours: the files around a module that may import it.

A module alone, as a hook of pre-commit hands it over, is judged by who calls it: what is wrong with it, and whether
anything is, depends on the script that is run.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.analysis.project.module_files import ModuleFiles
from gpu2ipu.source.discovery import SUFFIXES, skipped

# More files than this around a module are not looked at: those that are next to it come first.
MOST = 200


class Neighbours:
    """Lists folders, each once."""

    def __init__(self) -> None:
        """Start without knowing any folder."""
        self._listed: dict[Path, tuple[list[Path], list[Path]]] = {}

    def of(self, file: Path, modules: ModuleFiles) -> Iterator[Path]:
        """Files in the folder of another one, those around it up to the top of the project, and their folders."""
        return itertools.islice(self._all(file, modules), MOST)

    def _all(self, file: Path, modules: ModuleFiles) -> Iterator[Path]:
        for folder in (file.parent, *modules.folders_above(file)):
            scripts, folders = self._list(folder)
            yield from scripts
            for inner in folders:
                yield from self._list(inner)[0]

    def _list(self, folder: Path) -> tuple[list[Path], list[Path]]:
        """The scripts and the folders in a folder."""
        if folder not in self._listed:
            scripts, folders = [], []
            for entry in _entries(folder):
                if entry.is_file():
                    if entry.name.endswith(SUFFIXES):
                        scripts.append(Path(entry.path))
                elif entry.is_dir() and not skipped(Path(entry.path)):
                    folders.append(Path(entry.path))
            self._listed[folder] = sorted(scripts), sorted(folders)
        return self._listed[folder]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
