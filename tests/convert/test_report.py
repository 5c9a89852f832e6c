"""What is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert import report
from gpu2ipu.convert.destinations import PortedScript
from gpu2ipu.convert.engine import ConvertResult, FileResult, convert_text
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.source.reading import read_source
from tests.sample_rules import SAMPLES

FIXABLE = Finding(
    "IPU201",
    "partial-batch",
    Severity.ERROR,
    Span(3, 4, 5, 6),
    "may be partial",
    Fix("add it", Safety.REVIEW, ()),
)
LEFT = Finding("IPU304", "overridden-train-step", Severity.WARNING, Span(7, 0, 7, 9), "is refused")


def test_findings_as_text_with_columns_from_1() -> None:
    results = [FileResult(Path("a.py"), findings=(FIXABLE, LEFT)), FileResult(Path("b.py"))]
    assert list(report.check_lines(results)) == [
        "a.py:3:5: IPU201 may be partial",
        "a.py:7:1: IPU304 is refused",
        "2 findings in 1 file; `gpu2ipu convert` settles 1",
    ]


def test_no_findings_are_no_text() -> None:
    assert list(report.check_lines([FileResult(Path("a.py"))])) == []


def test_findings_as_json() -> None:
    results = [
        FileResult(Path("a.py"), findings=(FIXABLE, LEFT)),
        FileResult(Path("b.py"), error="b.py:1: bad"),
    ]
    assert json.loads(report.check_json(results, ["c: no such file or folder"])) == {
        "version": 1,
        "files": [
            {"path": None, "error": "c: no such file or folder", "findings": []},
            {
                "path": "a.py",
                "error": None,
                "findings": [
                    {
                        "rule": "IPU201",
                        "name": "partial-batch",
                        "severity": "error",
                        "line": 3,
                        "column": 5,
                        "end_line": 5,
                        "message": "may be partial",
                        "fix": {"title": "add it", "safety": "review"},
                    },
                    {
                        "rule": "IPU304",
                        "name": "overridden-train-step",
                        "severity": "warning",
                        "line": 7,
                        "column": 1,
                        "end_line": 7,
                        "message": "is refused",
                        "fix": None,
                    },
                ],
            },
            {"path": "b.py", "error": "b.py:1: bad", "findings": []},
        ],
    }


def ported(
    folder: Path, text: str, deed: str | None = "written", target: str = "train_ipu.py"
) -> PortedScript:
    path = folder / "train.py"
    path.write_bytes(text.encode())
    source = read_source(path)
    converted = convert_text(path, source.text, Config(), SAMPLES)
    idle = None if converted.applied or converted.left else "nothing to port: a reason"
    result = ConvertResult(Path("train.py"), source=source, converted=converted, idle=idle)
    return PortedScript(result, Path(target), deed)


def test_a_port_is_told_edit_by_edit(tmp_path: Path) -> None:
    text = "import keras\nx.batch(1)\ndef train_step(): print(1)\n"
    assert list(report.port_lines(ported(tmp_path, text))) == [
        "train.py -> train_ipu.py (written)",
        "  line 2: IPU201 add drop_remainder=True (the last batch may be partial)"
        " [review: it may drop data or change numbers]",
        "  needs manual work (lines of the port):",
        "  line 4: IPU304 train_step is refused: move it into call",
        "  line 4: IPU909 prints from the host [note]",
    ]


@pytest.mark.parametrize(
    ("text", "deed", "target", "heading"),
    [
        ("import keras\nx.batch(1)\n", "rewritten", "train.py", "train.py (rewritten)"),
        ("import keras\nx.batch(1)\n", None, "train_ipu.py", "train.py: would change"),
        ("import keras\nprint(1)\n", None, "train_ipu.py", "train.py: nothing that convert can settle"),
        ("import keras\n", None, "train_ipu.py", "train.py: nothing to port: a reason"),
        ("import keras\n", "copied", "out.py", "train.py: nothing to port: a reason; copied to out.py"),
    ],
)
def test_the_heading_says_what_became_of_a_script(
    tmp_path: Path, text: str, deed: str | None, target: str, heading: str
) -> None:
    assert next(report.port_lines(ported(tmp_path, text, deed, target))) == heading


def test_the_last_line_counts(tmp_path: Path) -> None:
    ports = [
        ported(tmp_path, "import keras\nx.batch(1)\nx.batch(2)\ndef train_step(): print(1)\n"),
        ported(tmp_path, "import keras\n"),
    ]
    assert report.port_summary(ports) == "2 scripts: 2 changes, 2 to review, 1 for manual work"


def test_a_diff_can_be_applied(tmp_path: Path) -> None:
    text = "import keras\nx.batch(1)"
    assert report.diff(ported(tmp_path, text)) == (
        "--- train.py\n+++ train_ipu.py\n@@ -1,2 +1,2 @@\n import keras\n"
        "-x.batch(1)\n\\ No newline at end of file\n"
        "+x.batch(1, drop_remainder=True)\n\\ No newline at end of file\n"
    )


def test_lines_of_a_diff_end_only_at_ends_of_lines(tmp_path: Path) -> None:
    text = "import keras\r\nx = 'a\fb\x85'\r\nx.batch(1)\r\n"
    lines = report.diff(ported(tmp_path, text)).split("\n")
    assert " x = 'a\fb\x85'\r" in lines
    assert "+x.batch(1, drop_remainder=True)\r" in lines


def test_no_change_no_diff(tmp_path: Path) -> None:
    assert report.diff(ported(tmp_path, "import keras\n")) == ""


def test_the_rules_as_tables() -> None:
    assert next(report.rule_lines(SAMPLES)) == "IPU201  partial-batch          error  needs manual work"
    markdown = list(report.rule_markdown(SAMPLES))
    assert markdown[0].startswith("| id | name |")
    assert markdown[2] == "| IPU201 | partial-batch | error | a sample | needs manual work |"
    assert len(markdown) == 2 + len(SAMPLES)


def test_the_page_of_a_rule() -> None:
    assert report.rule_page(SAMPLES[0]).splitlines() == [
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
