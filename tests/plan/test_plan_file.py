"""The file of a plan: what is written is read again, and what is wrong is said in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.plan import plan_file
from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Place
from gpu2ipu.plan.plan_file import Plan, PlannedModel, PlannedStage

CALLS = (
    LayerCall("backbone/conv", None, None, None, *range(6)),
    LayerCall("act", 1, "train.py", 7, 0, 1, 2, 3, 4, 5, (Place("train.py", 9),), 3, (0,)),
)
STAGE = PlannedStage(CALLS, *range(10, 21))
MODEL = PlannedModel(
    *("net", "Functional", 32, 8, 2, True, (STAGE, replace(STAGE, stash_depth=1)), "train.py", 9, ()),
    *((KeptValue(4, (0, 1)),), (), (), (HandedValue(4, -1, (0,)),), ((0, 1),), 5, 6),
)
PLAN = Plan("train.py", "2.6.5", "mk2", 940572672, "grouped", False, (MODEL,))


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan_file.as_json(PLAN)))
    assert plan_file.read(path) == PLAN


def test_the_layers_of_a_model() -> None:
    layers = MODEL.layers
    assert layers.calls == CALLS * 2 and (layers.together, layers.sent) == (((0, 1),), 6)


def test_the_form_of_the_file() -> None:
    """It is documented, and read by others."""
    content: dict[str, Any] = json.loads(json.dumps(plan_file.as_json(PLAN)))
    assert list(content) == [
        *(
            "version",
            "memory_is_an_estimate",
            "script",
            "tensorflow",
            "chip",
            "capacity",
            "schedule",
            "recompute",
            "models",
        ),
    ]
    (model,) = content["models"]
    assert list(model) == [
        *("name", "kind", "batch_size", "micro_batch", "ipus", "fits", "stages", "file", "line", "callers"),
        *("kept", "kept_once", "kept_data", "handed", "together", "received", "sent"),
    ]
    assert model["kept"] == [{"size": 4, "readers": [0, 1]}] and model["together"] == [[0, 1]]
    assert model["handed"] == [{"size": 4, "origin": -1, "readers": [0]}]
    stage = model["stages"][0]
    needs = {"parameters": 0, "weights": 1, "optimizer": 2, "accumulators": 3, "working": 4, "flops": 5}
    place = {"file": "train.py", "line": 7, "callers": [{"file": "train.py", "line": 9}], "created": 3}
    nowhere: dict[str, Any] = {"file": None, "line": None, "callers": [], "created": 0}
    assert stage["layers"] == [
        {"name": "backbone/conv", "call": None, **needs, **nowhere, "inputs": []},
        {"name": "act", "call": 1, **needs, **place, "inputs": [0]},
    ]
    assert list(stage)[1:] == [
        *("parameters", "weights", "optimizer", "accumulators", "activations", "stash_depth", "stashed"),
        *("working", "feeds", "memory", "flops"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ("[]", r"is not a plan: write one with `gpu2ipu plan SCRIPT -o '.*/my plan.json'`"),
        ("{}", "is not a plan: write one with"),
        ('{"version": 2}', "has version 2"),
        ('{"version": 1}', "script is missing"),
        (json.dumps({**plan_file.as_json(PLAN), "models": 3}), "models is no list"),
        (json.dumps({**plan_file.as_json(PLAN), "models": [3]}), r"models\[0\] is no object"),
        (json.dumps({**plan_file.as_json(PLAN), "capacity": "much"}), 'capacity is "much"'),
        (json.dumps({**plan_file.as_json(PLAN), "capacity": True}), "capacity is true"),
        (
            json.dumps(plan_file.as_json(PLAN)).replace('"act"', "null"),
            r"stages\[0\].layers\[1\].name is null",
        ),
        (
            json.dumps(plan_file.as_json(PLAN)).replace("[[0, 1]]", "[[0, true]]"),
            r"models\[0\].together\[0\]\[1\] is true",
        ),
    ],
)
def test_files_that_are_no_plans(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "my plan.json"
    path.write_text(content)
    with pytest.raises(Trouble, match=words):
        plan_file.read(path)
    with pytest.raises(Trouble, match=r"cannot be read: No such file"):
        plan_file.read(tmp_path / "none.json")


def test_the_file_of_a_plan_here() -> None:
    paths = [Path("other/train.py"), Path("src/net/model.py"), Path("src/train.py"), Path("src/old/model.py")]
    assert plan_file.path_of("/data/src/train.py", paths) == paths[2]
    assert plan_file.path_of("/data/old/model.py", paths) == paths[3]
    assert plan_file.path_of("model.txt", paths) is None


def test_other_places() -> None:
    moved = plan_file.with_places(PLAN, lambda place: Place(place.file, place.line + 10))
    first, second = moved.models[0].layers.calls[:2]
    assert (first.line, second.line, second.callers) == (None, 17, (Place("train.py", 19),))
    assert moved.models[0].line == 19
    assert PLAN.limit == PLAN.capacity * 3 // 4
