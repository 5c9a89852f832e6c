"""How often each rule was found, instead of the findings."""

from __future__ import annotations

import json
from collections import Counter

from gpu2ipu.convert.checking import Checked
from gpu2ipu.records import record
from gpu2ipu.reports.findings_concise import FIXABLE


@record
class RuleCount:
    """How often a rule was found, and how often `convert` would settle it."""

    rule: str
    name: str
    count: int
    fixable: int


def counts(checked: Checked) -> list[RuleCount]:
    """Return the counts of the rules that were found, the most frequent first."""
    found = [finding for result in checked.results for finding in result.findings]
    fixable = Counter(finding.rule for finding in found if finding.fix)
    often = Counter((finding.rule, finding.name) for finding in found)
    counted = [RuleCount(rule, name, count, fixable[rule]) for (rule, name), count in often.items()]
    return sorted(counted, key=lambda each: (-each.count, each.rule))


def as_text(checked: Checked) -> str:
    """Return a table: how often, the rule, whether `convert` settles all ([*]) or some ([-]), its name."""
    counted = counts(checked)
    width = max((len(str(each.count)) for each in counted), default=0)
    return "\n".join(f"{each.count:>{width}}  {each.rule}  {_mark(each)}  {each.name}" for each in counted)


def as_json(checked: Checked) -> str:
    """Return the counts as a JSON list."""
    return json.dumps([vars(each) for each in counts(checked)], indent=2)


def _mark(each: RuleCount) -> str:
    if not each.fixable:
        return "[ ]"
    return FIXABLE if each.fixable == each.count else "[-]"
