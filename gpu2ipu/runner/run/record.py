"""What a port had an IPU do, from the report that its process wrote (`gpu2ipu/simulator/recording/reporter.py`).

A report may be cut anywhere, because its process may die anywhere: what is there up to the last whole line counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gpu2ipu.runner.compare.record import entries

FORMAT = 1
# of what `as_json` gives
VERSION = 1


@dataclass
class RunCall:
    """A call of fit, evaluate or predict, or all calls of `strategy.run` (kind "run") with one function."""

    kind: str
    name: str
    # epochs that have begun
    epochs: int = 0
    # how it is carried out, and its validation; None for `strategy.run`, and where a rule was broken before
    plan: dict[str, Any] | None = None
    validation: dict[str, Any] | None = None
    # of `strategy.run`
    runs: int = 0
    # why executables were compiled: call and reason
    compilations: list[dict[str, str]] = field(default_factory=list)
    memory: dict[str, Any] | None = None
    # the exception that ended it
    failed: str | None = None

    @property
    def executions(self) -> int:
        """How often its program ran to its end, in whole epochs."""
        return self.runs if self.plan is None else self._whole_epochs * int(self.plan["executions"])

    @property
    def updates(self) -> int:
        """How often weights were updated, in whole epochs."""
        return 0 if self.plan is None else self._whole_epochs * int(self.plan["updates"])

    @property
    def _whole_epochs(self) -> int:
        return self.epochs - 1 if self.failed and self.epochs else self.epochs


@dataclass
class RunRecord:
    """What a run did. `header` is empty if the process could not even begin."""

    header: dict[str, Any] = field(default_factory=dict)
    calls: list[RunCall] = field(default_factory=list)
    # the memory of programs outside of all calls
    programs: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    # type, message and whether it is a rule of the IPU that the script broke
    exception: dict[str, Any] | None = None

    @property
    def violation(self) -> dict[str, Any] | None:
        """The broken rule that ended the script."""
        return self.exception if self.exception and self.exception["violation"] else None

    @property
    def memories(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Which program takes how much memory; the same call of the same model once."""
        seen: set[str] = set()
        for call in self.calls:
            text = f"{call.kind} {call.name}"
            if call.memory is not None and f"{text} {call.memory}" not in seen:
                seen.add(f"{text} {call.memory}")
                yield text, call.memory
        for memory in self.programs:
            if f"{memory}" not in seen:
                seen.add(f"{memory}")
                yield "another program", memory


def read(path: Path) -> RunRecord:
    """Read a report; one that is missing, or in another format, is empty."""
    lines = list(entries(path))
    if not lines or lines[0].get("report") != FORMAT:
        return RunRecord()
    record = RunRecord(lines[0])
    for line in lines[1:]:
        if "call" in line:
            _update(record, line)
        elif "memory" in line:
            record.programs.append(line["memory"])
        elif "warning" in line and line["warning"] not in record.warnings:
            record.warnings.append(line["warning"])
        elif "exception" in line:
            record.exception = line["exception"]
        elif "tensorflow" in line:
            record.header["tensorflow"] = line["tensorflow"]
    return record


def _update(record: RunRecord, line: dict[str, Any]) -> None:
    if "kind" in line:
        record.calls.append(RunCall(line["kind"], line["name"]))
        return
    call, nested = record.calls[line["call"]], "within" in line
    if "plan" in line:
        plan = line["plan"]
        why = plan.pop("compiled")
        if why is not None:
            call.compilations.append({"call": plan["call"], "why": why})
        if not nested:
            call.plan = plan
        elif plan["call"] == "evaluate" and call.kind == "fit":
            call.validation = plan
    elif "memory" in line:
        if not nested:
            call.memory = line["memory"]
            if call.kind == "run":
                call.compilations.append(
                    {"call": "run", "why": "again" if call.compilations else "first use"}
                )
    elif "epochs" in line:
        call.epochs = line["epochs"]
    else:
        call.runs, call.failed = line["done"], line["failed"]


def as_json(record: RunRecord, backend: str, exit_code: int) -> dict[str, Any]:
    """Return a run for programs; `docs/run.md` describes its form."""
    header = record.header
    calls = [
        {**asdict(call), "executions": call.executions, "updates": call.updates} for call in record.calls
    ]
    for call in calls:
        del call["runs"]
    return {
        "version": VERSION,
        "backend": backend,
        "script": header.get("script"),
        "python": header.get("python"),
        "tensorflow": header.get("tensorflow"),
        "chip": header.get("chip"),
        "exit_code": exit_code,
        "memory_is_an_estimate": True,
        "calls": calls,
        "other_programs": record.programs,
        "violation": record.violation and {name: record.violation[name] for name in ("type", "message")},
        "exception": record.exception and {name: record.exception[name] for name in ("type", "message")},
        "warnings": record.warnings,
    }
