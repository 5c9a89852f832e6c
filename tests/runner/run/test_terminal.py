"""The report of a run as a person sees it."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from gpu2ipu.runner.child.backends import Backend
from gpu2ipu.runner.run import terminal
from gpu2ipu.runner.run.record import RunCall, RunRecord

MIB = 1 << 20
PLAN = {
    **{
        "call": "fit",
        "steps": 16,
        "steps_per_execution": 8,
        "executions": 2,
        "batch_size": 32,
        "replicas": 2,
    },
    **{"accumulation": 4, "effective_batch": 256, "updates": 4, "stages": 1},
}


def stage(number: int = 0, ipu: int = 0, **sizes: int) -> dict[str, int]:
    parts = ("weights", "optimizer", "accumulators", "activations", "working", "feeds", "other", "off_chip")
    row = {**dict.fromkeys(parts, 0), **sizes, "stage": number, "ipu": ipu}
    return {**row, "total": sum(row[part] for part in parts[:-1]) - row["off_chip"]}


def memory(*stages: dict[str, int], capacity: int = 100 * MIB) -> dict[str, Any]:
    return {"replicas": 1, "capacity": capacity, "stages": list(stages)}


def shown(record: RunRecord, backend: str = "simulator", code: int = 0, width: int = 160) -> str:
    stream = io.StringIO()
    terminal.show(record, Backend(backend, "it had to be"), code, Console(file=stream, width=width))
    return stream.getvalue()


def record(*calls: RunCall, **fields: Any) -> RunRecord:
    return RunRecord({"chip": "mk2", "tensorflow": "2.6.5", "python": "3.8.18"}, list(calls), **fields)


def cells(text: str, name: str) -> list[str]:
    line = next(line for line in text.splitlines() if name in line)
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_a_call_and_its_memory() -> None:
    sizes = {"weights": 10 * MIB, "optimizer": 20 * MIB, "activations": MIB // 2, "off_chip": 20 * MIB}
    fit = RunCall("fit", "net", epochs=3, plan=PLAN, memory=memory(stage(**sizes)))
    fit.compilations = [{"call": "fit", "why": "first use"}]
    text = shown(record(fit))
    assert text.startswith("ran on the simulator (TensorFlow 2.6.5, Python 3.8.18); exit code 0\n")
    assert cells(text, "1 fit net") == [
        "1 fit net",
        "3",
        "2 an epoch",
        "16",
        "32",
        "2",
        "4",
        "256",
        "12",
        "once",
    ]
    assert "memory of an Mk2 IPU in MiB: an estimate" in text
    expected = ["fit net", "0", "", "10.0", "20.0", "-", "0.5", "-", "-", "10.5", "10%", "20.0"]
    assert cells(text, "│ fit net") == expected
    assert "off chip is Streaming Memory" in text and "may not fit" not in text


def test_stages_share_an_ipu() -> None:
    both = memory(stage(0, 0, weights=50 * MIB), stage(1, 1, weights=MIB), stage(2, 0, weights=30 * MIB))
    text = shown(record(RunCall("fit", "net", epochs=1, plan=PLAN, memory=both)))
    rows = [line for line in text.splitlines() if "%" in line]
    assert ["80%" in row for row in rows] == [True, False, True]
    assert "note: fit net may not fit" in text


def test_recompilations_and_validation_say_why() -> None:
    fit = RunCall("fit", "net", epochs=1, plan=PLAN, validation={**PLAN, "call": "evaluate", "executions": 1})
    fit.compilations = [
        {"call": "fit", "why": "steps per execution 8 -> 4"},
        {"call": "evaluate", "why": "first use"},
    ]
    text = shown(record(fit))
    assert "again: steps per execution 8 -> 4" in " ".join(text.split())
    assert cells(text, "validation")[-1] == "once"


def test_what_is_too_large_and_what_is_broken() -> None:
    fit = RunCall("fit", "net", epochs=1, plan=PLAN, failed="ResourceExhaustedError")
    fit.memory = memory(stage(weights=114 * MIB))
    violation = {"type": "ResourceExhaustedError", "message": "Out of memory", "violation": True}
    text = shown(record(fit, exception=violation, warnings=["slow input"]), code=1)
    assert "exit code 1" in text and "114%" in text and "--allow-oom" in text
    assert text.splitlines()[-2:] == [
        "warning: slow input",
        "violation: ResourceExhaustedError: Out of memory",
    ]
    mistake = {**violation, "violation": False}
    assert "violation" not in shown(record(exception=mistake), code=1)


@pytest.mark.parametrize(("executions", "is_said"), [(1, False), (10, False), (11, True), (1500, True)])
def test_many_executions_of_an_epoch_are_slow(executions: int, is_said: bool) -> None:
    plan = {**PLAN, "executions": executions, "steps": executions * 2, "steps_per_execution": 2}
    text = shown(record(RunCall("fit", "net", epochs=1, plan=plan)))
    assert (f"warning: call 1 (fit) takes {executions:,} executions an epoch" in text) is is_said
    assert (f"`steps_per_execution` is 2, of {executions * 2:,} batches" in text) is is_said
    assert "warning" not in shown(record(RunCall("predict", "net", epochs=1, plan=plan)))


def test_small_programs_are_shown_in_kib() -> None:
    text = shown(record(RunCall("run", "step", runs=1234, memory=memory(stage(weights=2048, feeds=50)))))
    assert "in KiB" in text and cells(text, "│ run step")[3:9] == ["2.0", "-", "-", "-", "-", "< 0.1"]
    assert cells(text, "1 run step")[2] == "1,234"


def test_runs_of_which_nothing_is_known() -> None:
    assert "the script has not used an IPU" in shown(record())
    assert "it did not begin" in shown(RunRecord(), code=2)
    on_device = shown(record(), backend="ipu")
    assert "only the simulator reports" in on_device and "has not used" not in on_device


def test_a_module_that_was_run_as_a_script_is_told_how_to_run() -> None:
    words = "attempted relative import with no known parent package"
    failed = {"type": "ImportError", "message": words, "violation": False}
    assert "note: the script is part of a package: name it by -m" in shown(record(exception=failed), code=1)
    other = {**failed, "type": "ModuleNotFoundError", "message": "No module named 'wandb'"}
    text = shown(record(exception=other), code=1)
    assert "the interpreter has no module wandb" in text and "by -m" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_nothing_is_cut_on_a_narrow_terminal(width: int) -> None:
    sizes = {"weights": 1234 * MIB, "activations": 56789 * MIB, "off_chip": 20 * MIB}
    plan = {**PLAN, "steps": 1404, "effective_batch": 123456, "batch_size": 4096}
    fit = RunCall("fit", "a_model_of_two_words", epochs=1000, plan=plan, memory=memory(stage(**sizes)))
    fit.compilations = [{"call": "fit", "why": "first use"}]
    text = shown(record(fit), width=width)
    assert "…" not in text
    tables = [line for line in text.splitlines()[1:] if not line.startswith("note: ")]
    assert max(map(len, tables)) <= width
    for number in ("1,404", "123,456", "4,096", "1,000", "1,234.0", "56,789.0"):
        assert number in text
    words = " ".join(text.split())
    if width < 120:
        assert (
            "1 fit a_model_of_two_words epochs 1,000, executions 2 an epoch, batches an epoch 1,404," in words
        )


def refused(message: str) -> dict[str, Any]:
    return {"type": "ValueError", "message": message, "violation": True}


def test_a_violation_names_its_rule() -> None:
    message = "`steps_per_execution` (3) must be a divisor of the number of batches (8) in the dataset"
    text = shown(record(exception=refused(message)))
    assert "note: what ended the script is IPU302: see `gpu2ipu explain IPU302`" in text
    assert text.rstrip().splitlines()[-1].startswith("violation: ")
    assert "note: what ended" not in shown(record(exception=refused("else")))
