"""Scratch copies: a run finds the user's files in a tree of its own, at the same places from the root on, and what it
writes stays there.

Folders are made anew. Small files and code are copied; the others are links, which the process replaces by copies when
the script opens them to write (`gpu2ipu/simulator/copy_on_write.py`). Paths of the working folder that are written in
small files are those of the copy. Runs of a comparison have their copies at the same path, one after the other, so that
nothing depends on names.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import folder_tree
from gpu2ipu.runner.child.folder_tree import FolderTree, signature_of
from gpu2ipu.runner.child.temporary_folder import remove

# Files up to this size are copied, up to this size of all of them; code always is.
SMALL, SMALL_IN_ALL = 1 << 20, 256 << 20
_CODE = {".py", ".ipynb", ".pyx", ".so"}
# small files in which paths are written
_TEXTS = {".py", ".json", ".yaml", ".yml", ".toml", ".cfg", ".ini", ".txt", ".csv", ".tsv", ".env", ".sh"}
# Where files go, of those that are kept, that were written outside of the working folder.
OUTSIDE = "outside"


@dataclass
class Scratch:
    """The files of a run: `root` stands for `/`."""

    root: Path
    cwd: Path
    # in which paths are those of the copy
    tops: list[Path]
    _given: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    _left: int = SMALL_IN_ALL

    @property
    def temporary(self) -> Path:
        """The folder of what the run keeps nowhere."""
        return self.root.with_name("tmp")

    def inside(self, path: Path | str) -> Path:
        """Return where a path lies in the copy."""
        return self.root / Path(os.path.abspath(path)).relative_to("/")

    def user_path(self, path: Path | str) -> Path:
        """Return the path outside of the copy."""
        return Path("/") / Path(path).relative_to(self.root)

    def relocated(self, content: bytes) -> bytes:
        """Return a content in which paths of the working folder are those of the copy."""
        for top in self.tops:
            if len(top.parts) > 2 and (real := os.fsencode(top)) in content:
                # a path ends there, or goes on below
                pattern = rb"(?<![\w/.-])" + re.escape(real) + rb"(?![\w.-])"
                content = re.sub(pattern, os.fsencode(self.inside(top)).replace(b"\\", rb"\\"), content)
        return content

    def relocated_text(self, text: str) -> str:
        """Return a text in which paths of the working folder are those of the copy."""
        return os.fsdecode(self.relocated(os.fsencode(text)))

    def placed(self, path: Path) -> Path:
        """Return how a run names a path of the user's: a relative one as it is, since it runs in the copy."""
        return self.inside(path) if path.is_absolute() else path

    def variables(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return what the environment of a run has otherwise."""
        moved = {"PWD": str(self.inside(self.cwd))}
        if path := environment.get("PYTHONPATH"):
            moved["PYTHONPATH"] = self.relocated_text(path)
        return moved

    def written(self) -> Iterator[Path]:
        """Yield the files that the run has written, as paths in the copy."""
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                is_link = os.path.islink(path)
                if is_link and (path in self._given or os.readlink(path).startswith("/")):
                    continue
                if is_link or path not in self._given or self._given[path] != signature_of(path):
                    yield Path(path)

    def keep(self, target: Path) -> int:
        """Copy what the run has written to a folder; return the number of files."""
        written = list(self.written())
        for path in written:
            real = self.user_path(path)
            below = (
                real.relative_to(self.cwd)
                if real.is_relative_to(self.cwd)
                else Path(OUTSIDE, *real.parts[1:])
            )
            (target / below).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target / below, follow_symlinks=False)
        return len(written)

    def fill(self, tree: FolderTree, contents: Mapping[Path, bytes]) -> None:
        """Put a tree in place, and in it files with other contents."""
        inner = set(tree.folders)
        for folder in tree.folders:
            self.inside(folder).mkdir(parents=True, exist_ok=True)
        for path in tree.entries:
            if path not in inner:
                self._put(path)
        for path, content in contents.items():
            place = self.inside(path)
            place.unlink(missing_ok=True)
            place.write_bytes(self.relocated(content))
            self._given[str(place)] = signature_of(place)

    def link_above(self, folder: Path) -> None:
        """Link what lies in the folders above a folder, for a script that goes there by `..`."""
        for path in folder_tree.siblings(folder):
            place = self.inside(path)
            if not os.path.lexists(place) and not self.root.is_relative_to(path):
                self._link(path, place)

    def _put(self, path: Path) -> None:
        place = self.inside(path)
        if os.path.lexists(place):  # a folder of which a part has been put there
            return
        if path.is_symlink():
            place.symlink_to(self._target(path))
            self._given[str(place)] = None
        elif not self._copies(path) or not self._copy(path, place):
            self._link(path, place)

    def _link(self, path: Path, place: Path) -> None:
        with contextlib.suppress(OSError):  # a folder above that cannot be written: there is none
            place.symlink_to(path)
            self._given[str(place)] = signature_of(path)

    def _target(self, link: Path) -> str:
        """What a link of the user's is in the copy: as it is if that is there, too."""
        text = os.readlink(link)
        meant = Path(os.path.normpath(link.parent / text))
        if not any(meant.is_relative_to(top) for top in self.tops):
            return str(meant)
        return str(self.inside(meant)) if os.path.isabs(text) else text

    def _copies(self, path: Path) -> bool:
        if not os.path.isfile(path):
            return False
        size = path.stat().st_size
        is_small = size <= min(SMALL, self._left)
        self._left -= size if is_small else 0
        return is_small or path.suffix in _CODE

    def _copy(self, path: Path, place: Path) -> bool:
        try:
            if path.suffix in _TEXTS:
                place.write_bytes(self.relocated(path.read_bytes()))
            else:
                shutil.copyfile(path, place)
            shutil.copystat(path, place)
        except OSError:
            place.unlink(missing_ok=True)
            return False
        self._given[str(place)] = signature_of(place)
        return True


class ScratchCopies:
    """Makes the copies of a comparison, one after the other, and says what has been written past them."""

    def __init__(self, base: Path, folders: Iterable[Path], kept: Path | None = None) -> None:
        """Look at the working folder and at those of scripts. Copies lie in `base`; files are kept in `kept`."""
        self.cwd = Path.cwd()
        self._base = base
        self._without = (base, *([] if kept is None else [kept.absolute()]))
        self._folders = list(dict.fromkeys([self.cwd, *(Path(os.path.abspath(f)) for f in folders)]))
        self._tops = folder_tree.tops_of(self._folders)
        self.root = base / "files"
        self._tree = self._look()
        self._before = self._tree.signatures()

    @contextlib.contextmanager
    def copy(self, contents: Mapping[Path, bytes] | None = None) -> Iterator[Scratch]:
        """A copy, in which some files have other contents; it is removed at the end."""
        scratch = Scratch(self.root, self.cwd, self._tops)
        try:
            try:
                scratch.temporary.mkdir()
                scratch.fill(self._tree, contents or {})
                for folder in self._folders:
                    scratch.link_above(folder)
            except OSError as error:
                raise Trouble(
                    f"no scratch copy of {self.cwd} can be made in {tempfile.gettempdir()}: {error.strerror}; "
                    "$TMPDIR names another place"
                ) from error
            yield scratch
        finally:
            remove(scratch.root)
            remove(scratch.temporary)

    def shown(self, text: str) -> str:
        """Return a text with the user's paths in place of those of a copy."""
        return text.replace(str(self.root), "")

    def notes(self) -> Iterator[str]:
        """Yield what people should know: folders that are links, files of the user's that have changed."""
        for folder in self._tree.large:
            yield (
                f"{folder} is large and was not copied but linked: what TensorFlow writes there is in the folder itself"
            )
        after = self._look().signatures()
        changed = sorted(
            str(path)
            for path in after.keys() | self._before.keys()
            if after.get(path) != self._before.get(path) and not _is_own_output(path)
        )
        if changed:
            more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
            yield (
                f"changed while the scripts ran, outside of their scratch copies: {', '.join(changed[:3])}{more}; "
                "a script that wrote there knows the path from elsewhere than its own files and ARGS"
            )

    def _look(self) -> FolderTree:
        tree = FolderTree(self._without)
        for folder in self._folders:
            tree.add(folder)
        for top in self._tops:
            tree.add_project(top)
        return tree


def _is_own_output(path: Path) -> bool:
    """True if this tool prints into a file, as for `gpu2ipu compare train.py > report.txt`."""
    for stream in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(stream), path.stat()):
                return True
    return False


def check_kept(target: Path | None, names: Collection[str]) -> None:
    """Trouble for a folder of `--keep-files` that has files of another run, or cannot be written."""
    if target is None:
        return
    if target.exists() and not target.is_dir():
        raise Trouble(f"--keep-files {target} is no folder.")
    for name in names:
        if (target / name).exists():
            raise Trouble(
                f"--keep-files: {target / name} is there already; name another folder, or remove it."
            )
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"--keep-files {target} cannot be made: {error.strerror}.") from error
    if not os.access(target, os.W_OK):
        raise Trouble(f"--keep-files {target} cannot be written: permission denied.")
