"""What is read from the report of a run, and what of it goes into the JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner.run import record as run_record
from gpu2ipu.runner.run.record import RunRecord

PLAN = {
    **{
        "call": "fit",
        "steps": 16,
        "steps_per_execution": 8,
        "executions": 2,
        "batch_size": 32,
        "replicas": 2,
    },
    **{"accumulation": 4, "effective_batch": 256, "updates": 4, "stages": 1, "compiled": "first use"},
}
VALIDATION = {**PLAN, "call": "evaluate", "steps": 4, "executions": 1, "updates": 0}
STAGE = {"stage": 0, "ipu": 0, "weights": 100, "total": 100, "off_chip": 0}
MEMORY = {"replicas": 2, "capacity": 1000, "stages": [STAGE]}
LINES: list[dict[str, Any]] = [
    {"report": 1, "python": "3.8.18", "script": "train.py", "chip": "mk2"},
    {"call": 0, "kind": "fit", "name": "net"},
    {"call": 0, "plan": PLAN},
    {"call": 0, "epochs": 1},
    {"call": 0, "memory": MEMORY},
    {"call": 0, "plan": VALIDATION, "within": "evaluate"},
    {"call": 0, "memory": {**MEMORY, "replicas": 1}, "within": "evaluate"},
    {"call": 0, "epochs": 2},
    {"call": 0, "plan": {**VALIDATION, "compiled": None}, "within": "evaluate"},
    {"warning": "slow"},
    {"warning": "slow"},
    {"call": 0, "done": 0, "failed": None},
    {"call": 1, "kind": "run", "name": "step"},
    {"call": 1, "memory": MEMORY},
    {"call": 1, "done": 1, "failed": None},
    {"call": 1, "done": 2, "failed": None},
    {"tensorflow": "2.6.5"},
    {"end": 0},
]


@pytest.fixture
def report(tmp_path: Path) -> Any:
    def read(lines: list[dict[str, Any]], rest: str = "") -> RunRecord:
        path = tmp_path / "report.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines) + rest)
        return run_record.read(path)

    return read


def test_calls(report: Any) -> None:
    record = report(LINES)
    fit, run = record.calls
    assert (fit.kind, fit.name, fit.epochs, fit.executions, fit.updates) == ("fit", "net", 2, 4, 8)
    assert fit.plan["effective_batch"] == 256 and fit.validation["steps"] == 4
    assert fit.memory == MEMORY  # not that of the validation
    assert fit.compilations == [{"call": "fit", "why": "first use"}, {"call": "evaluate", "why": "first use"}]
    assert (run.kind, run.executions, run.updates, run.plan) == ("run", 2, 0, None)
    assert record.header["tensorflow"] == "2.6.5"
    assert record.warnings == ["slow"]
    assert [name for name, _ in record.memories] == ["fit net", "run step"]


def test_a_run_that_broke_a_rule_in_its_second_epoch(report: Any) -> None:
    exception = {"type": "ValueError", "message": "no", "violation": True}
    record = report([*LINES[:8], {"call": 0, "done": 0, "failed": "ValueError"}, {"exception": exception}])
    (fit,) = record.calls
    assert (fit.failed, fit.epochs, fit.executions, fit.updates) == ("ValueError", 2, 2, 4)
    assert record.violation == exception
    mistake = {**exception, "violation": False}
    assert report([*LINES[:2], {"exception": mistake}]).violation is None


@pytest.mark.parametrize("kept", [1, 2, 3, 5, 10])
def test_what_a_dead_process_left(report: Any, kept: int) -> None:
    record = report(LINES[:kept], rest='{"call": 0, "pl')
    assert record.header["chip"] == "mk2" and len(record.calls) == (kept > 1)
    assert run_record.as_json(record, "simulator", 137)["exit_code"] == 137


def test_no_report_at_all(tmp_path: Path) -> None:
    assert run_record.read(tmp_path / "none") == RunRecord()
    (tmp_path / "other").write_text('{"report": 99}\n')
    assert run_record.read(tmp_path / "other") == RunRecord()


def test_json(report: Any) -> None:
    found = json.loads(json.dumps(run_record.as_json(report(LINES), "simulator", 0)))
    assert (found["version"], found["backend"], found["chip"], found["exit_code"]) == (
        1,
        "simulator",
        "mk2",
        0,
    )
    assert found["memory_is_an_estimate"] is True
    assert [call["executions"] for call in found["calls"]] == [4, 2]
    assert found["calls"][0]["memory"]["stages"][0]["weights"] == 100
    assert "compiled" not in found["calls"][0]["plan"] and "runs" not in found["calls"][1]
    assert (found["violation"], found["warnings"]) == (None, ["slow"])
