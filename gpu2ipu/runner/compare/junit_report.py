"""A comparison as JUnit XML for servers of continuous integration: a suite a pair, a test case a call."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gpu2ipu.reports.junit import allowed, document, element
from gpu2ipu.runner.compare.compare import CallComparison, Comparison
from gpu2ipu.runner.compare.terminal import sentence_of


def written(pairs: Sequence[tuple[str, Comparison]]) -> str:
    """Return the document of pairs of a name and a comparison."""
    root = ElementTree.Element("testsuites", name="gpu2ipu compare")
    root.extend(_suite(name, comparison) for name, comparison in pairs)
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    return document(root)


def _suite(name: str, comparison: Comparison) -> ElementTree.Element:
    calls = [("", comparison)]
    if comparison.without_ipu is not None:
        calls.append((" without an IPU", comparison.without_ipu))
    cases = [
        _case(name, f"{number} {call.kind}{where}", call)
        for where, each in calls
        for number, call in enumerate(each.calls, start=1)
    ]
    if comparison.verdict == "error":
        trouble = element("testcase", name="run", classname=name)
        trouble.append(failure := element("error", message="the port could not be judged", type="error"))
        failure.text = allowed("\n".join(comparison.notes))
        cases = [*cases, trouble]
    suite = element("testsuite", name=name, tests=str(len(cases)), time=_seconds(comparison.calls))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", str(sum(case.find("error") is not None for case in cases)))
    suite.extend(cases)
    return suite


def _case(name: str, what: str, call: CallComparison) -> ElementTree.Element:
    case = element("testcase", name=what, classname=name, time=_seconds([call]))
    for difference in call.differences[:1]:
        sentence = sentence_of(difference).removeprefix("first difference: ")
        case.append(failure := element("failure", message=sentence, type=difference.what))
        failure.text = allowed(sentence)
    return case


def _seconds(calls: Sequence[CallComparison]) -> str:
    sides = [side for call in calls for side in (call.original, call.port) if side is not None]
    return f"{sum(side.seconds for side in sides):.3f}"
