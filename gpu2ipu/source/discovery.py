"""Which scripts and notebooks a path means: a file as it is named, a folder with the files below it.

Below a folder, hidden folders, caches, virtual environments and what `.gitignore` or the option `exclude`
leave out are not looked at. A link to a folder is not followed, so a loop of links does no harm.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gpu2ipu.config import Config
from gpu2ipu.errors import Trouble
from gpu2ipu.records import record

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".ipynb")
# what the name of a port beside its script has behind that of the script
PORT_SUFFIX = "_ipu"


@record
class Found:
    """Return the scripts that paths mean, each once and in order, and a sentence for each bad path."""

    scripts: tuple[Path, ...]
    troubles: tuple[str, ...]


def find(paths: Iterable[Path], config: Config) -> Found:
    """Return the scripts of several paths; trouble with one does not stop the others."""
    scripts: dict[Path, Path] = {}
    troubles = []
    for path in paths:
        try:
            for script in scripts_of(path, config):
                scripts.setdefault(script.resolve(), script)
        except Trouble as trouble:
            troubles.append(str(trouble))
    return Found(tuple(scripts.values()), tuple(troubles))


def scripts_of(path: Path, config: Config) -> tuple[Path, ...]:
    """Return the scripts that one path means; raises Trouble when there are none, unless they are excluded."""
    if config.force_exclude and excluded(path, config):
        return ()
    if path.is_dir():
        if scripts := tuple(_below(path, config)):
            return scripts
        raise Trouble(f"{path}: no Python script or notebook in this folder")
    if not path.exists():
        raise Trouble(f"{path}: no such file or folder")
    if path.suffix not in SUFFIXES or not path.is_file():
        raise Trouble(f"{path}: neither a Python script nor a notebook (a file that ends in .py or .ipynb)")
    return (path,)


def port_beside(script: Path) -> Path:
    """Return where the port of a script goes unless something else is asked for: NAME_ipu.py."""
    return script.with_name(f"{script.stem}{PORT_SUFFIX}{script.suffix}")


def common_folder(paths: Iterable[Path]) -> Path:
    """Return the innermost folder that holds all the paths: its pyproject.toml speaks for them."""
    absolute = [path.absolute() for path in paths]
    common = Path(os.path.commonpath(absolute)) if absolute else Path.cwd()
    return common if common.is_dir() else common.parent


def skipped(folder: Path) -> bool:
    """True if a folder holds no source of the user: hidden, a cache, or a virtual environment."""
    return folder.name.startswith(".") or folder.name == "__pycache__" or (folder / "pyvenv.cfg").exists()


def _below(top: Path, config: Config) -> Iterator[Path]:
    ignored = _Ignored(top, config)
    for name, folders, files in os.walk(top, onerror=_refuse):
        folder = Path(name)
        ignored.enter(folder)
        folders[:] = sorted(
            sub
            for sub in folders
            if not skipped(folder / sub) and not ignored.names(folder / sub, is_folder=True)
        )
        for file in sorted(file for file in files if file.endswith(SUFFIXES)):
            if (folder / file).is_file() and not ignored.names(folder / file):
                yield folder / file


def _refuse(error: OSError) -> None:
    raise Trouble(f"{error.filename}: cannot be read: {error.strerror}")


def excluded(path: Path, config: Config) -> bool:
    """True if the option `exclude` leaves out a path, or a folder that it is in."""
    spec, root = _spec(config.exclude), config.root or Path.cwd()
    return spec is not None and _verdict(spec, root, path.absolute(), path.is_dir()) is True


class _Ignored:
    """What the .gitignore files from the repository's root down, and the option `exclude`, leave out."""

    def __init__(self, top: Path, config: Config) -> None:
        self._specs: dict[Path, GitIgnoreSpec] = {}
        self._exclude = _spec(config.exclude)
        self._root = config.root or top.absolute()
        for folder in _up_to_repository(top.absolute()):
            self.enter(folder)

    def enter(self, folder: Path) -> None:
        """Read the .gitignore of a folder, if it has one."""
        file = folder / ".gitignore"
        if file.is_file() and (spec := _spec(file.read_text(errors="replace").splitlines())):
            self._specs[folder.absolute()] = spec

    def names(self, path: Path, *, is_folder: bool = False) -> bool:
        """True if a path is left out; the .gitignore nearest to it has the last word, as in git."""
        path = path.absolute()
        if self._exclude and _verdict(self._exclude, self._root, path, is_folder):
            return True
        verdicts = (
            _verdict(self._specs[folder], folder, path, is_folder)
            for folder in path.parents
            if folder in self._specs
        )
        return next((verdict for verdict in verdicts if verdict is not None), False)


def _up_to_repository(top: Path) -> list[Path]:
    """The folders above `top` within its git repository, none if it is in no repository."""
    if (top / ".git").exists():
        return []
    above = []
    for folder in top.parents:
        above.append(folder)
        if (folder / ".git").exists():
            return above
    return []


def _spec(patterns: Iterable[str]) -> GitIgnoreSpec | None:
    if not (lines := list(patterns)):
        return None
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines)


def _verdict(spec: GitIgnoreSpec, root: Path, path: Path, is_folder: bool) -> bool | None:
    if not path.is_relative_to(root):
        return None
    relative = path.relative_to(root).as_posix()
    return spec.check_file(relative + "/" if is_folder else relative).include
