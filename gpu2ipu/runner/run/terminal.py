"""What a port had an IPU do, for the terminal: its calls, the memory of their programs, the rules it met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table

from gpu2ipu.plan.plan_file import CROWDED
from gpu2ipu.runner import advice
from gpu2ipu.runner.child.backends import Backend
from gpu2ipu.runner.run import broken_rules, out_of_memory, slow
from gpu2ipu.runner.run.record import RunCall, RunRecord

# columns of a terminal on which any table fits
_UNLIMITED = 10_000
KIB, MIB = 1 << 10, 1 << 20
_CHIPS = {"mk1": "an Mk1 IPU", "mk2": "an Mk2 IPU", "bow": "a Bow IPU"}
_VERSIONS = {"tensorflow": "TensorFlow", "python": "Python"}
# parts of the memory of a stage, which are the headings of the table
_PARTS = ("weights", "optimizer", "accumulators", "activations", "working", "feeds")


def show(record: RunRecord, backend: Backend, exit_code: int, console: Console) -> None:
    """Print what is known of a run."""
    versions = [f"{name} {record.header[key]}" for key, name in _VERSIONS.items() if record.header.get(key)]
    console.print(
        f"ran {replace(backend, why='').place} ({', '.join(versions) or 'it did not begin'}); exit code {exit_code}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    if record.calls:
        console.print(_readable(_calls(record.calls), console))
    memories = list(record.memories)
    if memories:
        console.print(_readable(_memory(memories, str(record.header.get("chip"))), console))
    for line in _remarks(record, memories, backend):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _readable(table: Table, console: Console) -> RenderableType:
    """A table, or where it is too wide, which would cut numbers, a paragraph for each of its rows."""
    unlimited = console.options.update_width(_UNLIMITED)
    if Measurement.get(console, unlimited, table).maximum <= console.width:
        return table
    headings = [str(column.header).replace("\n", " ") for column in table.columns]
    rows = zip(*([str(cell) for cell in column.cells] for column in table.columns), strict=True)
    paragraphs: list[RenderableType] = [f"[italic]{table.title}[/]"]
    for name, *values in rows:
        told = ", ".join(
            f"{heading} {value.strip()}" for heading, value in zip(headings[1:], values, strict=True) if value
        )
        paragraphs += [Padding(name, (0, 0, 0, 2)), Padding(told, (0, 0, 0, 6))]
    return Group(*paragraphs)


def _calls(calls: list[RunCall]) -> Table:
    table = Table(title="what the IPU did", title_justify="left")
    table.add_column("call", no_wrap=True)
    for heading in (
        "epochs",
        "executions",
        "batches\nan epoch",
        "batch",
        "replicas",
        "accumulation",
        "effective",
        "updates",
    ):
        table.add_column(heading, justify="right")
    table.add_column("compiled")
    for number, call in enumerate(calls, start=1):
        name = f"[bold]{number} {call.kind}[/] {escape(call.name)}"
        compiled = [each["why"] for each in call.compilations if each["call"] == call.kind]
        table.add_row(
            name, *_plan_cells(call), _compiled(compiled) if not call.failed else f"[red]{call.failed}[/]"
        )
        if call.validation is not None:
            validated = [each["why"] for each in call.compilations if each["call"] == "evaluate"]
            cells = _cells(call.validation, "", str(call.validation["executions"]), "")
            table.add_row("  validation", *cells, _compiled(validated))
    return table


def _plan_cells(call: RunCall) -> tuple[str, ...]:
    if call.plan is None:
        return ("", f"{call.runs:,}" if call.kind == "run" else "", "", "", "", "", "", "")
    executions = call.plan["executions"]
    return _cells(call.plan, f"{call.epochs:,}", f"{executions:,} an epoch", f"{call.updates:,}")


def _cells(plan: dict[str, Any], epochs: str, executions: str, updates: str) -> tuple[str, ...]:
    numbers = [plan[name] for name in ("steps", "batch_size", "replicas", "accumulation", "effective_batch")]
    shown = ["-" if number is None else f"{number:,}" for number in numbers]
    return (epochs, executions, *shown, updates if updates != "0" else "")


def _compiled(reasons: list[str]) -> str:
    """Once is what a program costs; each time more is a recompilation, which takes minutes on an IPU."""
    if not reasons:
        return "no"
    again = [escape(reason) for reason in reasons if reason != "first use"]
    return "once" if not again else f"[yellow]again: {'; '.join(again)}[/]"


def _memory(memories: list[tuple[str, dict[str, Any]]], chip: str) -> Table:
    largest = max(stage["total"] for _, memory in memories for stage in memory["stages"])
    unit, scale = ("MiB", MIB) if largest >= MIB else ("KiB", KIB)
    table = Table(title=f"memory of {_CHIPS.get(chip, chip)} in {unit}: an estimate", title_justify="left")
    table.add_column("program", no_wrap=True)
    for heading in ("IPU", "stage", *_PARTS, "total", "share"):
        table.add_column(heading, justify="right")
    off_chip = any(stage["off_chip"] for _, memory in memories for stage in memory["stages"])
    if off_chip:
        table.add_column("off chip", justify="right")
    for name, memory in memories:
        for number, stage in enumerate(memory["stages"]):
            is_pipeline = len(memory["stages"]) > 1
            sizes = [size_text(stage[part], scale) for part in _PARTS]
            shown = escape(name) if not number else ""
            row = [
                shown,
                str(stage["ipu"]),
                str(stage["stage"]) if is_pipeline else "",
                *sizes,
                size_text(stage["total"], scale),
            ]
            row.append(share_text(_on_ipu(memory, stage["ipu"]) / memory["capacity"]))
            table.add_row(*row, *([size_text(stage["off_chip"], scale)] if off_chip else []))
    return table


def _on_ipu(memory: dict[str, Any], ipu: int) -> int:
    return sum(stage["total"] for stage in memory["stages"] if stage["ipu"] == ipu)


def size_text(size: int, scale: int) -> str:
    """Return a number of bytes in units of `scale`, for a table."""
    if not size:
        return "-"
    return f"{size / scale:,.1f}" if size >= scale / 10 else "< 0.1"


def share_text(part: float) -> str:
    """Return a part of the memory of an IPU in percent, coloured where it is too much or may be."""
    colour = "red" if part > 1 else "yellow" if part > CROWDED else ""
    text = f"{part:.0%}" if part >= 0.01 else "< 1%"
    return f"[{colour}]{text}[/]" if colour else text


def _remarks(
    record: RunRecord, memories: list[tuple[str, dict[str, Any]]], backend: Backend
) -> Iterator[str]:
    if not backend.simulated:
        yield "note: only the simulator reports executions and memory; see --profile for those of a device"
    if any(stage["off_chip"] for _, memory in memories for stage in memory["stages"]):
        yield "note: off chip is Streaming Memory, where the compiler puts what only weight updates need"
    for name, memory in memories:
        shares = [_on_ipu(memory, stage["ipu"]) / memory["capacity"] for stage in memory["stages"]]
        if max(shares) > 1:
            yield f"note: {name} is too large for the IPU; --allow-oom lets it run all the same"
        elif max(shares) > CROWDED:
            yield f"note: {name} may not fit: code and buffers, which are not estimated, need memory as well"
    chip = str(record.header.get("chip"))
    for help_for in dict.fromkeys(out_of_memory.advice(call, chip) for call in record.calls):
        if help_for is not None:
            yield f"note: {help_for}"
    if backend.simulated and not record.calls and not memories and record.header:
        yield "note: the script has not used an IPU: no fit, evaluate, predict or strategy.run in the strategy's scope"
    if record.exception is not None:
        words, python = "{type}: {message}".format(**record.exception), record.header.get("interpreter")
        for note in advice.on(words, python or "the interpreter"):
            yield f"note: {note}"
    yield from slow.warnings(record.calls)
    for warning in record.warnings:
        yield f"warning: {warning}"
    if record.violation is not None:
        call = record.calls[-1].kind if record.calls else ""
        for note in broken_rules.notes(record.violation["message"], "the script", call):
            yield f"note: {note}"
        yield f"violation: {record.violation['type']}: {record.violation['message']}"
