"""How often each rule was found."""

from __future__ import annotations

import json
from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.reports.rule_counts import as_json, as_text
from tests.reports.found import checked

TEXT = "import keras\nprint(1)\nx.batch(1)\nprint(2)\n"


def test_the_most_frequent_first(tmp_path: Path) -> None:
    assert as_text(checked(tmp_path, TEXT)).splitlines() == [
        "2  IPU909  [ ]  remark",
        "1  IPU201  [*]  partial-batch",
    ]
    assert [
        (each["rule"], each["count"], each["fixable"])
        for each in json.loads(as_json(checked(tmp_path, TEXT)))
    ] == [
        ("IPU909", 2, 0),
        ("IPU201", 1, 1),
    ]


def test_nothing_found() -> None:
    assert as_text(Checked(())) == ""
    assert json.loads(as_json(Checked(()))) == []
