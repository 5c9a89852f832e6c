"""The texts of the rules: there, and true."""

from __future__ import annotations

import dataclasses
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.reports.rule_pages import rule_page
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule

PATH = Path("example.py")
EACH = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)


def config_of(rule: Rule, **more: bool) -> Config:
    """The options that the examples of a rule are for."""
    given: dict[str, Any] = {**dict(rule.options), **more}
    return dataclasses.replace(Config(), **given)


def flagged(rule: Rule, code: str) -> bool:
    return bool(check_text(PATH, textwrap.dedent(code), config_of(rule), [rule]))


def test_ids_and_names_are_unique_and_in_order() -> None:
    ids = [rule.id for rule in all_rules()]
    assert ids == sorted(set(ids))
    assert len({rule.name for rule in all_rules()}) == len(all_rules())


@EACH
def test_the_texts_are_there(rule: Rule) -> None:
    assert re.fullmatch(r"IPU\d{3}", rule.id)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert all(text.strip() for text in (rule.what, rule.why, rule.fix, rule.before, rule.after))
    assert rule_page(rule).startswith(f"{rule.id} {rule.name} (")


@EACH
def test_the_code_before_is_flagged_and_the_code_after_is_not(rule: Rule) -> None:
    assert flagged(rule, rule.before)
    assert not flagged(rule, rule.after)


@EACH
def test_converting_the_code_before_settles_it_where_the_rule_has_a_fix(rule: Rule) -> None:
    code = textwrap.dedent(rule.before)
    config = config_of(rule)
    fixable = any(finding.fix for finding in check_text(PATH, code, config, [rule]))
    assert flagged(rule, convert_text(PATH, code, config, all_rules()).text) is not fixable


@EACH
def test_the_code_after_is_what_convert_writes_where_the_rule_has_a_fix(rule: Rule) -> None:
    found = check_text(PATH, rule.before, config_of(rule), [rule])
    ported = convert_text(PATH, rule.before, config_of(rule, format=False), [rule])
    assert (ported.text == rule.after) is all(finding.fix for finding in found)
