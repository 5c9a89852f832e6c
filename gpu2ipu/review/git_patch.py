"""A patch of one file, as `git apply` takes it. It is made of bytes, and so of any encoding and any line ends."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.reports.diffs import NO_END

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")  # as git counts them
_PLAIN = re.compile(rb'[^\x00-\x1f"\\\x7f-\xff]*')


def patch(name: str, before: bytes, after: bytes) -> bytes:
    """Return the patch that makes one content of a file another one; nothing if they are the same."""
    changes = b"".join(_changes(before, after))
    return header(name) + changes if changes else b""


def header(name: str) -> bytes:
    """Return the lines above the changes of a file."""
    old, new = (_quoted(os.fsencode(f"{side}/{name}")) for side in "ab")
    # a tab ends a name that has blanks
    end = b"\t" if b" " in old and not old.startswith(b'"') else b""
    return b"diff --git %s %s\n--- %s%s\n+++ %s%s\n" % (old, new, old, end, new, end)


def _quoted(name: bytes) -> bytes:
    """A name as git writes it: as a string of C where it has other than plain characters."""
    if _PLAIN.fullmatch(name):
        return name
    return b'"%s"' % b"".join(
        bytes([byte]) if _PLAIN.fullmatch(bytes([byte])) else b"\\%03o" % byte for byte in name
    )


def _changes(before: bytes, after: bytes) -> Iterator[bytes]:
    old, new = (_LINE.findall(data) for data in (before, after))
    diff = difflib.diff_bytes(difflib.unified_diff, old, new, b"", b"")
    for number, line in enumerate(diff):
        if number > 1:  # below the names
            yield line if line.endswith(b"\n") else b"%s\n%s\n" % (line, NO_END.encode())


def place(script: Path) -> tuple[Path, str]:
    """Return the folder in which a patch of a script is applied, and the name that the script has there.

    That is the top of its git repository; outside of one, the current folder, or the script's own.
    """
    file, here = script.resolve(), Path.cwd().resolve()
    top = next((folder for folder in file.parents if (folder / ".git").exists()), None)
    if top is None:
        top = here if file.is_relative_to(here) else file.parent
    return top, file.relative_to(top).as_posix()
