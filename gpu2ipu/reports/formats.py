"""The formats of `check`, one module each, of which only the one that is asked for is imported."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from gpu2ipu.errors import Trouble

if TYPE_CHECKING:
    from gpu2ipu.convert.checking import Checked

# format of `check` -> its module; all have a function `written`
FORMATS = {
    "text": "findings_text",
    "concise": "findings_concise",
    "json": "findings_json",
    "sarif": "sarif",
    "github": "github_annotations",
    "gitlab": "gitlab_code_quality",
    "junit": "junit",
}
FOR_PEOPLE = ("text", "concise")


def written(checked: Checked, form: str) -> str:
    """Return a report in one of FORMATS, without a last line break; empty if there is nothing to write."""
    write: Callable[[Checked], str] = importlib.import_module(f".{FORMATS[form]}", __package__).written
    return write(checked)


def summary(checked: Checked, form: str) -> str:
    """Return the last line, for people; empty if there is nothing to count, or the report is for other tools."""
    if form not in FOR_PEOPLE:
        return ""
    from gpu2ipu.reports import findings_concise

    return findings_concise.summary(checked)


def statistics(checked: Checked, form: str) -> str:
    """Return how often each rule was found. Raises Trouble for a format that has no place for that."""
    from gpu2ipu.reports import rule_counts

    if form in FOR_PEOPLE:
        return rule_counts.as_text(checked)
    if form == "json":
        return rule_counts.as_json(checked)
    raise Trouble(f"option --statistics: there is none in the format {form}; choose text or json")
