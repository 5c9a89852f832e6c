"""Phrases of reports: a text in one line, a number of things, a path, the place in a notebook."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.findings import Finding

# why a person should look at a change that is marked so (`Safety.REVIEW`)
WHY_REVIEW = "it may drop data or change numbers"

# what a terminal or a browser would obey, and what would reorder or hide the text around it
_UNSEEN = {code: f"\\x{code:02x}" for code in (*range(9), *range(10, 32), *range(127, 160))} | {
    code: f"\\u{code:04x}" for code in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}


def visible(text: str) -> str:
    """Return a line with the characters that are not seen written as Python escapes them; tabs stay."""
    return text.translate(_UNSEEN)


def one_line(text: str) -> str:
    """Return a text without its line breaks and indentation."""
    return " ".join(text.split())


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is one."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def relative(path: Path) -> str:
    """Return a path with forward slashes, relative to the current folder if it is below that."""
    absolute, here = path.absolute(), Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix()


def in_cell(finding: Finding) -> str:
    """Return what precedes the message of a finding in a notebook, for formats that count the lines of its file."""
    return f"{finding.where}: " if finding.cell else ""
