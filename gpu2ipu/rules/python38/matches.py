"""`match` statements whose cases compare with values, and the tests of an `if` that does the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Insert, MatchToIf
from gpu2ipu.rules.python38.parentheses import Newer, header

_TITLE = "write it with `if` and `elif`"


def match(script: Script, facts: Facts, node: ast.Match) -> Iterator[Newer]:
    """A `match` statement, which Python 3.10 brought."""
    yield Newer(header(script, node), "`match` (Python 3.10)", _TITLE, _edits(script, node))


def _edits(script: Script, node: ast.Match) -> tuple[Edit, ...]:
    """The edits that write it with `if`; none where a case binds names or looks into what it is given."""
    is_name = isinstance(node.subject, (ast.Name, ast.Attribute)) and is_pure(node.subject)
    subject = script.source(node.subject) if is_name else fresh_name(script, "matched", "matched_value")
    tests = [_test(script, subject, case) for case in node.cases]
    found = [test for test in tests if test is not None]
    if len(found) < len(tests) or not found[0]:
        return ()
    edit = MatchToIf(script.span(node), tuple(found))
    if is_name:
        return (edit,)
    part = (("subject", script.span(node.subject)),)
    return (Insert(script.span(node), f"{subject} = {{subject}}", parts=part), edit)


def _test(script: Script, subject: str, case: ast.match_case) -> str | None:
    """The condition under which a case is taken; empty if always, None if it cannot be written as a test."""
    test = _of_pattern(script, subject, case.pattern)
    if case.guard is None or test is None:
        return test
    guard = script.source(case.guard)
    if not isinstance(case.guard, (ast.Name, ast.Attribute, ast.Call, ast.Compare, ast.Constant)):
        guard = f"({guard})"
    return f"{_operand(case, test)} and {guard}" if test else guard


def _of_pattern(script: Script, subject: str, pattern: ast.pattern) -> str | None:
    match pattern:
        case ast.MatchAs(pattern=None, name=None):
            return ""
        case ast.MatchValue(value=value):
            return f"{subject} == {script.source(value)}"
        case ast.MatchSingleton(value=value):
            return f"{subject} is {value}"
        case ast.MatchOr(patterns=patterns):
            values = [each.value for each in patterns if isinstance(each, ast.MatchValue)]
            if len(values) == len(patterns):
                return f"{subject} in ({', '.join(map(script.source, values))})"
            tests = [_of_pattern(script, subject, each) for each in patterns]
            return " or ".join(test for test in tests if test) if all(tests) else None
    return None


def _operand(case: ast.match_case, test: str) -> str:
    return f"({test})" if isinstance(case.pattern, ast.MatchOr) and " or " in test else test
