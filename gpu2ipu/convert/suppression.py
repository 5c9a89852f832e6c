"""Comments that silence rules: `# gpu2ipu: ignore`, `ignore[IPU201, partial-batch, IPU3]`, `ignore-file[IPU202]`.

A comment silences a finding when it is on a line that the finding covers, at the end of its statement, or
alone directly above either. Of a block (a function, a loop) only the head counts, not its body.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.config import means_rule, nearest_rule
from gpu2ipu.edits import Span
from gpu2ipu.findings import COMMENT_PREFIX, Finding
from gpu2ipu.records import record
from gpu2ipu.source.comment_lines import Layout, layout

_IGNORE = re.compile(
    COMMENT_PREFIX + r"\s*(?P<word>ignore(?P<file>-file)?)(?![\w-])(?:\s*\[(?P<rules>[^\]]*)\])?"
)


@record
class _Ignore:
    line: int
    written: str
    whole_file: bool
    rules: tuple[str, ...]  # empty: all

    def silences(self, finding: Finding, word: str | None = None) -> bool:
        """True if the rule of a finding is meant, by any word or by this one."""
        words = self.rules if word is None else (word,)
        return not words or any(means_rule(each, finding.rule, finding.name) for each in words)


def unsuppressed(script: Script, findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings that no comment of the script silences."""
    if not _IGNORE.search(script.text):
        return findings
    where = layout(script)
    ignores = list(_ignores(where))
    return [
        finding
        for finding in findings
        if not any(ignore.silences(finding) and _reaches(ignore, finding, where) for ignore in ignores)
    ]


def unused(
    script: Script, findings: Sequence[Finding], names: dict[str, str], used: Callable[[str], bool]
) -> Iterator[Finding]:
    """Yield what the comments of a script have nothing to silence for, and what they name that is no rule.

    `findings` are all, silenced or not, `names` those of all rules by their ids; rules that are not `used` in the run
    are not judged.
    """
    from gpu2ipu.rules.comments.unused_suppression import UnusedSuppression

    if not _IGNORE.search(script.text):
        return
    where, rule = layout(script), UnusedSuppression()
    ignores = list(_ignores(where))
    for ignore in ignores:
        near = [finding for finding in findings if _reaches(ignore, finding, where)]
        for word in ignore.rules or (None,):
            if trouble := _trouble(ignore, word, near, names, used):
                note = rule.finding(_span(script, ignore), trouble)
                # a comment that silences all rules does not silence that it has none
                if not any(
                    each.rules and each.silences(note) and _reaches(each, note, where) for each in ignores
                ):
                    yield note


def _trouble(
    ignore: _Ignore,
    word: str | None,
    near: Sequence[Finding],
    names: dict[str, str],
    used: Callable[[str], bool],
) -> str | None:
    """What is wrong with a comment, or with one of the words in it; nothing where it does its work."""
    meant = [rule for rule, name in names.items() if word is None or means_rule(word, rule, name)]
    if word is not None and not meant:
        return f"`{ignore.written}` names an unknown rule, {word!r}; {nearest_rule(word, names)}"
    if not all(map(used, meant)) or any(ignore.silences(finding, word) for finding in near):
        return None
    if word is not None and len(ignore.rules) > 1:
        return f"`{ignore.written}`: there is nothing of {word} to silence; remove that from the comment"
    return f"`{ignore.written}` silences nothing; remove the comment"


def with_rules(comment: str, rules: Iterable[str]) -> str | None:
    """Return a comment that silences some rules with others in it, or None if it is no such comment."""
    found = _IGNORE.search(comment)
    if found is None or found["file"] or found["rules"] is None:
        return None
    listed = [word.strip() for word in found["rules"].split(",") if word.strip()]
    start, end = found.span("rules")
    return f"{comment[:start]}{', '.join(dict.fromkeys([*listed, *rules]))}{comment[end:]}"


def ignores_file(script: Script) -> bool:
    """True if a comment takes the whole script out."""
    if not _IGNORE.search(script.text):
        return False
    return any(ignore.whole_file and not ignore.rules for ignore in _ignores(layout(script)))


def _ignores(where: Layout) -> Iterator[_Ignore]:
    for line, comment in where.comments.items():
        found = _IGNORE.search(comment)
        if found is None:
            continue
        rules = tuple(word.strip() for word in (found["rules"] or "").split(",") if word.strip())
        if rules or found["rules"] is None:  # `ignore[]` names nothing
            written = found["word"] + (f"[{', '.join(rules)}]" if rules else "")
            yield _Ignore(line, written, found["file"] is not None, rules)


def _span(script: Script, ignore: _Ignore) -> Span:
    text = script.lines[ignore.line - 1]
    return Span(ignore.line, text.rindex("#", 0, text.rindex(COMMENT_PREFIX)), ignore.line, len(text))


def _reaches(ignore: _Ignore, finding: Finding, where: Layout) -> bool:
    return ignore.whole_file or ignore.line in _lines(finding.span, where)


def _lines(span: Span, where: Layout) -> set[int]:
    first, last = where.statement(span.line)
    own = range(span.line, min(span.end_line, last) + 1)
    return {*own, last, *where.above(span.line), *where.above(first)}
