"""Findings as SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.reports.sarif import written
from tests.reports.found import CHECKED, checked, notebook
from tests.sample_rules import SAMPLES, use


def run_of(found: Checked) -> dict[str, Any]:
    log = json.loads(written(found))
    assert log["version"] == "2.1.0" and "sarif-schema-2.1.0" in log["$schema"]
    (run,) = log["runs"]
    return dict(run)


def test_results_with_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, *SAMPLES)
    run = run_of(CHECKED)
    results = run["results"]
    assert [(each["ruleId"], each["level"], each["message"]["text"]) for each in results] == [
        ("IPU201", "error", "may be partial"),
        ("IPU304", "warning", "100% refused"),
        ("IPU909", "note", "cell 3, line 2: prints"),
    ]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[each["ruleIndex"]]["id"] for each in results] == [each["ruleId"] for each in results]
    assert results[1]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a.py"},
        "region": {"startLine": 7, "startColumn": 1, "endLine": 7, "endColumn": 10},
    }
    assert "region" not in results[2]["locations"][0]["physicalLocation"]


def test_trouble_is_a_notification() -> None:
    (invocation,) = run_of(CHECKED)["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [each["message"]["text"] for each in invocation["toolExecutionNotifications"]]
    assert texts == ["d: no such file or folder", "c.py:1: bad"]
    (invocation,) = run_of(Checked(()))["invocations"]
    assert invocation == {"executionSuccessful": True, "toolExecutionNotifications": []}


def test_rules_have_their_pages() -> None:
    rules = {rule["id"]: rule for rule in run_of(Checked(()))["tool"]["driver"]["rules"]}
    assert rules["IPU201"]["name"] == "partial-batch"
    assert "```python\n" in rules["IPU201"]["help"]["markdown"]
    assert rules["IPU403"]["defaultConfiguration"] == {"level": "note"}


def test_paths_are_uris(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def uri() -> str:
        (result,) = run_of(checked(tmp_path, "import keras\nx.batch(1)\n", "a b%ü.py"))["results"]
        return str(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

    assert uri() == (tmp_path / "a b%ü.py").as_uri()
    monkeypatch.chdir(tmp_path)
    assert uri() == "a%20b%25%C3%BC.py"


@pytest.mark.parametrize(
    "text",
    [
        "import keras\nx.batch(1)\nprint(2)\n",
        "import keras\r\nx.batch(1)\r\n",
        "import keras\nx.batch(1)",
        "x.batch(1)\nimport keras\nx = (\n    x.batch(\n        1\n    )\n)\n",
        "# %%\nimport keras\n# %%\nx.batch(1)\n",
    ],
)
def test_a_fix_is_what_convert_does(tmp_path: Path, text: str) -> None:
    found = checked(tmp_path, text)
    path = found.results[0].path
    fixable = [result for result in run_of(found)["results"] if "fixes" in result]
    assert fixable
    for result in reversed(fixable):
        (fix,) = result["fixes"]
        (change,) = fix["artifactChanges"]
        assert change["artifactLocation"]["uri"] == path.as_uri()
        text = replaced(text, change["replacements"])
    config = Config(annotate=False)
    original = found.results[0].source
    assert original is not None
    port = convert_text(path, original.text, config, SAMPLES).text
    assert text == next(original.parts(port))[1]


def replaced(text: str, replacements: list[dict[str, Any]]) -> str:
    """What a consumer of SARIF makes of a file without astral line ends."""
    lines = text.splitlines(keepends=True)
    for each in reversed(replacements):
        region, new = each["deletedRegion"], each["insertedContent"]["text"]
        start = offset(lines, region["startLine"], region["startColumn"])
        end = offset(lines, region["endLine"], region["endColumn"])
        joined = "".join(lines)
        lines = (joined[:start] + new + joined[end:]).splitlines(keepends=True)
    return "".join(lines)


def offset(lines: list[str], line: int, column: int) -> int:
    return len("".join(lines[: line - 1])) + column - 1


def test_fixes_of_a_notebook_are_left_out(tmp_path: Path) -> None:
    (result,) = run_of(checked(tmp_path, notebook("import keras\nx.batch(1)"), "n.ipynb"))["results"]
    assert result["ruleId"] == "IPU201"
    assert "fixes" not in result
