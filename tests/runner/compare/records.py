"""Records of small runs, made without running anything."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpu2ipu.runner.compare.record import Call, Counts, Data, Read, Record

HEADER = {"format": 1, "tensorflow": "2.6.5", "python": "3.8.18"}
LOSSES = tuple(2.0 / (step + 1) for step in range(20))


def fit(**changes: Any) -> Call:
    """Two epochs of ten steps over 640 rows."""
    call = Call(
        kind="fit",
        name="net",
        data=Data("arrays", 640, 64),
        learning_rate=0.1,
        epochs=({"loss": 0.6, "accuracy": 0.5}, {"loss": 0.13, "accuracy": 0.75}),
        losses=LOSSES,
        counts=Counts(20, 1280, 64),
        digest="a",
        against=0.0,
        done=True,
    )
    return replace(call, **changes)


def evaluate(**changes: Any) -> Call:
    """An evaluation of 100 rows."""
    values = {"loss": 0.25, "accuracy": 0.9}
    call = Call("evaluate", data=Data("arrays", 100, 20), values=values, counts=Counts(5, 100, 20), done=True)
    return replace(call, **changes)


def predict(**changes: Any) -> Call:
    """A prediction of 100 rows."""
    call = Call(
        "predict",
        data=Data("arrays", 100, 20),
        counts=Counts(5, 100, 20),
        outputs=({"shape": [100, 10], "dtype": "float32"},),
        digest="p",
        against={"difference": 0.0, "scale": 1.0, "rows": 100},
        done=True,
    )
    return replace(call, **changes)


def loop(**changes: Any) -> Call:
    """Twenty steps of a loop of the script's own."""
    counts = Counts(20, 1280, 64)
    call = Call("loop", name="net", losses=LOSSES, counts=counts, digest="w", against=0.0, done=True)
    return replace(call, **changes)


def metric(*reads: tuple[str, float, int]) -> Call:
    """What a script reads of its metrics."""
    return Call("metric", model=-1, name="metrics", reads=tuple(Read(*read) for read in reads), done=True)


def record(*calls: Call, **changes: Any) -> Record:
    """A run that came to its end."""
    return replace(Record(HEADER, calls, end=0), **changes)
