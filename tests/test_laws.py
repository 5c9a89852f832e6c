"""Laws that hold for every script: what convert may and may not do, over generated Keras scripts."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hypothesis import assume, given
from hypothesis import strategies as st

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import Converted, check_text, convert_text
from gpu2ipu.edits import (
    AddArgument,
    AddDecorator,
    AddParameter,
    Edit,
    Insert,
    RemoveArgument,
    RemoveElement,
    Replace,
    SetItem,
    Span,
    Wrap,
)
from gpu2ipu.findings import Finding
from tests.examples import examples
from tests.keras_scripts import Style, scripts, write

# a script is ported in some 20 ms; the first example pays for the imports
laws = examples(50)


def port(text: str) -> Converted:
    return convert_text(Path("train.py"), text, Config())


def check(text: str) -> tuple[Finding, ...]:
    return check_text(Path("train.py"), text, Config())


def comments(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def target(edit: Edit) -> Span:
    """The lines that an edit may change; an insertion changes none."""
    if isinstance(edit, AddArgument | RemoveArgument):
        return edit.call
    if isinstance(edit, AddParameter | AddDecorator):
        return edit.function
    if isinstance(edit, Wrap):
        return Span(edit.first.line, edit.first.column, edit.last.end_line, edit.last.end_column)
    if isinstance(edit, Replace | RemoveElement):
        return edit.target
    return edit.call if isinstance(edit, SetItem) else edit.statement


def heads(tree: ast.Module) -> Iterator[range]:
    """The lines of each simple statement, and of each compound one up to its body."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno
            assert last is not None
            yield range(node.lineno, max(last, node.lineno) + 1)


def comment_lines_above(lines: list[str], line: int) -> Iterator[int]:
    """The comments that move into a block with the statement below them."""
    for above in range(line - 1, 0, -1):
        if lines[above - 1].strip() and not lines[above - 1].lstrip().startswith("#"):
            break
        yield above


def may_change(text: str, findings: tuple[Finding, ...]) -> set[int]:
    """Lines that the fixes of findings may change: those of the edits, with the rest of their statements."""
    edits = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    spans = [target(edit) for edit in edits if not isinstance(edit, Insert)]
    lines = {line for span in spans for line in range(span.line, span.end_line + 1)}
    for wrap in (edit for edit in edits if isinstance(edit, Wrap)):
        lines |= set(comment_lines_above(text.splitlines(), wrap.first.line))
    return lines | {line for head in heads(ast.parse(text)) if lines & set(head) for line in head}


@laws
@given(scripts())
def test_a_gpu_script_is_never_silent(style: Style) -> None:
    rules = {finding.rule for finding in check(write(style))}
    assert {"IPU101", "IPU102", "IPU103"} <= rules


@laws
@given(scripts())
def test_the_port_is_finished(style: Style) -> None:
    converted = port(write(style))
    ast.parse(converted.text, feature_version=(3, 8))
    assert check(converted.text) == converted.left
    assert not [finding for finding in converted.left if finding.fix]
    assert port(converted.text).text == converted.text


@laws
@given(scripts())
def test_comments_and_ends_of_line_stay(style: Style) -> None:
    before = write(style)
    after = port(before).text
    kept = iter(comments(after))
    assert all(comment in kept for comment in comments(before)), after  # in their order
    assert after.count("\n") == after.count(style.newline)
    assert after.endswith(style.newline) == before.endswith(style.newline)


@laws
@given(scripts())
def test_only_lines_with_an_edit_change(style: Style) -> None:
    before = write(style)
    first = check(before)
    converted = port(before)
    # the findings of later rounds speak of a text that is not at hand
    assume(len(converted.applied) == len([finding for finding in first if finding.fix]))
    lines = before.splitlines()
    untouched = Counter(
        line for number, line in enumerate(lines, 1) if number not in may_change(before, first)
    )
    assert untouched - Counter(converted.text.splitlines()) == Counter()


@laws
@given(scripts())
def test_a_file_that_is_ignored_keeps_its_bytes(style: Style) -> None:
    text = write(style) + style.newline + "# gpu2ipu: ignore-file"
    assert check(text) == ()
    assert port(text).text == text


@laws
@given(scripts(), st.data())
def test_an_ignored_rule_is_silent_and_the_others_are_not(style: Style, data: st.DataObject) -> None:
    text = write(style)
    found = check(text)
    rule = data.draw(st.sampled_from(sorted({finding.rule for finding in found})))
    ignored = text + style.newline + f"# gpu2ipu: ignore-file[{rule}]"
    others = [(finding.rule, finding.span) for finding in found if finding.rule != rule]
    assert [(finding.rule, finding.span) for finding in check(ignored)] == others


@laws
@given(scripts(), st.data())
def test_a_comment_above_silences_one_line(style: Style, data: st.DataObject) -> None:
    text = write(style)
    chosen = data.draw(st.sampled_from(check(text)))
    lines = text.splitlines(keepends=True)
    above = chosen.span.line - 1
    indentation = lines[above][: len(lines[above]) - len(lines[above].lstrip())]
    lines.insert(above, f"{indentation}# gpu2ipu: ignore[{chosen.rule}]{style.newline}")
    there = [
        (finding.rule, finding.span.line, finding.span.column)
        for finding in check("".join(lines))
        if finding.rule == chosen.rule
    ]
    assert (chosen.rule, chosen.span.line + 1, chosen.span.column) not in there
