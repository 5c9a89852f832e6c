"""Reading records, whole and cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.runner.compare.record import Call, Counts, Data, Record, read

HEADER = {"format": 1, "tensorflow": "2.6.5", "seed": 0}
DATA = {
    "input": "arrays",
    "rows_given": 70,
    "batch_size": 32,
    "cardinality": None,
    "partial_batches": 0,
    "shortened": False,
}
BEGIN = {
    "call": 0,
    "kind": "fit",
    "model": 0,
    "name": "net",
    "steps_per_execution": 2,
    "learning_rate": 0.1,
    "dtype": "float32",
    **DATA,
    "validation": DATA,
}
DONE = {
    "call": 0,
    "done": True,
    "seconds": 1.5,
    "losses": [2.0, 1.0],
    "counts": {"steps": 2, "rows": 64, "batch": 32},
    "validation_counts": None,
    "values": {},
    "learning_rate": 0.05,
    "file": "f.npz",
    "digest": "abc",
    "outputs": [],
    "against": 0.0,
    "on_ipu": True,
}
LINES = [
    HEADER,
    {"weights_of": 0, "file": "w.npz", "digest": "d", "arrays": []},
    {"warning": "careful"},
    BEGIN,
    {"call": 0, "epoch": 0, "logs": {"loss": 1.5}},
    {"warning": "careful"},
    {"note": "skips"},
    DONE,
    {"end": 0},
]
TEXT = "".join(json.dumps(line) + "\n" for line in LINES)


@pytest.fixture
def path(tmp_path: Path) -> Any:
    return tmp_path / "record.jsonl"


def test_a_whole_record(path: Any) -> None:
    path.write_text(TEXT)
    record = read(path)
    (call,) = record.calls
    assert (call.kind, call.name, call.steps_per_execution, call.done) == ("fit", "net", 2, True)
    assert call.data == Data("arrays", 70, 32, None, 0, False) == call.validation
    assert call.epochs == ({"loss": 1.5},)
    assert call.losses == (2.0, 1.0)
    assert (call.learning_rate, call.learning_rate_after) == (0.1, 0.05)
    assert call.counts == Counts(2, 64, 32)
    assert call.validation_counts is None
    assert call.on_ipu
    assert record.warnings == ("careful",)
    assert record.notes == ("skips",)
    assert record.end == 0 and record.exception is None


@given(st.integers(0, len(TEXT)))
def test_a_record_that_is_cut_anywhere_counts_up_to_its_last_whole_line(
    tmp_path_factory: pytest.TempPathFactory, length: Any
) -> None:
    path = tmp_path_factory.mktemp("cut") / "record.jsonl"
    path.write_text(TEXT[:length])
    # a line without its end is whole if nothing but the end is missing
    whole = sum(TEXT[:length].count(json.dumps(line)) for line in (BEGIN, DONE))
    record = read(path)
    assert len(record.calls) == min(whole, 1)
    assert all(call.done == (whole == 2) for call in record.calls)


def test_a_call_that_failed_before_it_began(path: Any) -> None:
    failed = {"call": 0, "kind": "predict", "failed": "ValueError: no"}
    end = {"exception": {"type": "ValueError", "message": "no"}}
    path.write_text("\n".join(json.dumps(line) for line in (HEADER, failed, end, {"end": 1})))
    record = read(path)
    assert record.calls[0].kind == "predict" and record.calls[0].failed == "ValueError: no"
    assert not record.calls[0].done
    assert record.exception == "ValueError: no" and record.end == 1


def test_nothing_counted_is_not_zero_rows(path: Any) -> None:
    done = {**DONE, "counts": {"steps": 0, "rows": 0, "batch": 0}}
    path.write_text("\n".join(json.dumps(line) for line in (HEADER, BEGIN, done)))
    assert read(path).calls[0].counts is None


@pytest.mark.parametrize("text", ["", "no json", '{"format": 2}\n{"end": 0}', "[1]"])
def test_what_is_no_record_is_empty(path: Any, text: Any) -> None:
    path.write_text(text)
    assert read(path) == Record({})


def test_a_missing_record_is_empty(path: Any) -> None:
    assert read(path) == Record({})


def test_a_script_may_end_by_itself_with_any_code_once_its_work_is_done() -> None:
    done = Call("fit", done=True)
    assert all(Record({}, (done,), end=code).has_done_its_work for code in (0, 1, -1))
    assert not Record({}, end=2).has_done_its_work  # arguments that it does not know
    assert not Record({}, (done, Call("evaluate")), end=1).has_done_its_work
    assert not Record({}, (done,)).has_done_its_work
    assert not Record({}, (done,), exception="KeyError: 'x'", end=1).has_done_its_work
