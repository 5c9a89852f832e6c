"""`docs/json.md` lists the keys of each JSON format: those that there are, all of them and no others."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.convert.checking import Checked
from gpu2ipu.plan.plan_file import Plan
from gpu2ipu.plan.plan_file import as_json as plan_json
from gpu2ipu.reports import findings_json, port_json, rule_counts
from gpu2ipu.reports.port_report import PortReport
from gpu2ipu.runner import compared_folder, doctor
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.compare import seeds
from gpu2ipu.runner.compare.compare import as_json as comparison_json
from gpu2ipu.runner.compare.compare import compare
from gpu2ipu.runner.compare.record_file import Manifest
from gpu2ipu.runner.compare.tolerance import Tolerance
from gpu2ipu.runner.compared_folder import Judged
from gpu2ipu.runner.doctor import Diagnosis, InterpreterReport
from gpu2ipu.runner.run import record as run_record
from tests.conftest import CommandOutcome
from tests.plan.test_plan_file import PLAN
from tests.reports.found import CHECKED
from tests.reports.test_port_report import port, ports, report
from tests.runner.compare.records import LOSSES, evaluate, fit, metric, predict, record
from tests.runner.compare.test_record_file import PORT
from tests.runner.run.test_record import LINES
from tests.runner.test_commands import ORIGINAL
from tests.runner.test_commands import PORT as PORT_SCRIPT

__all__ = ["port", "ports", "report"]

PAGE = Path(__file__).parents[1] / "docs" / "json.md"
# values with the keys of others, as the page says
SAME = {
    "calls[].port": "calls[].original",
    "without_ipu": "",
    "calls[].validation": "calls[].plan",
    "other_programs[]": "calls[].memory",
}
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def sections() -> dict[str, list[str]]:
    """The keys that the page lists, by heading."""
    _, *parts = _SECTION.split(PAGE.read_text(encoding="utf-8"))
    return {title: _ROW.findall(text) for title, text in zip(parts[::2], parts[1::2], strict=True)}


def keys(value: object, listed: list[str], at: str = "") -> Iterator[str]:
    """Yield the paths of all keys of a JSON value; where the page has a name in braces, keys are free."""
    if isinstance(value, Mapping):
        inner = f"{at}." if at else ""
        free = next((each for each in listed if each.startswith(f"{inner}{{")), None)
        free = free and free[: free.index("}") + 1]
        for key, item in value.items():
            path = free or f"{inner}{key}"
            yield path
            yield from keys(item, listed, SAME.get(path, path))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from keys(item, listed, SAME.get(f"{at}[]", f"{at}[]"))


def keys_of_type(kind: Any, at: str = "") -> Iterator[str]:
    """Yield the paths of all fields of a dataclass and of those in it."""
    if dataclasses.is_dataclass(kind):
        for name, hint in typing.get_type_hints(kind).items():
            path = f"{at}.{name}" if at else name
            yield path
            yield from keys_of_type(hint, path)
    elif typing.get_origin(kind) is tuple:
        yield from keys_of_type(typing.get_args(kind)[0], f"{at}[]")
    else:
        for each in typing.get_args(kind):
            yield from keys_of_type(each, at)


def check_json(checked: Checked) -> Any:
    return json.loads(findings_json.written(checked))


def compare_json() -> dict[str, Any]:
    """A comparison with one of each."""
    calls = [fit(updates_against=((0.5, "dense/kernel"),)), evaluate(), predict(), metric(("a", 0.5, 64))]
    other = [fit(losses=tuple(loss * 2 for loss in LOSSES)), evaluate(), predict(), metric(("a", 0.5, 64))]
    found = compare(record(*calls), record(*other), Tolerance())
    found = dataclasses.replace(found, without_ipu=found)
    return {**comparison_json(found), "seeds": seeds.as_json({0: found})}


def run_json(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "report.jsonl"
    broken = {"exception": {"type": "ValueError", "message": "no", "violation": True}}
    program = {"memory": next(line["memory"] for line in LINES if "memory" in line)}
    path.write_text("".join(json.dumps(line) + "\n" for line in (*LINES, broken, program)))
    return run_record.as_json(run_record.read(path), "simulator", 1)


def diagnosis_json() -> dict[str, Any]:
    python = Interpreter(Path("/usr/bin/python3"), "3.12.1")
    return doctor.as_json(Diagnosis((InterpreterReport(python, problem="none"),)))


CASES: dict[str, Callable[[Path], Any]] = {
    "check": lambda _: check_json(CHECKED),
    "check --statistics": lambda _: json.loads(rule_counts.as_json(CHECKED)),
    "compare": lambda _: compare_json(),
    "compare of a folder": lambda _: compared_folder._as_json([Judged(Path("a.py"), None, "agree", 1.0)]),
    "doctor": lambda _: diagnosis_json(),
}


@pytest.mark.parametrize("name", CASES)
def test_the_page_lists_the_keys(name: str, tmp_path: Path) -> None:
    listed = sections()[name]
    assert len(set(listed)) == len(listed)
    assert set(keys(CASES[name](tmp_path), listed)) == set(listed)


def test_the_page_lists_the_keys_of_a_report_of_convert(report: PortReport) -> None:
    listed = sections()["convert --report"]
    found = set(keys(json.loads(port_json.written(report)), listed))
    assert found | {f"scripts[].{name}[].cell" for name in ("changed", "left", "notes")} == set(listed)


def test_the_page_lists_the_keys_of_a_run(tmp_path: Path) -> None:
    """All parts of a memory are in a whole run, below."""
    listed = sections()["run"]
    found = set(keys(run_json(tmp_path), listed))
    assert {*found, *(key for key in listed if key.startswith("calls[].memory."))} == set(listed)


def test_the_page_lists_the_keys_of_a_plan() -> None:
    listed = sections()["plan"]
    assert {"version", "memory_is_an_estimate", *keys_of_type(Plan)} == set(listed)
    assert set(keys(plan_json(PLAN), listed)) <= set(listed)


def test_the_page_lists_the_keys_of_a_manifest() -> None:
    listed = sections()["manifest.json of a record"]
    assert set(keys_of_type(Manifest)) == set(listed)
    assert set(keys(dataclasses.asdict(PORT), listed)) <= set(listed)


def test_every_section_is_tested() -> None:
    others = {"convert --report", "run", "plan", "manifest.json of a record"}
    assert {title for title, listed in sections().items() if listed} == {*CASES, *others}


@pytest.mark.tensorflow
def test_whole_runs_have_no_other_keys(command: Callable[..., CommandOutcome]) -> None:
    Path("train.py").write_text(ORIGINAL)
    Path("port.py").write_text(PORT_SCRIPT)
    assert command("run", "--json=run.json", "port.py").code == 0
    assert command("compare", "--json=compare.json", "--repeat=2", "train.py", "port.py").code == 0
    assert command("plan", "-o", "plan.json", "port.py").code == 0
    for name in ("run", "compare", "plan"):
        listed = sections()[name]
        found = set(keys(json.loads(Path(f"{name}.json").read_text()), listed))
        assert found <= set(listed)
        if name == "run":
            missing = {"violation.type", "violation.message", "exception.type", "exception.message"}
            assert set(listed) - found == missing
