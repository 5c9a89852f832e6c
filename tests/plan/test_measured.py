"""What is read of a journal that the planning process wrote, wherever it is cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gpu2ipu.plan import measured
from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Layers, Place

HEADER = {"plan": 1, "script": "train.py", "tensorflow": "2.6.5", "chip": "mk2", "capacity": 1000}
CALL = {
    **{
        "name": "one",
        "class": "Dense",
        "call": None,
        "file": "train.py",
        "line": 7,
        "parameters": 1,
        "weights": 2,
        "optimizer": 3,
    },
    **{"accumulators": 4, "working": 5, "flops": 6},
    **{"callers": [{"file": "train.py", "line": 9}], "created": 2, "inputs": [0]},
}


def model(number: int, kept: int) -> dict[str, Any]:
    about = {
        "model": number,
        "name": f"net{number}",
        "class": "Sequential",
        **{"file": "train.py", "line": 9, "callers": [], "created": 5},
        "batch_size": 8,
        "micro_batch": 4,
    }
    values = {"kept": [[kept, [0]]], "kept_once": [], "kept_data": [], "handed": [[9, -1, [0]]]}
    return {
        **about,
        "optimizer": "SGD",
        "layers": [CALL],
        **values,
        "together": [[0, 0]],
        "received": 7,
        "sent": 8,
    }


def read(tmp_path: Path, *lines: object) -> measured.Measured:
    path = tmp_path / "plan.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return measured.read(path)


def test_models(tmp_path: Path) -> None:
    """Of a model that is fitted several times, the fit that needs the most memory counts."""
    found = read(tmp_path, HEADER, model(0, 20), model(1, 10), model(0, 5))
    assert found.header == HEADER and list(found.models) == [0, 1]
    layers = Layers(
        (LayerCall("one", None, "train.py", 7, 1, 2, 3, 4, 5, 6, (Place("train.py", 9),), 2, (0,)),),
        (KeptValue(20, (0,)),),
        handed=(HandedValue(9, -1, (0,)),),
        together=((0, 0),),
        received=7,
        sent=8,
    )
    assert found.models[0] == measured.MeasuredModel("net0", "Sequential", 8, 4, layers, "train.py", 9)


def test_what_went_wrong(tmp_path: Path) -> None:
    failed = {"model": 0, "name": "net", "class": "Net", "failed": "ValueError: no"}
    error = {"type": "KeyError", "message": "acc", "violation": False}
    found = read(tmp_path, HEADER, failed, {"own_loop": True}, {"exception": error}, {"end": 1})
    assert (found.models, found.failed, found.exception) == ({}, {"net (Net)": "ValueError: no"}, error)
    assert found.own_loop


def test_a_process_that_did_not_begin(tmp_path: Path) -> None:
    assert measured.read(tmp_path / "none.jsonl") == measured.Measured()
    assert read(tmp_path, {"report": 1}) == measured.Measured()
