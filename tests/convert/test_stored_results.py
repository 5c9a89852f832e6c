"""Results of `check` as JSON: whatever rules find comes back the same, and nothing else comes in."""

from __future__ import annotations

import typing
from pathlib import Path

import pytest

from gpu2ipu import edits
from gpu2ipu.config import Config
from gpu2ipu.convert import stored_results
from gpu2ipu.convert.engine import FileResult, check_project, check_text
from gpu2ipu.convert.stored_results import decoded, encoded
from gpu2ipu.findings import Finding
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule
from tests.convert.test_small_projects import BUILDER
from tests.projects_in_memory import of, write
from tests.reports.found import CHECKED

PATH = Path("a.py")


def test_every_edit_is_known() -> None:
    assert set(typing.get_args(edits.Edit)) <= set(stored_results._RECORDS)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_what_a_rule_finds_comes_back(rule: Rule) -> None:
    found = check_text(PATH, rule.before, Config())
    assert decoded(encoded([FileResult(PATH, findings=found)])) == [(None, found)]


def test_errors_notes_and_cells_come_back() -> None:
    assert decoded(encoded(CHECKED.results)) == [(each.error, each.findings) for each in CHECKED.results]


def test_a_fix_in_another_file_comes_back(tmp_path: Path) -> None:
    (project,) = of(write(tmp_path, BUILDER))
    results = check_project(project, Config())
    assert any(finding.fix and finding.fix.elsewhere for each in results for finding in each.findings)
    assert decoded(encoded(results)) == [(each.error, each.findings) for each in results]


def test_odd_characters_come_back() -> None:
    odd = FileResult(PATH, "a\udce9\x00\u2028😀.py:1: bad")
    assert decoded(encoded([odd])) == [(odd.error, ())]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "3",
        "[[]]",
        '[[null, ["Popen", "ls"]]]',
        '[[null, ["()", ["Finding", "IPU201"]]]]',
        '[[null, ["Severity", "fatal"]]]',
        '[[null, ["Span", 1]]]',
        "[[null, [[], 1]]]",
        "[" * 100_000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        decoded(text)


def test_only_findings_and_what_they_are_made_of_are_created() -> None:
    """A file of the cache may come from anywhere."""
    created = stored_results._CREATED.values()
    assert Finding in created
    assert all(getattr(each, "__module__", "").startswith(("gpu2ipu.", "pathlib")) for each in created)
