"""A unified diff in colours for terminals, in which the words that changed within a line stand out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpu2ipu.convert.original_lines import most_alike
from gpu2ipu.reports.phrases import visible

_RED, _GREEN, _CYAN, _BOLD, _REVERSE, _PLAIN, _END = (f"\x1b[{code}m" for code in (31, 32, 36, 1, 7, 27, 0))
_WORD = re.compile(r"\w+|\s+|.")
# lines that have less in common are shown without their words: everything would stand out
_ALIKE = 0.5


def coloured(diff: str) -> str:
    """Return a diff with colours; without them it is the same, but for characters that a terminal would obey."""
    *lines, last = diff.split("\n")
    shown = [f"{_visible(line)}\n" for line in lines] + ([_visible(last)] if last else [])
    return "".join(_coloured(shown))


def _visible(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    return visible(line.removesuffix(end)) + end


def _coloured(lines: Sequence[str]) -> Iterator[str]:
    place = 0
    while place < len(lines):
        removed, after = _run(lines, place, "-")
        added, end = _run(lines, after, "+")
        if removed and added and not removed[0].startswith("--- "):
            yield from _changed(removed, added)
            place = end
        else:
            yield _line(lines[place])
            place += 1


def _run(lines: Sequence[str], start: int, sign: str) -> tuple[list[str], int]:
    """The lines from one on that begin with a sign, and the place behind them."""
    end = start
    while end < len(lines) and lines[end].startswith((sign, "\\")):
        end += 1
    return list(lines[start:end]), end


def _line(line: str) -> str:
    for start, code in (("--- ", _BOLD), ("+++ ", _BOLD), ("@@", _CYAN), ("-", _RED), ("+", _GREEN)):
        if line.startswith(start):
            return _in(code, line)
    return line


def _changed(removed: Sequence[str], added: Sequence[str]) -> Iterator[str]:
    """Yield lines that replace others: those that are alike are compared word by word."""
    before, after = (
        [number for number, line in enumerate(lines) if line[0] != "\\"] for lines in (removed, added)
    )
    old, new = list(map(_line, removed)), list(map(_line, added))
    alike = most_alike([removed[number][1:] for number in before], [added[number][1:] for number in after])
    for first, second in ((before[old_place], after[place]) for place, old_place in alike.items()):
        if removed[first][1:].strip() != added[second][1:].strip():
            old[first], new[second] = _words(removed[first], added[second])
    yield from old
    yield from new


def _words(removed: str, added: str) -> tuple[str, str]:
    changed = changed_words(removed[1:].rstrip("\r\n"), added[1:].rstrip("\r\n"))
    if changed is None:
        return _line(removed), _line(added)
    old, new = ("".join(map(_marked, words)) for words in changed)
    return (
        _in(_RED, f"-{old}{_line_end(removed)}"),
        _in(_GREEN, f"+{new}{_line_end(added)}"),
    )


def _marked(word: Word) -> str:
    return f"{_REVERSE}{word.text}{_PLAIN}" if word.changed else word.text


def _in(code: str, line: str) -> str:
    """Return a line in a colour, which ends before the line does."""
    end = _line_end(line)
    return f"{code}{line.removesuffix(end)}{_END}{end}"


def _line_end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


class Word(NamedTuple):
    """A part of a line, and whether the other line has something else there."""

    text: str
    changed: bool


def changed_words(before: str, after: str) -> tuple[list[Word], list[Word]] | None:
    """Return both lines in parts, or None if they have little in common."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return None
    codes = matcher.get_opcodes()
    return (
        list(_parts((tag, old[start:end]) for tag, start, end, _, _ in codes)),
        list(_parts((tag, new[first:last]) for tag, _, _, first, last in codes)),
    )


def _parts(runs: Iterator[tuple[str, list[str]]]) -> Iterator[Word]:
    for tag, words in runs:
        if words:
            yield Word("".join(words), tag != "equal")
