"""The rules as tables and pages."""

from __future__ import annotations

from gpu2ipu.reports.rule_pages import rule_lines, rule_markdown, rule_page
from tests.sample_rules import SAMPLES


def test_the_rules_as_tables() -> None:
    assert next(rule_lines(SAMPLES)) == "IPU201  partial-batch          error  needs manual work"
    markdown = list(rule_markdown(SAMPLES))
    assert markdown[0].startswith("| id | name |")
    assert markdown[2] == "| IPU201 | partial-batch | error | a sample | needs manual work |"
    assert len(markdown) == 2 + len(SAMPLES)


def test_the_page_of_a_rule() -> None:
    assert rule_page(SAMPLES[0]).splitlines() == [
        "IPU201 partial-batch (error)",
        "",
        "What: a sample",
        "Why: it is a | sample",
        "Fix: needs manual work",
        "",
        "Before:",
        "    import keras",
        "    d.batch(3)",
        "",
        "After:",
        "    import keras",
        "    d.batch(3, drop_remainder=True)",
    ]
