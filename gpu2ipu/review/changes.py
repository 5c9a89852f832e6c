"""The changes of a port, each with its reasons and the others that it needs, and the script with some of them."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Collection, Iterable
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.findings import Finding, Safety
from gpu2ipu.records import record
from gpu2ipu.source import lines
from gpu2ipu.source.script_file import Source

MANUAL = "manual"  # beside the values of Safety


@record
class Segment:
    """Lines of the script and what they are in the port; lines are counted from 1."""

    old: str
    new: str
    old_line: int
    new_line: int
    change: int | None = None  # the number of the change that makes one of the other


@record
class PortChange:
    """Lines that are changed together, and why."""

    number: int  # from 1
    findings: tuple[Finding, ...]  # without a fix: a comment on what needs manual work
    needs: frozenset[int]  # changes without which this one makes no sense, and those that they need
    because: dict[int, str]  # of those that it needs itself, a name that both have

    @property
    def safety(self) -> str:
        """The least safe of its findings: "safe", "review" or "manual"."""
        kinds = {finding.fix.safety.value if finding.fix else MANUAL for finding in self.findings}
        return next((kind for kind in (MANUAL, Safety.REVIEW.value) if kind in kinds), Safety.SAFE.value)


@record
class Review:
    """A script, and the changes that make a port of it."""

    source: Source
    segments: tuple[Segment, ...]
    changes: tuple[PortChange, ...]
    others: tuple[Finding, ...]  # what is to be known, or done by hand, and changes no line
    digest: str  # of both texts: the numbers belong to these

    @property
    def path(self) -> Path:
        """The script."""
        return self.source.path

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all changes."""
        return frozenset(change.number for change in self.changes)

    @functools.cached_property
    def line_names(self) -> dict[str, list[str]]:
        """How people name the lines of the script, "old", and of its port, "new"."""
        old, new = ("".join(getattr(each, side) for each in self.segments) for side in ("old", "new"))
        return {"old": self.source.line_names(old), "new": self.source.line_names(new)}

    def needing(self, number: int) -> frozenset[int]:
        """Return the changes that make no sense without one."""
        return frozenset(change.number for change in self.changes if number in change.needs)

    def text_with(self, accepted: Collection[int]) -> str:
        """Return the script with some of the changes in it; raises Trouble where they need others, too."""
        for change in self.changes:
            if change.number in accepted and (missing := change.needs.difference(accepted)):
                raise Trouble(f"{self.path}: {self.missing(change, missing)}")
        text = text_of(self.segments, accepted)
        if compiles(text_of(self.segments, ())) and not compiles(text):
            raise Trouble(
                f"{self.path}: changes depend on each other: with {listed(accepted)} alone the script is not Python; "
                "accept all changes, or none"
            )
        return text

    def missing(self, change: PortChange, missing: Collection[int]) -> str:
        """Return what to say of a change that is accepted without others that it needs."""
        names = sorted({f"`{change.because[number]}`" for number in missing if number in change.because})
        why = f" for {', '.join(names)}" if names else ""
        all_of_them = "both" if len(missing) == 1 else "all of them"
        return f"change {change.number} needs {listed(missing)}{why}; accept {all_of_them}, or reject {change.number}"


def text_of(segments: Iterable[Segment], accepted: Collection[int]) -> str:
    """Return the script with some changes in it, whether that is Python or not."""
    segments = list(segments)
    chosen = [each.new if each.change in accepted else each.old for each in segments]
    parts = [part for part in chosen if part]
    whole = "".join(segment.old for segment in segments)
    # the last line of the script gets an end where others follow it
    ends = ["" if part.endswith(("\r", "\n")) else lines.end_of("", whole) for part in parts[:-1]]
    return "".join(part + end for part, end in zip(parts, [*ends, ""], strict=True)) if parts else ""


def compiles(text: str) -> bool:
    """True if a text is a Python program."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def listed(numbers: Iterable[int]) -> str:
    """Return the numbers of changes for people: `change 3`, `changes 1, 2`."""
    known = sorted(numbers)
    return f"change{'s' * (len(known) != 1)} {', '.join(map(str, known)) or 'none'}"
