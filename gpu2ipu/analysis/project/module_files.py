"""Imports: which files next to a script are meant by the modules that it imports.

Python looks in the folder of the script that is run, and where `PYTHONPATH` and `sys.path` say. Here it is the folder
of the file, folders that it puts on `sys.path`, those above, up to the top of the project, and those of the files that
import it. Nothing is parsed: a line that looks like an import may name a file too many, which is never followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

# What scripts for TensorFlow mean by these is never a file of their own.
_LIBRARIES = frozenset(("tensorflow", "keras", "tf_keras", "numpy"))
_TOPS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_LEVELS = 4  # so many folders above a file are looked at

_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
_FROM = re.compile(
    r"^[ \t]*(?:\w+:[ \t]*)?from[ \t]+(\.*[\w.]*)[ \t]+import[ \t\\\r\n]*(\([^)]*\)|[^\r\n;]*)", re.MULTILINE
)
_PATHS = re.compile(r"^.*\bsys\.path\b.*$", re.MULTILINE)
_TEXT = re.compile(r"""["']([\w./ -]+)["']""")


def naming(module: str) -> re.Pattern[str]:
    """What a text has that imports a module by this name."""
    word = rf"\b{re.escape(module)}\b"
    return re.compile(rf"^[ \t]*(?:from|import)\b(?:[^\n]*{word}|[^\n(]*\([^)]*{word})", re.MULTILINE)


class ModuleFiles:
    """Finds the files of modules; what was looked for once is remembered."""

    def __init__(self) -> None:
        """Start without knowing any file."""
        self._files: dict[Path, bool] = {}
        self._above: dict[Path, tuple[Path, ...]] = {}

    def imported(self, path: Path, text: str, homes: Iterable[Path] = ()) -> Mapping[str, Path]:
        """The local modules that a file may import, by the names that its imports have for them: `.data`, `pkg.sub`.

        `homes` are the folders of scripts that import it, directly or not.
        """
        roots = (path.parent, *_on_path(path, text), *self.folders_above(path), *homes)
        found: dict[str, Path] = {}
        for name in _names(text):
            for part in _with_packages(name):
                if part not in found and (file := self._file_of(part, path, roots)) and file != path:
                    found[part] = file
        return found

    def _file_of(self, name: str, path: Path, roots: tuple[Path, ...]) -> Path | None:
        dots = len(name) - len(name.lstrip("."))
        parts = [part for part in name[dots:].split(".") if part]
        if dots:
            parents = _absolute(path).parents
            return self._below(path.parent if dots == 1 else parents[min(dots, len(parents)) - 1], parts)
        if parts[0] in _LIBRARIES:
            return None
        return next((file for root in roots if (file := self._below(root, parts))), None)

    def _below(self, folder: Path, parts: list[str]) -> Path | None:
        place = folder.joinpath(*parts)
        candidates = [place / "__init__.py"]
        if parts:
            candidates.append(place.with_name(f"{place.name}.py"))
        return next((file for file in candidates if self._is_file(file)), None)

    def _is_file(self, file: Path) -> bool:
        if file not in self._files:
            self._files[file] = file.is_file()
        return self._files[file]

    def folders_above(self, path: Path) -> tuple[Path, ...]:
        """The folders around that of a file from which it may import, up to the top of the project."""
        folder = _absolute(path).parent
        if folder not in self._above:
            outer = folder.parents[:_LEVELS]
            tops = (
                i for i, inner in enumerate((folder, *outer)) if any((inner / top).exists() for top in _TOPS)
            )
            top = next(tops, None)
            self._above[folder] = tuple(outer[:top] if top is not None else self._around_packages(folder))
        return self._above[folder]

    def _around_packages(self, folder: Path) -> Iterator[Path]:
        for outer in folder.parents:
            if not self._is_file(folder / "__init__.py"):
                return
            yield outer
            folder = outer


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _names(text: str) -> Iterator[str]:
    """The modules that a text imports, and what may be modules among the names that it imports from them."""
    for match in _IMPORT.finditer(text):
        for item in match[1].split(","):
            if words := item.split():
                yield words[0]
    for match in _FROM.finditer(text):
        yield match[1]
        joint = "" if match[1].endswith(".") else "."
        for item in re.sub(r"#.*", "", match[2]).strip("()").replace("\\", " ").split(","):
            words = item.split()
            if words and words[0].isidentifier():
                yield f"{match[1]}{joint}{words[0]}"


def _with_packages(name: str) -> Iterator[str]:
    """A module and the packages around it, outermost first."""
    dots = len(name) - len(name.lstrip("."))
    parts = name[dots:].split(".") if name[dots:] else []
    if not parts:
        yield name
    for i in range(1, len(parts) + 1):
        yield name[:dots] + ".".join(parts[:i])


def _on_path(path: Path, text: str) -> Iterator[Path]:
    """Folders that a file puts on `sys.path`, relative to itself, where the line says so plainly."""
    parents = _absolute(path).parents
    for line in _PATHS.findall(text) if "sys.path" in text else ():
        levels = line.count("dirname(") + line.count(".parent")
        base = path.parent if levels <= 1 else parents[min(levels, len(parents)) - 1]
        texts = [match[1] for match in _TEXT.finditer(line)]
        for folder in (base, base.joinpath(*texts), *(path.parent / text for text in texts)):
            yield Path(os.path.normpath(folder))
