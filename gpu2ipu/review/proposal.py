"""From a script and its port to the changes between them, each with the findings that it settles."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from gpu2ipu.edits import Insert, Wrap, reach
from gpu2ipu.findings import COMMENT_PREFIX, Finding, comment_of
from gpu2ipu.review.changes import PortChange, Review, Segment, compiles, text_of
from gpu2ipu.review.groups import Groups, Needs, all_of
from gpu2ipu.source import lines
from gpu2ipu.source.script_file import Source

# rules that split batches over IPUs, micro-batches or processes, and those that select the IPUs
_SPLITTING = (
    "IPU310",
    "IPU311",
    "IPU313",
    "IPU401",
    "IPU402",
    "IPU504",
    "IPU507",
    "IPU509",
    "IPU512",
    "IPU513",
)
_SELECTING = ("IPU102",)


def review_of(source: Source, port: str, applied: Sequence[Finding], left: Sequence[Finding]) -> Review:
    """Return the changes that make a port of a script.

    `applied` are the findings that were settled, at the lines of the script, `left` the others, at those of the port.
    """
    old, new = source.reviewed(source.text), source.reviewed(port)
    groups = Groups(old, new)
    segments = list(groups.segments())
    touched = [(finding, _touched(finding, segments)) for finding in applied]
    for _, some in touched:
        groups.join(*(group for group in some if not groups.only_defines(group)))
    groups.join(*_of_one_training(touched))
    _join_unexplained(groups, segments, touched)
    groups.join_mutual()
    if compiles(old) and compiles(new):
        while pair := _inseparable(groups):
            groups.join(*pair)
            groups.join_mutual()
    digest = hashlib.sha256(f"{old}\0{new}".encode(errors="surrogatepass")).hexdigest()[:12]
    return _numbered(source, groups, [*touched, *_commented(left, segments)], digest)


def _of_one_training(touched: Iterable[tuple[Finding, set[int]]]) -> set[int]:
    """The groups that select IPUs, split batches and reduce gradients: some of them alone train otherwise."""
    found = set[int]()
    for rules in (_SPLITTING, _SELECTING):
        if rules is _SPLITTING or found:
            found |= {group for finding, some in touched if finding.rule in rules for group in some}
    return found


def _join_unexplained(
    groups: Groups, segments: Iterable[Segment], touched: Iterable[tuple[Finding, set[int]]]
) -> None:
    """Join what no finding explains, and does more than to define names, with what is above it, or below."""
    explained = {groups.group_of(group) for _, some in touched for group in some}
    order = list(dict.fromkeys(groups.group_of(each.change) for each in segments if each.change is not None))
    for place, group in enumerate(order):
        if group not in explained and not groups.only_defines(group) and not groups.only_comments(group):
            groups.join(group, *(order[place - 1 : place] or order[1:2]))


def _touched(finding: Finding, segments: Sequence[Segment]) -> set[int]:
    """The groups in which the fix of a finding has edits: those with its code, or that are nearest to its place."""
    found = set[int]()
    for edit in finding.fix.edits if finding.fix else ():
        apart = [(_distance(each, *reach(edit)), each) for each in segments if each.change is not None]
        if isinstance(edit, Insert | Wrap):
            # several things may be inserted at one place, or above a comment there
            first_line = _first_line(edit)
            written = [(distance, each) for distance, each in apart if first_line.search(each.new)]
            apart = written or apart
        least = min((distance for distance, _ in apart), default=0)
        found |= {
            each.change for distance, each in apart if each.change is not None and distance <= max(least, -1)
        }
    return found


def _first_line(edit: Insert | Wrap) -> re.Pattern[str]:
    """What finds the first line of an edit's code in a text; a hole may be any expression."""
    code = edit.template if isinstance(edit, Insert) else edit.header
    parts = re.split(r"\{\w*\}", code.strip().partition("\n")[0])
    return re.compile("^[ \t]*" + ".+?".join(map(re.escape, parts)), re.MULTILINE)


def _distance(segment: Segment, first: int, last: int) -> int:
    """How many lines are between a segment and an edit; less than 0 if they have a line, or a place, in common."""
    start = segment.old_line - 1
    end = start + len(lines.split(segment.old))
    return -1 if start == end == first == last else max(start, first) - min(end, last)


def _commented(left: Sequence[Finding], segments: Sequence[Segment]) -> Iterator[tuple[Finding, set[int]]]:
    """The findings that are left, each with the group of the comment on it; nothing where it has none."""
    comments = [
        (segment.new_line + number, segment.change, line.strip())
        for segment in segments
        if segment.change is not None
        for number, line in enumerate(lines.split(segment.new))
        if COMMENT_PREFIX in line
    ]
    for finding in left:
        mark = comment_of(finding.rule)
        above = [
            group for line, group, text in comments if line < finding.span.line and text.startswith(mark)
        ]
        yield finding, set(above[-1:])


def _inseparable(groups: Groups) -> tuple[int, int] | None:
    """A group without which the others are no Python, or that is none without them, and the one beside it."""
    segments = list(groups.segments())
    order = list(dict.fromkeys(each.change for each in segments if each.change is not None))
    needs = all_of(groups.needs())
    for place, group in enumerate(order):
        if groups.is_plain(group) or len(order) == 1:
            continue
        others = {other for other in order if group not in needs[other]} - {group}
        if not all(compiles(text_of(segments, some)) for some in ({group, *needs[group]}, others)):
            return group, order[place + 1 if place + 1 < len(order) else place - 1]
    return None


def _numbered(
    source: Source, groups: Groups, touched: Sequence[tuple[Finding, set[int]]], digest: str
) -> Review:
    segments = list(groups.segments())
    order = list(dict.fromkeys(each.change for each in segments if each.change is not None))
    number_of = {group: number for number, group in enumerate(order, start=1)}
    needs = groups.needs()
    every = all_of(needs)
    findings: dict[int, list[Finding]] = {group: [] for group in order}
    for finding, some in touched:
        for group in {groups.group_of(each) for each in some}:
            findings[group].append(finding)
    _explain_by_users(findings, needs)

    def numbers(some: Collection[int]) -> frozenset[int]:
        return frozenset(number_of[group] for group in some)

    changes = tuple(
        PortChange(
            number_of[group],
            tuple(findings[group]),
            numbers(every[group]),
            {number_of[other]: name.lstrip(".") for other, name in needs[group].items()},
        )
        for group in order
    )
    others = tuple(finding for finding, some in touched if not some)
    return Review(source, tuple(_merged(segments, number_of)), changes, others, digest)


def _explain_by_users(findings: dict[int, list[Finding]], needs: Needs) -> None:
    """What settles no finding by itself serves the groups that need it, or else that above it."""
    above = list[Finding]()
    for group in reversed(findings):
        if not findings[group]:
            users = [finding for user in findings if group in needs[user] for finding in findings[user]]
            findings[group] = list(dict.fromkeys(users))
    for some in findings.values():
        some += [] if some else above
        above = some


def _merged(segments: Sequence[Segment], number_of: dict[int, int]) -> Iterator[Segment]:
    """The segments with numbers, those beside each other as one; blank lines between those of a change go with it."""
    found = list[Segment]()
    for each in segments:
        segment = replace(each, change=None if each.change is None else number_of[each.change])
        if found and found[-1].change == segment.change:
            segment = _joined(found.pop(), segment)
        elif (
            len(found) > 1
            and found[-2].change == segment.change
            and found[-1].change is None
            and not found[-1].old.strip()
        ):
            blank = found.pop()
            segment = _joined(_joined(found.pop(), blank), segment)
        found.append(segment)
    return iter(found)


def _joined(above: Segment, below: Segment) -> Segment:
    return Segment(above.old + below.old, above.new + below.new, above.old_line, above.new_line, below.change)
