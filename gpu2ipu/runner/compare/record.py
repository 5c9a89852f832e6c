"""Reads what the recorder wrote; the protocol is described at the head of `gpu2ipu/simulator/recording/recorder.py`.

A record may be cut anywhere, because its process may die anywhere: what is there up to the last whole line
counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

FORMAT = 1

# The kinds of calls that train.
TRAININGS = ("fit", "loop")


@dataclass(frozen=True)
class Counts:
    """What the compiled steps of a call consumed: steps, rows and the rows of the largest batch.

    A step of a training is a weight update, and its batch is what the update is computed from.
    """

    steps: int
    rows: int
    batch: int


@dataclass(frozen=True)
class Data:
    """What the script gave to a call, before anything was cut."""

    input: str = "arrays"
    rows_given: int | None = None
    batch_size: int | None = None
    # batches of a dataset, -1 infinite, -2 unknown; how many of them may be partial
    cardinality: int | None = None
    partial_batches: int = 1
    shortened: bool = False


@dataclass(frozen=True)
class Read:
    """A value that the script reads of a metric, and the rows that went into it, 0 if unknown."""

    metric: str
    value: float
    rows: int


@dataclass(frozen=True)
class Call:
    """A call of fit, evaluate or predict by the script; `done` is False if it failed or never ended.

    Of what the script does without them, all gradients for the same variables count as one call of kind "loop", all
    values that it reads of metrics as one of kind "metric".
    """

    kind: str
    model: int = 0
    name: str = ""
    data: Data = Data()
    validation: Data | None = None
    steps_per_execution: int = 1
    learning_rate: float | None = None
    has_schedule: bool = False
    # what callbacks or a schedule have made of it by the end of the call
    learning_rate_after: float | None = None
    dtype: str = "float32"
    epochs: tuple[dict[str, float], ...] = ()
    # of each weight update, the mean over its micro-batches
    losses: tuple[float, ...] = ()
    # of one replica or of several, whose gradients are accumulated
    micro_batches: int = 1
    replicas: int = 1
    # metrics of a training in a pipeline count one micro-batch of each update: pipelining_ops.py of the SDK, whose
    # stages read variables as they were before it
    pipelined: bool = False
    # layers that see micro-batches one by one: by statistics of the batch, and by random numbers
    normalizing: tuple[str, ...] = ()
    drawing: tuple[str, ...] = ()
    # whether an original took its steps in the micro-batches of the port
    in_micro_batches: bool = False
    counts: Counts | None = None
    validation_counts: Counts | None = None
    values: dict[str, float] = field(default_factory=dict)
    # of epochs, and of an evaluation: the means over all replicas, where the values above are of one
    epochs_of_replicas: tuple[dict[str, float], ...] = ()
    values_of_replicas: dict[str, float] = field(default_factory=dict)
    # the mean loss of all steps of a validation or an evaluation, where a pipeline took several executions, whose
    # results are means of running means
    epochs_of_steps: tuple[dict[str, float], ...] = ()
    values_of_steps: dict[str, float] = field(default_factory=dict)
    outputs: tuple[dict[str, Any], ...] = ()
    reads: tuple[Read, ...] = ()
    digest: str | None = None
    # how far predictions, or weights after training, are from the port's; an original has it
    against: Any = None
    # after each of the first updates: how far the array of weights that is farthest is from the port's, and its name
    updates_against: tuple[tuple[float, str], ...] = ()
    seconds: float = 0.0
    # whether it ran on an IPU
    on_ipu: bool = False
    done: bool = False
    failed: str | None = None

    @property
    def computes_in_half(self) -> bool:
        """True if layers of the model compute in float16."""
        return self.dtype == "float16"


@dataclass(frozen=True)
class Record:
    """What one side did. `end` is the exit code, None for a process that did not come to its end."""

    header: dict[str, Any]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    exception: str | None = None
    end: int | None = None
    # estimates of the memory of programs, with the numbers of their calls
    memories: tuple[tuple[int | None, dict[str, Any]], ...] = ()

    @property
    def has_ended(self) -> bool:
        """True if the script came to its end, be it by `sys.exit` of another number than 0."""
        return self.end is not None and self.exception is None

    @property
    def leaves_ipu_idle(self) -> bool:
        """True if no training ran on the simulated IPU; of a script without one, no evaluation and no prediction."""
        computed = [call for call in self.calls if call.kind != "metric"]
        judged = [call for call in computed if call.kind in TRAININGS] or computed
        return self.has_ended and bool(judged) and all(map(self.is_off_ipu, judged))

    def is_off_ipu(self, call: Call) -> bool:
        """True if a call came to its end on the CPU; False without a simulator, where that is not known."""
        return bool(self.header.get("simulated")) and call.done and call.kind != "metric" and not call.on_ipu

    @property
    def has_done_its_work(self) -> bool:
        """True if it also called something that learns, and each such call came to its end."""
        return self.has_ended and bool(self.calls) and all(call.done for call in self.calls)


def read(path: Path, scratch: Path | None = None) -> Record:
    """Read a record; one that is missing, or in another format, is empty. Paths in a scratch copy are the user's."""
    lines = list(entries(path, "" if scratch is None else str(scratch)))
    if not lines or lines[0].get("format") != FORMAT:
        return Record({})
    calls: dict[int, Call] = {}
    for entry in lines:
        if "call" in entry:
            calls[entry["call"]] = _updated(calls.get(entry["call"]), entry)
    exceptions = [entry["exception"] for entry in lines if "exception" in entry]
    return Record(
        header=lines[0],
        calls=tuple(calls[number] for number in sorted(calls)),
        warnings=tuple(dict.fromkeys(entry["warning"] for entry in lines if "warning" in entry)),
        notes=tuple(entry["note"] for entry in lines if "note" in entry),
        exception="{type}: {message}".format(**exceptions[-1]) if exceptions else None,
        end=next((entry["end"] for entry in lines if "end" in entry), None),
        memories=tuple((entry["of"], entry["memory"]) for entry in lines if "memory" in entry),
    )


def entries(path: Path, prefix: str = "") -> Iterator[dict[str, Any]]:
    """Yield the lines of a journal, up to the first that is not whole; without a prefix that paths in it have."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return
    for line in (text.replace(prefix, "") if prefix else text).splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            return
        if isinstance(entry, dict):
            yield entry


def _updated(call: Call | None, entry: dict[str, Any]) -> Call:
    if "failed" in entry:  # perhaps before it had begun
        return replace(call or Call(entry["kind"]), failed=entry["failed"])
    if call is None:
        return _begun(entry)
    if "read" in entry:
        read = Read(entry["read"], entry["value"], entry["rows"])
        return replace(call, reads=(*call.reads, read))
    if "logs" in entry:
        return replace(
            call,
            epochs=(*call.epochs, entry["logs"]),
            epochs_of_replicas=(*call.epochs_of_replicas, entry.get("of_replicas", {})),
            epochs_of_steps=(*call.epochs_of_steps, entry.get("of_steps", {})),
        )
    return _finished(call, entry)


def _begun(entry: dict[str, Any]) -> Call:
    validation = entry.get("validation")
    return Call(
        kind=entry["kind"],
        model=entry["model"],
        name=entry["name"],
        data=_data(entry),
        validation=None if validation is None else _data(validation),
        steps_per_execution=entry["steps_per_execution"],
        learning_rate=entry["learning_rate"],
        has_schedule=entry.get("schedule") is not None,
        dtype=entry["dtype"],
    )


def _finished(call: Call, entry: dict[str, Any]) -> Call:
    return replace(
        call,
        losses=tuple(entry["losses"]),
        micro_batches=entry.get("micro_batches", 1),
        replicas=entry.get("replicas", 1),
        pipelined=entry.get("pipelined", False),
        normalizing=tuple(entry.get("normalizing", ())),
        drawing=tuple(entry.get("drawing", ())),
        in_micro_batches=entry.get("in_micro_batches", False),
        counts=_counts(entry["counts"]),
        validation_counts=_counts(entry["validation_counts"]),
        values=entry["values"],
        values_of_replicas=entry.get("of_replicas", {}),
        values_of_steps=entry.get("of_steps", {}),
        learning_rate_after=entry.get("learning_rate"),  # loops have none
        outputs=tuple(entry.get("outputs", ())),
        digest=entry.get("digest"),
        against=entry.get("against"),
        updates_against=tuple((gap, name) for gap, name in entry.get("updates_against", ())),
        seconds=entry["seconds"],
        on_ipu=entry.get("on_ipu", False),
        done=True,
    )


def _data(entry: dict[str, Any]) -> Data:
    names = ("input", "rows_given", "batch_size", "cardinality", "partial_batches", "shortened")
    return Data(**{name: entry[name] for name in names})


def _counts(entry: dict[str, int] | None) -> Counts | None:
    """A step that no loss container sees (a train step of the user's own) leaves nothing counted."""
    return Counts(**entry) if entry and entry["steps"] else None
