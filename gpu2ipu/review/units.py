"""Units of a text (a simple statement, the head of a block, a comment, a blank line), and what became of them."""

from __future__ import annotations

import bisect
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence

from gpu2ipu.convert.original_lines import most_alike
from gpu2ipu.records import record
from gpu2ipu.source import lines

_LAYOUT = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@record
class TextUnit:
    """Lines that belong together; they count from 0, the end is exclusive."""

    start: int
    end: int
    text: str  # with the line ends
    is_code: bool

    @property
    def words(self) -> str:
        """What it says, however it is indented and whatever its lines end in."""
        return "\n".join(line.strip() for line in lines.split(self.text))

    @property
    def indentation(self) -> str:
        """What it begins with."""
        return lines.indentation(self.text)


def units_of(text: str) -> list[TextUnit]:
    """Return the units of a text that Python can parse."""
    split = lines.split(text)
    found, place = list[TextUnit](), 0

    def layout(end: int) -> Iterator[TextUnit]:
        return (TextUnit(line, line + 1, split[line], False) for line in range(place, end))

    for start, end in _logical_lines(split):
        found += layout(start)
        found.append(TextUnit(start, end, "".join(split[start:end]), True))
        place = end
    return [*found, *layout(len(split))]


def _logical_lines(split: Sequence[str]) -> Iterator[tuple[int, int]]:
    start = None
    tokens = tokenize.generate_tokens(iter([line.rstrip("\r\n") + "\n" for line in split]).__next__)
    for token in tokens:
        if token.type == tokenize.NEWLINE and start is not None:
            yield start, token.start[0]
            start = None
        elif token.type not in _LAYOUT and start is None:
            start = token.start[0] - 1


def paired(old: Sequence[TextUnit], new: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """Return which unit of one text became which of the other, in the order of both."""
    pairs = list[tuple[int, int]]()
    start = first = 0
    for end, last in [*_anchors(old, new), (len(old), len(new))]:
        olds = [place for place in range(start, end) if old[place].is_code]
        news = [place for place in range(first, last) if new[place].is_code]
        alike = most_alike([old[place].words for place in olds], [new[place].words for place in news])
        pairs += sorted((olds[place], news[line]) for line, place in alike.items())
        if end < len(old):
            pairs.append((end, last))
        start, first = end + 1, last + 1
    return sorted([*pairs, *_beside(pairs, old, new)])


def _anchors(old: Sequence[TextUnit], new: Sequence[TextUnit]) -> list[tuple[int, int]]:
    """The longest run, in the order of both, of code that each text has once (as in a patience diff)."""
    places = [
        {unit.words: place for place, unit in enumerate(units) if unit.is_code and often[unit.words] == 1}
        for units in (old, new)
        for often in [Counter(unit.words for unit in units)]
    ]
    both = [(place, places[1][words]) for words, place in places[0].items() if words in places[1]]
    # the last pair of the best run of each length, and the pair that precedes each pair in its run
    ends, before = list[tuple[int, int]](), dict[tuple[int, int], tuple[int, int] | None]()
    for pair in both:
        length = bisect.bisect_left(ends, pair[1], key=lambda end: end[1])
        before[pair] = ends[length - 1] if length else None
        ends[length:] = [pair, *ends[length + 1 :]]
    run = list[tuple[int, int]]()
    last = ends[-1] if ends else None
    while last is not None:
        run.append(last)
        last = before[last]
    return run[::-1]


def _beside(
    pairs: Sequence[tuple[int, int]], old: Sequence[TextUnit], new: Sequence[TextUnit]
) -> Iterator[tuple[int, int]]:
    """Comments and blank lines that stay as they are beside units that have a partner."""
    start = first = 0
    for end, last in [*pairs, (len(old), len(new))]:
        while start < end and first < last and old[start].text == new[first].text:
            yield start, first
            start, first = start + 1, first + 1
        above = end, last
        while start < above[0] and first < above[1] and old[above[0] - 1].text == new[above[1] - 1].text:
            above = above[0] - 1, above[1] - 1
            yield above
        start, first = end + 1, last + 1


def is_same(old: TextUnit, new: TextUnit) -> bool:
    """True if a unit stays as it is; that others follow the last line of the script is no change of it."""
    return old.text == new.text or (
        not lines.own_end(old.text) and old.text == new.text.removesuffix(lines.own_end(new.text))
    )
