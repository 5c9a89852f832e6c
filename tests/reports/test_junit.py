"""Findings as JUnit XML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.reports.junit import written
from tests.reports.found import CHECKED, LEFT


def test_suites_are_files_and_cases_are_findings() -> None:
    root = ElementTree.fromstring(written(CHECKED))
    assert root.attrib == {"name": "gpu2ipu", "tests": "6", "failures": "2", "errors": "2"}
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root] == [
        ("gpu2ipu", "1", "0"),
        ("a.py", "2", "2"),
        ("b.py", "1", "0"),
        ("c.py", "1", "0"),
        ("n.ipynb", "1", "0"),
    ]
    case = root[1][0]
    assert case.attrib == {"name": "IPU201 3:5", "classname": "a.py", "line": "3", "column": "5"}
    assert case[0].attrib == {"message": "may be partial", "type": "error: partial-batch"}
    assert case[0].text == "a.py:3:5: IPU201 may be partial"
    assert [child.tag for suite in root for case in suite for child in case] == [
        "error",
        "failure",
        "failure",
        "error",
        "system-out",
    ]


def test_what_xml_does_not_allow_is_escaped() -> None:
    odd = replace(LEFT, message='a "<b>" & \x1b[31m \udcff')
    root = ElementTree.fromstring(written(Checked((FileResult(Path("<&>.py"), findings=(odd,)),))))
    assert root[0].get("name") == "<&>.py"
    assert root[0][0][0].get("message") == 'a "<b>" & \\x1b[31m \\udcff'
