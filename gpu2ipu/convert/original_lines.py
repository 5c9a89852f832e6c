"""Original lines: a fix of a later round is reported at the lines of the script, not of the text in between."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.convert.named_lines import cells_of, renumbered
from gpu2ipu.edits import at_lines
from gpu2ipu.findings import Finding

_WORD = re.compile(r"\w+")

# A line of whose words so much has stayed is the same one, changed.
_ALIKE = 0.5

# More pairs of lines than these are not looked at.
_LARGEST = 40_000


def in_original(original: Script, rewritten: Script, found: Sequence[Finding]) -> list[Finding]:
    """Return the findings in a rewritten script, and the edits of their fixes, at the lines that became their own."""
    origins = _origins(*([line.strip() for line in script.lines] for script in (original, rewritten)))
    cells = cells_of(rewritten), cells_of(original)

    def origin(line: int) -> int:
        return origins[line - 1]

    def moved(finding: Finding) -> Finding:
        first, last = origin(finding.span.line), origin(finding.span.end_line)
        message = renumbered(finding.message, origin, *cells)
        fix = finding.fix and replace(
            finding.fix, edits=tuple(at_lines(edit, origin) for edit in finding.fix.edits)
        )
        span = finding.span._replace(line=first, end_line=max(first, last))
        return replace(finding, span=span, message=message, fix=fix)

    return [moved(finding) for finding in found]


def current_lines(original: str, rewritten: str) -> dict[int, int]:
    """Return the line, from 1, that each line of a script has in its rewritten text."""
    before, after = ([line.strip() for line in text.split("\n")] for text in (original, rewritten))
    # one that is new has the line of the one behind it
    return {origin: line for line, origin in enumerate(_origins(before, after), start=1)}


def _origins(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """Return the line, from 1, that each line of `after` was; one that is new has that of the next to it."""
    origins = list[int]()
    matcher = difflib.SequenceMatcher(lambda line: not line, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            origins += range(start + 1, end + 1)
            continue
        pairs = _paired(before[start:end], after[new_start:new_end])
        following = min(end + 1, len(before))
        for line in reversed(range(new_end - new_start)):
            following = start + pairs[line] + 1 if line in pairs else following
            pairs[line] = following
        origins += (pairs[line] for line in range(new_end - new_start))
    return origins


def _paired(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Return for lines of `after` those of `before` that they are: as many lines are the same ones, changed."""
    if len(before) == len(after):
        return {line: line for line in range(len(after))}
    return most_alike(before, after)


def most_alike(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Return for lines of `after` those of `before` that they are like, in order, and as like as can be."""
    if len(before) * len(after) > _LARGEST:
        return {}
    old, new = ([set(_WORD.findall(line)) for line in some] for some in (before, after))
    # for each place in both the best sum of what follows, and the pairs of it
    nothing: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())] * (len(old) + 1)
    best = nothing
    for line in reversed(range(len(new))):
        below, best = best, nothing.copy()
        for place in reversed(range(len(old))):
            best[place] = max(below[place], best[place + 1], key=lambda each: each[0])
            likeness, (total, pairs) = _likeness(old[place], new[line]), below[place + 1]
            if likeness and total + likeness > best[place][0]:
                best[place] = total + likeness, ((line, place), *pairs)
    return dict(best[0][1])


def _likeness(one: set[str], other: set[str]) -> float:
    """Return what share of their words two lines have in common; 0 if it is small."""
    share = 2 * len(one & other) / (len(one) + len(other) or 1)
    return share if share >= _ALIKE else 0.0
