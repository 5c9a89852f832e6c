"""Comparisons as test cases."""

from __future__ import annotations

from xml.etree import ElementTree

from gpu2ipu.runner.compare.compare import Comparison, compare
from gpu2ipu.runner.compare.junit_report import written
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import evaluate, fit, record


def test_calls_are_test_cases() -> None:
    port = record(fit(losses=(9.0, *fit().losses[1:])), evaluate(seconds=1.5))
    differs = compare(record(fit(), evaluate(seconds=1.0)), port, Tolerance())
    root = ElementTree.fromstring(written([("a.py", differs)]).encode())
    assert [root.get(kind) for kind in ("tests", "failures", "errors")] == ["2", "1", "0"]
    fit_case, evaluate_case = root.iter("testcase")
    failure = fit_case.find("failure")
    assert failure is not None and "step 1: loss 2 in the original, 9 in the port" in (failure.text or "")
    assert evaluate_case.get("time") == "2.500" and not list(evaluate_case)


def test_what_could_not_be_judged_is_an_error() -> None:
    same = compare(record(fit()), record(fit()), Tolerance())
    failed = Comparison("error", "simulator", notes=("it failed\x00",))
    both = same.with_other_device(same)
    root = ElementTree.fromstring(written([("a.py", both), ("b.py", failed)]).encode())
    assert [root.get(kind) for kind in ("tests", "failures", "errors")] == ["3", "0", "1"]
    assert [case.get("name") for case in root.iter("testcase")] == ["1 fit", "1 fit without an IPU", "run"]
    (error,) = root.iter("error")
    assert error.text == "it failed\\x00"
