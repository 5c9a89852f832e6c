"""What `convert` did, as data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.destinations import PortedScript
from gpu2ipu.convert.engine import ConvertResult, convert_text
from gpu2ipu.errors import Trouble
from gpu2ipu.reports.port_report import (
    WRITERS,
    PortReport,
    check_ending,
    percent,
    report_of,
    share,
    summary,
    written,
)
from gpu2ipu.rules.rule import Effort
from gpu2ipu.source.reading import read_source
from tests.sample_rules import SAMPLES, use

TEXT = "import keras\nx.batch(1)\nprint('<b>`|`')\ndef train_step(): pass\n"


@pytest.fixture
def ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[PortedScript | str]:
    """A script with one of each, one with nothing, one that cannot be parsed, and a path that leads nowhere."""
    use(monkeypatch, *SAMPLES)
    monkeypatch.chdir(tmp_path)
    return [
        port("a<b>.py", TEXT),
        port("b.py", "import numpy\n", idle="nothing to port: it does not use Keras"),
        PortedScript(ConvertResult(Path("c.py"), "c.py:1: bad"), Path("c_ipu.py"), error="c.py:1: bad"),
        "d: no such file or folder",
    ]


@pytest.fixture
def report(ports: Sequence[PortedScript | str]) -> PortReport:
    return report_of(ports)


def port(name: str, text: str, idle: str | None = None) -> PortedScript:
    Path(name).write_text(text)
    source = read_source(Path(name))
    result = ConvertResult(
        Path(name), source=source, converted=convert_text(Path(name), text, Config(), SAMPLES), idle=idle
    )
    return PortedScript(result, Path(name).with_suffix(".ipu.py"), None if idle else "written")


def test_each_script_with_what_was_changed_and_what_is_left(report: PortReport) -> None:
    first, second, third, fourth = report.scripts
    assert [[finding.rule for finding in found] for found in (first.changes, first.left, first.notes)] == [
        ["IPU201"],
        ["IPU304"],
        ["IPU909"],
    ]
    assert (first.script, first.port, first.to_review) == ("a<b>.py", "a<b>.ipu.py", 1)
    assert (second.port, second.idle) == (None, "nothing to port: it does not use Keras")
    assert (third.port, third.error) == (None, "c.py:1: bad")
    assert (fourth.script, fourth.error) == ("d", "d: no such file or folder")


def test_totals(report: PortReport) -> None:
    assert (report.changes, report.to_review, report.left) == (1, 1, 1)
    assert report.efforts == {"IPU304": Effort.MEDIUM}
    assert report.by_effort() == {Effort.LOW: 0, Effort.MEDIUM: 1, Effort.HIGH: 0}


def test_one_sentence_over_all(report: PortReport) -> None:
    assert summary(report) == (
        "4 scripts: 1 change, 1 to review, 1 for manual work (effort: 1 medium); 50 % settled"
    )


def test_the_share_is_only_whole_if_nothing_is_left() -> None:
    assert (share(3, 1), share(0, 0)) == (0.75, None)
    assert [percent(*counts) for counts in ((3, 1), (999, 1), (5, 0), (0, 0))] == [
        "75 %",
        "99 %",
        "100 %",
        "–",
    ]


@pytest.mark.parametrize("ending", WRITERS)
def test_the_ending_of_the_file_is_the_format(report: PortReport, ending: str) -> None:
    check_ending(Path(f"report{ending}"))
    text = written(report, Path(f"report{ending}"))
    assert all(word in text for word in ("IPU201", "IPU304", "IPU909", "c.py:1: bad", "medium"))


def test_another_ending_is_trouble() -> None:
    with pytest.raises(Trouble, match=r"report\.txt: a report ends in \.json, \.md, \.html"):
        check_ending(Path("report.txt"))
