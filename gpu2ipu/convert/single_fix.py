"""The fix of one finding by itself, as lines that replace others: for editors, and for formats that carry fixes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from gpu2ipu.convert.fixes import changes_by_file, with_fixes, with_format
from gpu2ipu.findings import Finding
from gpu2ipu.records import record
from gpu2ipu.source import lines
from gpu2ipu.source.reading import ALL_SAVED, Unsaved, read_source
from gpu2ipu.source.script_file import Source


@record
class LineChange:
    """Lines of a text, counted from 0, the end exclusive, and what replaces them."""

    start: int
    end: int
    text: str


@record
class FileChange:
    """What a fix changes in one file."""

    path: Path
    before: tuple[str, ...]  # its lines, each with its end
    changes: tuple[LineChange, ...]


def file_changes(source: Source, finding: Finding, unsaved: Unsaved = ALL_SAVED) -> Iterator[FileChange]:
    """Yield what the fix of a finding changes in its file, which is a script, and in others.

    Raises what `with_fixes` raises, and Trouble for another file that cannot be read.
    """
    for path, found in changes_by_file([(source.path, finding)]).items():
        file = source if path == source.path else read_source(path, unsaved)
        text = with_format(path, file.text, with_fixes(path, file.text, found))
        # cells of a script are marked while it is worked on
        (_, before), (_, after) = next(file.parts(file.text)), next(file.parts(text))
        old = lines.split(before)
        yield FileChange(path, tuple(old), tuple(line_changes(old, lines.split(after))))


def line_changes(before: Sequence[str], after: Sequence[str]) -> Iterator[LineChange]:
    """Yield what makes one list of lines of another."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag != "equal":
            yield LineChange(start, end, "".join(after[first:last]))
