"""Lines as Python counts them: unlike with `str.splitlines`, a form feed or a Unicode separator ends none."""

from __future__ import annotations

import re

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END = re.compile(r"\r\n|\r|\n")


def split(text: str) -> list[str]:
    """Return the lines of a text, each with its own end."""
    return _LINE.findall(text)


def own_end(line: str) -> str:
    """Return the end of a line; nothing for a last line without one."""
    return line[len(line.rstrip("\r\n")) :]


def indentation(line: str) -> str:
    """Return the blanks, tabs and form feeds that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t\f"))]


def end_of(line: str, text: str) -> str:
    """Return the end of a line, and for a last line without one the end that the text uses."""
    found = _END.search(line) or _END.search(text)
    return found[0] if found else "\n"
