"""The IPUs that a script selects, and how many replicas of its models these are."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.selected_ipus import given_replicas, selected_ipus, written_numbers
from tests.analysis.evaluated import script_of
from tests.port.proposed import DATA, expression

CONFIG = "c = ipu.config.IPUConfig()\n"


@pytest.mark.parametrize(
    ("code", "ipus"),
    [
        ("", 0),
        ("c.auto_select_ipus = 4", 4),
        ("n = 2\nc.auto_select_ipus = n", 2),
        ("c.auto_select_ipus = int(input())", None),
        ("c.auto_select_ipus = [1, 1]", None),
        ("c.select_ipus = 2", None),  # which one, not how many
        ("c.auto_select_ipus = 4\nc.auto_select_ipus = 2", None),
        ("d.auto_select_ipus = 4", 0),
    ],
)
def test_selected_ipus(code: str, ipus: int | None) -> None:
    assert selected_ipus(script_of(CONFIG + code)) == ipus


@pytest.mark.parametrize(
    ("code", "replicas"),
    [
        ("", 4),
        ("model.set_pipeline_stage_assignment([0, 1])", 2),
        ("model.set_pipeline_stage_assignment([0] * 7 + [1] * 8 + [2])", 1),
        ("n = len(model.layers)\nmodel.set_pipeline_stage_assignment([i * 2 // n for i in range(n)])", 2),
        ("model.set_pipeline_stage_assignment(stages)", 1),
        ("with keras.ipu.PipelineStage(0): pass\nwith keras.ipu.PipelineStage(1): pass", 2),
        ("with keras.ipu.PipelineStage(i // 2): pass", 1),
    ],
)
def test_a_model_takes_the_ipus_of_its_stages(code: str, replicas: int) -> None:
    script = script_of(CONFIG + "c.auto_select_ipus = 4\n" + DATA + code)
    assert given_replicas(script, 1, 1) == replicas


def test_stages_that_are_not_known_are_those_asked_for() -> None:
    script = script_of(CONFIG + "c.auto_select_ipus = 4\nwith keras.ipu.PipelineStage(i // 2): pass")
    assert given_replicas(script, 2, 1) == 2


def test_a_module_that_selects_no_ipus_is_for_as_many_replicas_as_are_asked_for() -> None:
    assert given_replicas(script_of(DATA + "model.set_replication_options('mean')"), 1, 2) == 2
    assert given_replicas(script_of(DATA), 1, 2) == 1


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[0, 1]", [0, 1]),
        ("[0] * 2 + [1] * 3 + [2]", [0, 0, 1, 1, 1, 2]),
        ("[a, 1]", None),
        ("[0] * n", None),
        ("stages", None),
    ],
)
def test_numbers_of_a_list_that_is_written(text: str, numbers: list[int] | None) -> None:
    assert written_numbers(expression(script_of(f"f({text})"), text)) == numbers
