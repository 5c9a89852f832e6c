"""Source: a script's bytes as text and back without loss, and the way of a result onto the disk.

A notebook is a source too, see `notebook`; `reading` chooses between the two.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import stat
import time
import tokenize
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from gpu2ipu import signals
from gpu2ipu.analysis.syntax.script import CELL_SIGN
from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.source import lines

_MAY_HAVE_CELLS = re.compile(r"^# ?%%|^# In ?\[|^# <\w+cell>|^# COMMAND -|^# +jupytext:", re.MULTILINE)
_NOT_THE_SAME = "{}: does not come back the same from {}; save the file as UTF-8"
_NEWLINE = re.compile(r"\r\n|\r|\n")


@record
class Source:
    """A script as text, with all that is needed to write it as the bytes it was."""

    path: Path
    text: str  # line ends as in the file, without the byte order mark; where cells begin is marked
    encoding: str  # what the coding cookie says (PEP 263), utf-8 without one
    bom: bool

    @classmethod
    def decode(cls, path: Path, data: bytes) -> Source:
        """Return a script from the bytes of a file; `path` is for messages.

        Raises Trouble for bytes that cannot be decoded, or not without loss.
        """
        encoding, bom = _encoding(path, data), data.startswith(codecs.BOM_UTF8)
        body = data.removeprefix(codecs.BOM_UTF8)
        try:
            source = cls(path, body.decode(encoding), encoding, bom)
        except UnicodeDecodeError as error:
            line = len(re.findall(rb"\r\n|\r|\n", body[: error.start])) + 1
            raise Trouble(
                f"{path}:{line}: is not {encoding} text; save the file as UTF-8, or name its encoding in "
                "the first line, such as `# -*- coding: latin-1 -*-`"
            ) from error
        except (LookupError, UnicodeError) as error:
            raise Trouble(
                f"{path}: cannot be decoded as {encoding}: {error}; save the file as UTF-8"
            ) from error
        if source.encode(source.text) != data:
            raise Trouble(_NOT_THE_SAME.format(path, encoding))
        return replace(source, text=_marked(source.text))

    def encode(self, text: str) -> bytes:
        """Return the bytes of a text in this file's encoding; raises Trouble for a character that it lacks."""
        try:
            body = _unmarked(text).encode(self.encoding)
        except UnicodeEncodeError as error:
            line = len(_NEWLINE.findall(text, 0, error.start)) + 1
            raise Trouble(
                f"{self.path}:{line}: the file's encoding, {self.encoding}, lacks {text[error.start]!r}, "
                "which belongs there; save the file as UTF-8"
            ) from error
        except UnicodeError as error:  # of what is no encoding of text, such as idna
            raise Trouble(_NOT_THE_SAME.format(self.path, self.encoding)) from error
        return (codecs.BOM_UTF8 if self.bom else b"") + body

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield a text as people see it: one part, or a notebook's cells, each with what follows the path."""
        yield "", _unmarked(text)

    def program(self, text: str) -> bytes:
        """Return a text as Python can run it."""
        return self.encode(text)

    def reviewed(self, text: str) -> str:
        """Return a text as it is decided about, line by line: `encode` takes it."""
        return _unmarked(text)

    def readable(self, text: str) -> str:
        """Return lines of what is decided about as people know them, line for line."""
        return text

    def line_names(self, text: str) -> list[str]:
        """Return how people name the lines of what is decided about."""
        return [str(number) for number in range(1, len(lines.split(text)) + 1)]


def _marked(text: str) -> str:
    if not _MAY_HAVE_CELLS.search(text):
        return text
    from gpu2ipu.source import percent_cells

    return percent_cells.mark(text)


def _unmarked(text: str) -> str:
    if CELL_SIGN not in text:
        return text
    from gpu2ipu.source import percent_cells

    return percent_cells.unmark(text)


def _encoding(path: Path, data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise Trouble(f"{path}: has a coding cookie that Python does not know: {error}") from error
        if "encoding problem" in str(error):
            raise Trouble(
                f"{path}: has the byte order mark of UTF-8 and a coding cookie that disagrees"
            ) from error
        return "utf-8"  # bytes in the first lines that are none; decoding says where
    return "utf-8" if encoding == "utf-8-sig" else encoding


def write_atomic(path: Path, data: bytes, read: bytes | None = None) -> None:
    """Write a file as a whole or not at all; raises Trouble where it may not be written.

    An existing file keeps its owner and its permission bits, and what a link leads to is written, not the link. A file
    with several hard links, or of an owner that it would lose, is written where it is, with a copy beside it until that
    is done. With `read`, what it was made of, a file that is no longer that is left alone.
    """
    target = Path(os.path.realpath(path))
    status = _status(target)
    if status is not None and not (status.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise Trouble(f"{path}: is read-only; make it writable, or name another file with -o")
    temporary = target.with_name(f".gpu2ipu-{os.getpid()}-{time.monotonic_ns()}.tmp")
    with signals.delayed():
        try:
            if read is not None and target.read_bytes() != read:
                raise Trouble(f"{path}: has changed since it was read; run the command again")
            _write_new(temporary, data, status)
            if status is None or (status.st_nlink == 1 and _has_owner(temporary, status)):
                os.replace(temporary, target)
                _save_names(target.parent)
            else:
                _write_over(target, data, temporary)
        except OSError as error:
            raise Trouble(f"{path}: cannot be written: {error.strerror or error}") from error
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _write_new(path: Path, data: bytes, status: os.stat_result | None = None) -> None:
    """Write a file that is not there, onto the disk, with the permission bits of another one.

    Where the system can do that it has no name until it is whole, so that a process that is killed leaves nothing.
    """
    with contextlib.suppress(AttributeError, OSError):  # not on all systems and file systems
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            descriptor = os.open(path.parent, os.O_TMPFILE | os.O_WRONLY, 0o666)
            with open(descriptor, "wb") as file:
                _fill(file, data, status)
                # with a folder, though the name is absolute, Python has the link to the open file followed
                os.link(f"/proc/self/fd/{descriptor}", path, src_dir_fd=folder, follow_symlinks=True)
            return
        finally:
            os.close(folder)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with open(descriptor, "wb") as file:
        _fill(file, data, status)


def _has_owner(path: Path, status: os.stat_result) -> bool:
    """True if a file has, or could be given, the owner and group of another one."""
    made = path.stat()
    if (made.st_uid, made.st_gid) == (status.st_uid, status.st_gid):
        return True
    try:
        os.chown(path, status.st_uid, status.st_gid)
        _set_bits(path, status)  # a new owner takes some away
    except OSError:
        return False
    return True


def _write_over(target: Path, data: bytes, temporary: Path) -> None:
    """Write into a file that stays the same file; what it had is beside it meanwhile, and comes back after an error."""
    before = target.read_bytes()
    temporary.unlink()
    _write_new(temporary, before)
    with open(target, "r+b") as file:
        try:
            _fill(file, data)
        except OSError:
            _fill(file, before)
            raise


def _fill(file: BinaryIO, data: bytes, status: os.stat_result | None = None) -> None:
    """Write a file from its beginning, onto the disk, and give it the permission bits of another one."""
    file.seek(0)
    file.write(data)
    file.truncate()
    file.flush()
    if status is not None and os.chmod in os.supports_fd:
        _set_bits(file.fileno(), status)
    os.fsync(file.fileno())


def _set_bits(file: Path | int, status: os.stat_result) -> None:
    os.chmod(file, stat.S_IMODE(status.st_mode))


def _save_names(folder: Path) -> None:
    """Put the names of a folder onto the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
