"""A `match` statement as `if` and `elif`, with the comments of its cases."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst


def as_if(match: cst.Match, tests: Sequence[str]) -> cst.If:
    """Return the statement with a test for each case; an empty one, the last, is that of `else`."""
    branches: cst.If | cst.Else | None = None
    for case, test in reversed(list(zip(_cases(match), tests, strict=True))):
        if not test:
            branches = cst.Else(case.body, leading_lines=case.leading_lines)
            continue
        condition = cst.parse_expression(test)
        branches = cst.If(condition, case.body, branches, leading_lines=case.leading_lines)
    assert isinstance(branches, cst.If)
    comment = match.whitespace_after_colon.comment
    above = () if comment is None else (cst.EmptyLine(comment=comment),)
    return branches.with_changes(leading_lines=(*match.leading_lines, *above, *branches.leading_lines))


def _cases(match: cst.Match) -> list[cst.MatchCase]:
    """The cases, the last one with what stands below it in the block."""
    *cases, last = match.cases
    if match.footer and isinstance(last.body, cst.IndentedBlock):
        last = last.with_changes(body=last.body.with_changes(footer=(*last.body.footer, *match.footer)))
    return [*cases, last]
