"""The changes of a script on one HTML page: side by side, with boxes to accept or reject each."""

from __future__ import annotations

import difflib
import json
import shlex
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from gpu2ipu.convert.original_lines import most_alike
from gpu2ipu.findings import Safety
from gpu2ipu.reports.coloured_diff import changed_words
from gpu2ipu.reports.html_page import mark, page, with_code
from gpu2ipu.reports.phrases import counted, one_line, visible
from gpu2ipu.reports.port_html import item
from gpu2ipu.reports.port_report import efforts_of
from gpu2ipu.review import git_patch
from gpu2ipu.review.changes import MANUAL, PortChange, Review, Segment
from gpu2ipu.source import lines

if TYPE_CHECKING:
    from gpu2ipu.rules.rule import Effort, Rule

_WORDS = {Safety.SAFE.value: "safe", Safety.REVIEW.value: "review", MANUAL: "manual work"}
_CONTEXT = 3  # lines that are shown beside a change
_KEYS = (
    ("j", "next change"),
    ("k", "previous change"),
    ("y", "accept, with the changes that it needs"),
    ("n", "reject, with the changes that need it"),
    ("u", "decide later"),
    ("?", "these keys"),
)


def written(review: Review, options: Sequence[str] = ()) -> str:
    """Return the page; `options` are those of the command line that the port depends on."""
    style, script = (Path(__file__).with_name(f"page.{kind}").read_text("utf-8") for kind in ("css", "js"))
    return page(f"Changes of {_name(review)}", style, _body(review, options), script)


def _body(review: Review, options: Sequence[str]) -> Iterator[str]:
    kinds = [change.safety for change in review.changes]
    counts = ", ".join(f"{kinds.count(kind)} {word}" for kind, word in _WORDS.items() if kind in kinds)
    yield f"<h1>Changes of <code>{_shown(_name(review))}</code></h1>"
    yield f"<p>{counted(len(kinds), 'change')}: {counts}. The script is on the left, its port on the right;"
    yield " on a narrow screen the script is above its port.</p>"
    yield from _tools(review)
    rules = _rules(review)
    efforts = efforts_of(
        finding for change in review.changes for finding in (*change.findings, *review.others)
    )
    yield "<main>"
    seen = set[int]()
    for place, segment in enumerate(review.segments):
        if segment.change is None:
            yield from _unchanged(review, segment, place == 0, place == len(review.segments) - 1)
        else:
            change = review.changes[segment.change - 1]
            yield from _change(review, change, segment, segment.change not in seen, rules, efforts)
            seen.add(segment.change)
    yield "</main>"
    if review.others:
        yield "<h2>To be known, or done by hand</h2>\n<ul>"
        yield from (f"<li>{item(finding, efforts)}</li>" for finding in review.others)
        yield "</ul>"
    data = _data(review, options)
    yield from _result(data)
    inert = json.dumps(data).replace("<", "\\u003c").replace("&", "\\u0026").replace(">", "\\u003e")
    yield f'<script type="application/json" id="data">{inert}</script>'


def _name(review: Review) -> str:
    return str(review.path)


def _rules(review: Review) -> dict[str, Rule]:
    """The rules of all findings, by their ids."""
    from gpu2ipu.rules import LISTINGS

    ids = {finding.rule for change in review.changes for finding in change.findings}
    return {listing.id: listing.load() for listing in LISTINGS if listing.id in ids}


def _tools(review: Review) -> Iterator[str]:
    yield '<div class="tools" role="toolbar" aria-label="Filter and decide">'
    for kind, word in _WORDS.items():
        if count := sum(change.safety == kind for change in review.changes):
            yield f'<label><input type="checkbox" data-kind="{kind}" checked> {word} ({count})</label>'
    yield '<select id="rule" aria-label="Rule"><option value="">all rules</option>'
    names = {finding.rule: finding.name for change in review.changes for finding in change.findings}
    for rule, name in sorted(names.items()):
        yield f'<option value="{escape(rule)}">{escape(rule)} {escape(name)}</option>'
    yield "</select>"
    yield '<button id="accept-shown">Accept shown</button> <button id="reject-shown">Reject shown</button>'
    yield '<button id="help-button">Keys: ?</button> <a href="#result">Result</a>'
    yield '<span id="count"></span> <span id="said" role="status"></span></div>'
    rows = "".join(f"<tr><td><kbd>{key}</kbd></td><td>{does}</td></tr>" for key, does in _KEYS)
    yield f'<dialog id="help"><table>{rows}</table><form method="dialog"><button>Close</button></form></dialog>'


def _unchanged(review: Review, segment: Segment, is_first: bool, is_last: bool) -> Iterator[str]:
    texts = lines.split(review.source.readable(segment.old))
    top, end = (0 if is_first else _CONTEXT), len(texts) - (0 if is_last else _CONTEXT)
    if end - top <= 2:
        yield _same(review, texts, segment, 0, len(texts))
        return
    yield _same(review, texts, segment, 0, top)
    yield f'<details class="fold"><summary>{counted(end - top, "unchanged line")}</summary>'
    yield _same(review, texts, segment, top, end)
    yield "</details>"
    yield _same(review, texts, segment, end, len(texts))


def _same(review: Review, texts: Sequence[str], segment: Segment, start: int, end: int) -> str:
    shown = [_shown(text) for text in texts[start:end]]
    if not shown:
        return ""
    old, new = (
        _side(review, side, shown, line + start)
        for side, line in (("old", segment.old_line), ("new", segment.new_line))
    )
    return f'<div class="pair same">{old}{new}</div>'


def _change(
    review: Review,
    change: PortChange,
    segment: Segment,
    is_first: bool,
    rules: dict[str, Rule],
    efforts: dict[str, Effort],
) -> Iterator[str]:
    ids = " ".join(sorted({finding.rule for finding in change.findings}))
    anchor = f' id="c{change.number}"' if is_first else ""
    yield f'<section class="change"{anchor} data-change="{change.number}" data-safety="{change.safety}"'
    yield f'data-rules="{escape(ids)}" aria-label="Change {change.number}"><div class="bar">'
    places = sum(each.change == change.number for each in review.segments)
    if is_first:
        yield from _head(change, places)
        yield f"<ul>{''.join(f'<li>{item(finding, efforts)}</li>' for finding in change.findings)}</ul>"
        yield from _why(change, rules)
    else:
        yield f'<div class="head">{_link(change.number)} <span>goes on here</span></div>'
    yield "</div>"
    yield _sides(review, segment)
    yield "</section>"


def _head(change: PortChange, places: int) -> Iterator[str]:
    yield f'<div class="head"><a class="number" href="#c{change.number}">{change.number}</a>'
    yield mark(change.safety, _WORDS[change.safety])
    for answer, word in (("yes", "accept"), ("no", "reject")):
        yield f'<label><input type="radio" name="c{change.number}" value="{answer}"> {word}</label>'
    if change.needs:
        links = (
            _link(number)
            + (f" for <code>{escape(change.because[number])}</code>" if number in change.because else "")
            for number in sorted(change.needs)
        )
        yield f"<span>needs {', '.join(links)}</span>"
    if places > 1:
        yield f"<span>in {places} places</span>"
    yield "</div>"


def _link(number: int) -> str:
    return f'<a href="#c{number}">{number}</a>'


def _why(change: PortChange, rules: dict[str, Rule]) -> Iterator[str]:
    ids = dict.fromkeys(finding.rule for finding in change.findings if finding.rule in rules)
    yield '<details class="unless-printed"><summary>What the rules say</summary>'
    for rule in map(rules.__getitem__, ids):
        texts = (with_code(one_line(text)) for text in (rule.what, rule.why))
        yield f"<p><b>{rule.id} {escape(rule.name)}</b>: {'. '.join(texts)}.</p>"
    yield "</details>"


def _sides(review: Review, segment: Segment) -> str:
    old, new = (lines.split(review.source.readable(text)) for text in (segment.old, segment.new))
    shown = [_shown(line) for line in old], [_shown(line) for line in new]
    bare = [line.rstrip("\r\n") for line in old], [line.rstrip("\r\n") for line in new]
    for after, before in most_alike(*bare).items():
        if bare[0][before].strip() != bare[1][after].strip() and (
            words := changed_words(bare[0][before], bare[1][after])
        ):
            shown[0][before], shown[1][after] = (
                "".join(f"<b>{_shown(word.text)}</b>" if word.changed else _shown(word.text) for word in side)
                for side in words
            )
    sides = (
        _side(review, "old", shown[0], segment.old_line),
        _side(review, "new", shown[1], segment.new_line),
    )
    return f'<div class="pair">{"".join(sides)}</div>'


def _side(review: Review, side: str, shown: Sequence[str], line: int) -> str:
    names = review.line_names[side][line - 1 :]
    rows = "".join(
        f'<tr><td data-line="{name}"></td><td>{text}</td></tr>'
        for name, text in zip(names, shown, strict=False)
    )
    return f'<div class="side {side if rows else "none"}"><table>{rows}</table></div>'


def _shown(text: str) -> str:
    """A line as HTML, whatever is in it."""
    return escape(visible(text.rstrip("\r\n")))


def _result(data: dict[str, object]) -> Iterator[str]:
    yield '<section id="result"><h2>Result</h2><p id="open"></p>'
    yield "<p>This command writes the port with what is accepted, and with <code>--patch FILE</code> a patch:</p>"
    yield '<pre id="command"></pre><p><button data-copy="command">Copy</button></p>'
    if data["encoded"]:
        yield '<p>The patch of the script, for <code>git apply</code>: <button id="download">Download</button>'
        if data["copied"]:
            yield '<button data-copy="patch">Copy</button></p>'
            yield '<textarea id="patch" readonly aria-label="Patch" spellcheck="false"></textarea>'
        else:
            yield "It is not shown, since its line ends or its encoding would not survive copying.</p>"
    yield "</section>"


def _data(review: Review, options: Sequence[str]) -> dict[str, object]:
    """What the page's script works with; lines of code are strings of the bytes that they are in the file."""
    _, name = git_patch.place(review.path)
    parts = [part for segment in review.segments for part in _parts(review, segment)]
    texts = "".join(each.old + each.new for each in review.segments)
    whole = "".join(line for _, old, _ in parts for line in old).encode("latin-1")
    # lines that git counts, and a script that is no more than these: a notebook is
    is_encoded = not any(_ends_alone(line) for _, *both in parts for side in both for line in side)
    is_encoded &= whole == review.source.encode(review.source.text)
    return {
        "digest": review.digest,
        "needs": {change.number: sorted(change.needs) for change in review.changes},
        "command": shlex.join(["gpu2ipu", "review", str(review.path), *options]),
        "file": f"{review.path.name}.patch",
        "header": git_patch.header(name).decode("latin-1"),
        "parts": parts if is_encoded else [],
        "end": lines.end_of("", texts),
        "encoded": is_encoded,
        "copied": review.source.encoding == "utf-8" and "\r" not in texts,
    }


def _parts(review: Review, segment: Segment) -> Iterator[tuple[int, list[str], list[str]]]:
    """The number of a change and the lines on both sides; 0 and one side for lines that both have."""
    old, new = (_encoded(review, text) for text in (segment.old, segment.new))
    if segment.change is None:
        yield 0, old, []
        return
    for tag, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield 0, old[start:end], []
        else:
            yield segment.change, old[start:end], new[first:last]


def _encoded(review: Review, text: str) -> list[str]:
    return [line.encode(review.source.encoding).decode("latin-1") for line in lines.split(text)]


def _ends_alone(line: str) -> bool:
    """True if git counts a line otherwise."""
    return line.endswith("\r") or "\n" in line[:-1]
