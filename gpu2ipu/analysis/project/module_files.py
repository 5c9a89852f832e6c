"""Imports: which files next to a script are meant by the modules that it imports.

Python looks in the folder of the script that is run, and where `PYTHONPATH` and `sys.path` say. Here it is the folder
of the file, folders that it puts on `sys.path`, those above, up to the top of the project, and those of the files that
import it. Nothing is parsed: a line that looks like an import may name a file too many, which is never followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from gpu2ipu.records import record

# What scripts for TensorFlow mean by these is never a file of their own.
_LIBRARIES = frozenset(("tensorflow", "keras", "tf_keras", "numpy"))
_TOPS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_LEVELS = 4  # so many folders above a file are looked at

_IMPORT = re.compile(r"[ \t]*import[ \t]+([\w., \t]+)")
_FROM = re.compile(r"[ \t]*(?:\w+:[ \t]*)?from[ \t]+(\.*[\w.]*)[ \t]+import[ \t\\\r\n]*(\([^)]*\)|[^\r\n;]*)")
_PATHS = r"(?m)^.*\bsys\.path\b.*$"
_TEXT = r"""["']([\w./ -]+)["']"""


@record
class _Imports:
    """What a text says about its imports, whoever imports it."""

    names: list[str]  # of modules, packages first
    relative: Mapping[str, Path | None]  # the files of those that begin with a dot
    roots: list[str]  # folders where the others are looked for


class ModuleFiles:
    """Finds the files of modules. Each file is read once, each folder listed once, and answers are remembered."""

    def __init__(self) -> None:
        """Start without knowing any file."""
        self._listed: dict[str, Mapping[str, bool]] = {}
        self._found: dict[tuple[str, str], Path | None] = {}
        self._above: dict[str, tuple[Path, ...]] = {}
        self._texts: dict[Path, _Imports] = {}

    def imported(self, path: Path, text: str, homes: Iterable[Path] = ()) -> Mapping[str, Path]:
        """Return the local modules that a file may import, by their names in its imports: `.data`, `pkg.sub`.

        `homes` are the folders of scripts that import it, directly or not.
        """
        imports = self._imports(path, text)
        roots = [*imports.roots, *map(str, homes)]
        found: dict[str, Path] = {}
        for name in imports.names:
            file = imports.relative.get(name) or self._in_roots(name, roots)
            if file is not None and file != path:
                found[name] = file
        return found

    def missing(self, path: Path, found: Container[str]) -> frozenset[str]:
        """Return the first parts of the names of modules that a file imports and that were not found."""
        names = self._texts[path].names if path in self._texts else ()
        tops = (name.partition(".")[0] for name in names if name not in found)
        return frozenset(top for top in tops if top and top not in _LIBRARIES)

    def has_any(self, folder: Path, names: Iterable[str]) -> bool:
        """True if a folder has a module or a package with one of some names."""
        listed = self._list(str(folder))
        return any(name in listed or f"{name}.py" in listed for name in names)

    def _imports(self, path: Path, text: str) -> _Imports:
        if path not in self._texts:
            names = list(
                dict.fromkeys(part for name in imported_names(text) for part in _with_packages(name))
            )
            relative = {name: self._relative(name, path) for name in names if name.startswith(".")}
            roots = (path.parent, *_on_path(path, text), *self.folders_above(path)) if names else ()
            self._texts[path] = _Imports(names, relative, [str(root) for root in roots])
        return self._texts[path]

    def _relative(self, name: str, path: Path) -> Path | None:
        rest = name.lstrip(".")
        dots = len(name) - len(rest)
        parents = _absolute(path).parents
        folder = path.parent if dots == 1 else parents[min(dots, len(parents)) - 1]
        return self._below(str(folder), rest)

    def _in_roots(self, name: str, roots: list[str]) -> Path | None:
        top, _, _ = name.partition(".")
        if not top or top in _LIBRARIES:  # what begins with a dot is in its own folder or nowhere
            return None
        return next((file for root in roots if (file := self._below(root, name)) is not None), None)

    def _below(self, folder: str, name: str) -> Path | None:
        """The file of a module, or the `__init__.py` of a package, in a folder: its own if there is no name."""
        key = folder, name
        if key not in self._found:
            *packages, last = [part for part in name.split(".") if part] or [""]
            inner = os.path.join(folder, *packages)
            candidates = [(os.path.join(inner, last) if last else inner, "__init__.py")]
            if last:
                candidates.append((inner, f"{last}.py"))
            top = packages[0] if packages else last
            listed = self._list(folder)
            is_there = not top or top in listed or f"{top}.py" in listed
            files = (os.path.join(*place) for place in candidates if is_there and self._is_file(*place))
            self._found[key] = next(map(Path, files), None)
        return self._found[key]

    def _is_file(self, folder: str, name: str) -> bool:
        return self._list(folder).get(name, False)

    def _list(self, folder: str) -> Mapping[str, bool]:
        """What is in a folder, and whether it is a file."""
        if folder not in self._listed:
            try:
                with os.scandir(folder or ".") as entries:
                    self._listed[folder] = {entry.name: entry.is_file() for entry in entries}
            except OSError:
                self._listed[folder] = {}
        return self._listed[folder]

    def folders_above(self, path: Path) -> tuple[Path, ...]:
        """Return the folders around that of a file from which it may import, up to the top of the project."""
        key = str(path.parent)
        if key not in self._above:
            folder = _absolute(path).parent
            outer = folder.parents[:_LEVELS]
            tops = (
                i
                for i, inner in enumerate((folder, *outer))
                if any(top in self._list(str(inner)) for top in _TOPS)
            )
            top = next(tops, None)
            self._above[key] = tuple(outer[:top] if top is not None else self._around_packages(folder))
        return self._above[key]

    def _around_packages(self, folder: Path) -> Iterator[Path]:
        for outer in folder.parents:
            if not self._is_file(str(folder), "__init__.py"):
                return
            yield outer
            folder = outer


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def imported_names(text: str) -> Iterator[str]:
    """Yield the modules that a text imports, and what may be modules among the names that it imports from them."""
    starts = list(_lines_with_import(text))
    for match in filter(None, (_IMPORT.match(text, start) for start in starts)):
        for item in match[1].split(","):
            if words := item.split():
                yield words[0]
    for match in filter(None, (_FROM.match(text, start) for start in starts)):
        yield match[1]
        joint = "" if match[1].endswith(".") else "."
        for item in re.sub(r"#.*", "", match[2]).strip("()").replace("\\", " ").split(","):
            words = item.split()
            if words and words[0].isidentifier():
                yield f"{match[1]}{joint}{words[0]}"


def _lines_with_import(text: str) -> Iterator[int]:
    """Where the lines begin that have the word: most have not, and `str.find` is much faster than the patterns."""
    found = text.find("import")
    while found >= 0:
        yield text.rfind("\n", 0, found) + 1
        end = text.find("\n", found)
        found = text.find("import", end) if end >= 0 else -1


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
    for line in re.findall(_PATHS, text) if "sys.path" in text else ():
        levels = line.count("dirname(") + line.count(".parent")
        base = path.parent if levels <= 1 else parents[min(levels, len(parents)) - 1]
        texts = [match[1] for match in re.finditer(_TEXT, line)]
        for folder in (base, base.joinpath(*texts), *(path.parent / text for text in texts)):
            yield Path(os.path.normpath(folder))
