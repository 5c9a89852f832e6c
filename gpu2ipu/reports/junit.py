"""Findings as JUnit XML, which most servers for continuous integration show: a suite a file, a test case a finding.

Errors and warnings are failures, notes are test cases that pass, and a file without findings is one that passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from gpu2ipu.reports.phrases import one_line, relative

if TYPE_CHECKING:
    from gpu2ipu.convert.checking import Checked
    from gpu2ipu.convert.engine import FileResult
    from gpu2ipu.findings import Finding

# what XML 1.0 does not allow in a text, escaped or not
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(checked: Checked) -> str:
    """Return the document."""
    root = ElementTree.Element("testsuites", name="gpu2ipu")
    for sentence in checked.troubles:
        _add_suite(root, "gpu2ipu", sentence, ())
    for result in checked.results:
        _add_suite(root, relative(result.path), result.error, _cases(result))
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    return document(root)


def document(root: ElementTree.Element) -> str:
    """Return a document of an element."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _cases(result: FileResult) -> list[ElementTree.Element]:
    return [_case(relative(result.path), finding) for finding in result.findings]


def _case(path: str, finding: Finding) -> ElementTree.Element:
    message = one_line(finding.message)
    case = element("testcase", name=f"{finding.rule} {finding.place}", classname=path)
    if not finding.cell:
        case.set("line", str(finding.span.line))
        case.set("column", str(finding.span.column + 1))
    if finding.asks:
        failure = element("failure", message=message, type=f"{finding.severity.value}: {finding.name}")
        failure.text = allowed(f"{path}:{finding.place}: {finding.rule} {message}")
        case.append(failure)
    else:
        case.append(note := element("system-out"))
        note.text = allowed(message)
    return case


def _add_suite(
    root: ElementTree.Element, name: str, error: str | None, cases: Sequence[ElementTree.Element]
) -> None:
    failures = sum(case.find("failure") is not None for case in cases)
    if error or not cases:
        case = element("testcase", name="check", classname=name)
        if error:
            case.append(element("error", message=error, type="trouble"))
        cases = [case]
    suite = element("testsuite", name=name, tests=str(len(cases)), failures=str(failures))
    suite.set("errors", str(int(error is not None)))
    suite.extend(cases)
    root.append(suite)


def element(tag: str, **attributes: str) -> ElementTree.Element:
    """Return an element with attributes, whatever is in them."""
    return ElementTree.Element(tag, {key: allowed(value) for key, value in attributes.items()})


def allowed(text: str) -> str:
    """Return a text in which what XML does not allow is escaped."""
    return _NOT_IN_XML.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)
