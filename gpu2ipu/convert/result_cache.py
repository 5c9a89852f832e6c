"""The cache of `check`: results on disk, by everything that they depend on.

Which files belong to a project is found anew by each run: the contents of all of them, and which module each import
means, are in the key of its results, beside the options, the Python and this tool with its source. So an edit
anywhere, a new file that an import finds first, and one that is gone make another key; no time stamp of a script is
trusted. An entry is a file that is written as a whole. One that cannot be read is as good as none, and where none can
be written there is no cache.

The folder is in the user's cache directory, as black's is: `check` leaves nothing beside scripts that it only reads,
and believes nothing that comes with a repository. `$GPU2IPU_CACHE_DIR` names another one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import gpu2ipu
from gpu2ipu.analysis.project.project import Project
from gpu2ipu.config import Config
from gpu2ipu.convert import stored_results
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.source.reading import ALL_SAVED, Unsaved, read_bytes, read_source

VARIABLE = "GPU2IPU_CACHE_DIR"
DAY = 24 * 60 * 60.0
# Seconds after which an entry that no run has used is removed.
UNUSED = 30 * DAY

# What may be another sentence next time: a bug, or a stack that was too small.
_UNSTABLE = ("internal error", "nested too deeply")
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder was made by gpu2ipu.\n"


@record
class Question:
    """A project to check, with the bytes of its files, and the key of its results."""

    project: Project
    contents: Unsaved
    key: str

    @property
    def asked(self) -> tuple[Path, ...]:
        """The files that results are asked of."""
        return self.project.asked


class ResultCache:
    """Results of `check` with some options, in a folder that need not exist."""

    def __init__(self, folder: Path, config: Config) -> None:
        """Look at nothing in the folder yet."""
        self._folder = folder
        self._setting = _setting(config)

    def question(self, project: Project, known: Unsaved = ALL_SAVED) -> Question | None:
        """Return what is asked of the cache; None for a project of which a file cannot be read.

        `known` are the contents of some files.
        """
        try:
            contents = {path: read_bytes(path, known) for path in project.files}
        except Trouble:
            return None
        digest = hashlib.blake2b(self._setting, digest_size=20)
        _add(digest, repr(_structure(project)).encode("utf-8", "surrogatepass"))
        for path in project.files:
            _add(digest, contents[path])
        return Question(project, contents, digest.hexdigest())

    def answer(self, question: Question) -> tuple[FileResult, ...] | None:
        """Return the results that were kept, None if there are none."""
        path = self._entry(question)
        try:
            checksum, text = path.read_text(encoding="ascii").split("\n", 1)
            if checksum != _checksum(text):
                return None
            stored = stored_results.decoded(text)
            if len(stored) != len(question.asked):
                return None
            if time.time() - path.stat().st_mtime > DAY:
                os.utime(path)  # it is in use
        except (OSError, ValueError):
            return None
        return tuple(
            FileResult(path, error, findings, read_source(path, question.contents) if findings else None)
            for path, (error, findings) in zip(question.asked, stored)
        )

    def keep(self, question: Question, results: Sequence[FileResult]) -> None:
        """Write results, unless another run might have others."""
        if any(word in result.error for result in results if result.error for word in _UNSTABLE):
            return
        text = stored_results.encoded(results)
        path = self._entry(question)
        temporary = path.with_name(f".{path.name}-{os.getpid()}-{time.monotonic_ns()}.tmp")
        with contextlib.suppress(OSError):
            try:
                self._make_folder()
                temporary.write_text(f"{_checksum(text)}\n{text}", encoding="ascii")
                os.replace(temporary, path)
            finally:
                temporary.unlink(missing_ok=True)

    def tidy_up(self) -> None:
        """Remove entries that no run has used for a long time; looks once a day."""
        tag, now = self._folder / "CACHEDIR.TAG", time.time()
        with contextlib.suppress(OSError):
            if now - tag.stat().st_mtime < DAY:
                return
            os.utime(tag)
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name != tag.name and now - entry.stat().st_mtime > UNUSED:
                        with contextlib.suppress(OSError):
                            os.unlink(entry.path)

    def _entry(self, question: Question) -> Path:
        return self._folder / f"{question.key}.json"

    def _make_folder(self) -> None:
        tag = self._folder / "CACHEDIR.TAG"
        if not tag.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / ".gitignore").write_text("*\n", encoding="ascii")
            tag.write_text(_TAG, encoding="ascii")


def folder() -> Path | None:
    """Return the folder of the cache: in that which $GPU2IPU_CACHE_DIR names, or in the user's cache directory."""
    if named := os.environ.get(VARIABLE):
        return Path(named) / "check"
    with contextlib.suppress(RuntimeError):  # a user without a home has no cache
        return _of_user() / "gpu2ipu" / "check"
    return None


def _of_user() -> Path:
    if os.path.isabs(named := os.environ.get("XDG_CACHE_HOME", "")):
        return Path(named)
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _setting(config: Config) -> bytes:
    """What results depend on beside the files: this tool, the Python, the options, and what relative paths mean."""
    used = replace(config, jobs=0, exclude=(), force_exclude=False, root=None)
    tool = (gpu2ipu.__version__, *_source(Path(gpu2ipu.__file__).parent))
    return repr((tool, sys.version, sys.platform, os.getcwd(), used)).encode("utf-8", "surrogatepass")


def _source(package: Path) -> Iterator[object]:
    """Where this tool is, and the name, size and time of each file of it: it may be edited where it is installed."""
    yield str(package)
    pending = [str(package)]
    for place in pending:
        with os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir():
                    pending += [entry.path] if entry.name != "__pycache__" else []
                else:
                    status = entry.stat()
                    yield entry.name, status.st_size, status.st_mtime_ns


def _structure(project: Project) -> tuple[object, ...]:
    """Which files a project has, what they are to it, and which of them each import means."""
    imports = [
        (str(path), [(name, str(module)) for name, module in found.items()])
        for path, found in project.imports.items()
    ]
    return _names(project.asked), _names(project.followed), sorted(_names(project.entries)), imports


def _names(paths: Iterable[Path]) -> list[str]:
    return [str(path) for path in paths]


def _add(digest: hashlib.blake2b, data: bytes) -> None:
    """Add data to a digest, with its length: no two lists of data are the same to it."""
    digest.update(b"%d:" % len(data))
    digest.update(data)


def _checksum(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
