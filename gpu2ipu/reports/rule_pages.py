"""The rules, as tables and as a page each."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gpu2ipu.reports.phrases import one_line

if TYPE_CHECKING:
    from gpu2ipu.rules.rule import Rule


def rule_lines(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rules as a table for a terminal."""
    rows = [(rule.id, rule.name, rule.severity.value, rule.fix) for rule in rules]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def rule_markdown(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rules as a table in Markdown."""
    yield "| id | name | severity | flags | fix |"
    yield "|---|---|---|---|---|"
    for rule in rules:
        cells = (rule.id, rule.name, rule.severity.value, one_line(rule.what), one_line(rule.fix))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def rule_page(rule: Rule) -> str:
    """Everything about one rule."""
    return "\n".join(
        [
            f"{rule.id} {rule.name} ({rule.severity.value})",
            "",
            textwrap.fill(f"What: {one_line(rule.what)}", 100),
            textwrap.fill(f"Why: {one_line(rule.why)}", 100),
            textwrap.fill(f"Fix: {one_line(rule.fix)}", 100),
            "",
            example_pages(rule).text,
        ]
    )


class Example(NamedTuple):
    """The code of a rule's page, before and after, as plain text and as Markdown."""

    text: str
    markdown: str


def example_pages(rule: Rule) -> Example:
    """Return the code that a rule flags and what becomes of it."""
    blocks = (
        (f"Before{_with_options(rule)}:", textwrap.dedent(rule.before).strip("\n")),
        ("After:", textwrap.dedent(rule.after).strip("\n")),
    )
    return Example(
        "\n\n".join(f"{title}\n{textwrap.indent(code, '    ')}" for title, code in blocks),
        "\n\n".join(f"{title}\n\n```python\n{code}\n```" for title, code in blocks),
    )


def _with_options(rule: Rule) -> str:
    options = (f"--{name.replace('_', '-')} {value}" for name, value in rule.options)
    return f", with {' '.join(options)}" if rule.options else ""
