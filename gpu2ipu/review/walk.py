"""The way through the changes of a script on a terminal: each is shown with its reasons, and asked for."""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Callable, Iterator

from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.reports.coloured_diff import coloured
from gpu2ipu.reports.phrases import one_line, visible
from gpu2ipu.reports.ported import reason
from gpu2ipu.review import decisions
from gpu2ipu.review.changes import PortChange, Review, Segment, listed
from gpu2ipu.review.decisions import Decisions
from gpu2ipu.source import lines

_CONTEXT, _MORE = 3, 7  # lines around a change, and those that + adds
_HELP = """\
y      accept this change, and with it those that it needs
n      reject it, and with it those that need it
a      accept this change and all others that are not decided
b      back to the change before
Enter  on to the next change, and decide this one later
+      show more lines around it
q      quit; the next review of the script goes on here
?      these keys"""


@record
class Terminal:
    """Where people are asked: `key` shows a question and returns the key that is pressed."""

    say: Callable[[str], object]
    key: Callable[[str], str]
    has_colours: bool = False
    width: int = 100


def walk(review: Review, made: Decisions, terminal: Terminal) -> Decisions:
    """Ask for each change that is not decided, and keep each answer; returns early when somebody quits."""
    return _Walk(review, made, terminal).decisions()


class _Walk:
    def __init__(self, review: Review, made: Decisions, terminal: Terminal) -> None:
        self._review, self._made, self._terminal = review, made, terminal
        self._explained: dict[str, int] = {}  # rules, and with which change they were
        self._context = _CONTEXT

    def decisions(self) -> Decisions:
        number: int | None = self._next(0)
        while number is not None:
            self._show(number)
            number = self._answered(number)
        return self._made

    def _next(self, number: int) -> int | None:
        """The change to ask for behind another one, from the top again at the end; None if all are decided."""
        left = self._made.open(self._review)
        return next((each for each in left if each > number), left[0] if left else None)

    def _answered(self, number: int) -> int | None:
        """Ask for a change until there is an answer; returns the change that is next, or None to end."""
        while True:
            match self._terminal.key(f"accept change {number}? [y,n,a,b,q,+,?] ").lower():
                case "y":
                    self._decide(self._made.accept(self._review, number), number)
                    return self._next(number)
                case "n":
                    self._decide(self._made.reject(self._review, number), number)
                    return self._next(number)
                case "a":
                    made = self._made.accept(self._review, number)
                    for each in made.open(self._review):
                        made = made.accept(self._review, each)
                    self._decide(made, number)
                    return None
                case "b":
                    self._context = _CONTEXT
                    return max(number - 1, 1)
                case "+":
                    self._context += _MORE
                    self._show_lines(self._review.changes[number - 1])
                case "q" | "\x04":  # Ctrl-D
                    return None
                case "\n":
                    return self._onward(number)
                case _:
                    self._terminal.say(_HELP)

    def _onward(self, number: int) -> int | None:
        self._context = _CONTEXT
        following = self._next(number)
        return following if number == len(self._review.changes) or following is None else number + 1

    def _decide(self, made: Decisions, number: int) -> None:
        before, self._made = self._made, made
        with contextlib.suppress(Trouble):  # told at the end, if there is something to keep
            decisions.keep(self._review, made)
        for word, now, then in (
            ("accepted", made.accepted, before.accepted),
            ("rejected", made.rejected, before.rejected),
        ):
            if along := now - then - {number}:
                self._terminal.say(f"{word} with it: {listed(along)}")
        self._context = _CONTEXT

    def _show(self, number: int) -> None:
        change = self._review.changes[number - 1]
        self._terminal.say("")
        self._terminal.say(self._heading(change))
        for finding in change.findings:
            self._terminal.say(f"  {finding.where}: {finding.rule} {visible(reason(finding))}")
        for line in self._why(change):
            self._terminal.say(line)
        self._show_lines(change)

    def _heading(self, change: PortChange) -> str:
        state = next(
            (
                word
                for word, numbers in (("accepted", self._made.accepted), ("rejected", self._made.rejected))
                if change.number in numbers
            ),
            None,
        )
        needs = f"needs {listed(change.needs)}" if change.needs else None
        told = [change.safety, *filter(None, (needs, state))]
        return f"change {change.number} of {len(self._review.changes)} ({'; '.join(told)})"

    def _why(self, change: PortChange) -> Iterator[str]:
        """What the rules of a change say, where they have not said it yet."""
        from gpu2ipu.rules import LISTINGS

        ids = {finding.rule for finding in change.findings}
        for listing in (each for each in LISTINGS if each.id in ids):
            first = self._explained.setdefault(listing.id, change.number)
            if first == change.number:
                text = f"{listing.id} {listing.rule_name}: {one_line(listing.load().why)}"
                yield textwrap.fill(
                    text, self._terminal.width, initial_indent="    ", subsequent_indent="    "
                )

    def _show_lines(self, change: PortChange) -> None:
        readable = self._review.source.readable
        whole = lines.split(readable("".join(segment.old for segment in self._review.segments)))
        for segment in self._review.segments:
            if segment.change == change.number:
                text = "".join(self._diff(segment, whole))
                self._terminal.say((coloured(text) if self._terminal.has_colours else text).rstrip("\n"))

    def _diff(self, segment: Segment, whole: list[str]) -> Iterator[str]:
        """The lines of a segment as in a diff, with those of the script around them."""
        source, names = self._review.source, self._review.line_names["old"]
        start = segment.old_line - 1
        end = start + len(lines.split(segment.old))
        name = names[start] if start < len(names) else str(segment.old_line)
        yield f"@@ {'cell' if source.path.suffix == '.ipynb' else 'line'} {name} @@\n"
        yield from map(_line(" "), whole[max(0, start - self._context) : start])
        yield from map(_line("-"), lines.split(source.readable(segment.old)))
        yield from map(_line("+"), lines.split(source.readable(segment.new)))
        yield from map(_line(" "), whole[end : end + self._context])


def _line(sign: str) -> Callable[[str], str]:
    return lambda line: f"{sign}{visible(line.removesuffix(lines.own_end(line)))}\n"
