"""The lines of a plan in what a script has become."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.planned_lines import with_planned_lines
from gpu2ipu.plan.layers import LayerCall, Place
from gpu2ipu.plan.plan_file import Plan, PlannedModel, PlannedStage

PATH = Path("folder/train.py")
BEFORE = "import a\nx = first()\nm = model(x)\n"
AFTER = "import a\nimport b\n\nwith scope:\n    x = first()\n    m = model(x)\n"


def test_lines_of_a_text_that_was_changed() -> None:
    layer = LayerCall(
        "first", None, "train.py", 2, 0, 0, 0, 0, 0, 0, (Place("lib.py", 1), Place("train.py", 3))
    )
    stage = PlannedStage((layer,), *(0,) * 11)
    model = PlannedModel("net", "Model", 8, 8, 1, True, (stage,), "train.py", 3)
    config = Config(planned=Plan("train.py", "2.6.5", "mk2", 1000, "grouped", False, (model,)))
    planned = with_planned_lines(config, {PATH: BEFORE}, {PATH: AFTER}).planned
    assert planned is not None
    (moved,) = planned.models
    (call,) = moved.layers.calls
    assert (call.file, call.line, moved.line) == ("train.py", 5, 6)
    assert call.callers == (Place("lib.py", 1), Place("train.py", 6))
    assert with_planned_lines(config, {PATH: BEFORE}, {PATH: BEFORE}) == config
    assert with_planned_lines(Config(), {PATH: BEFORE}, {PATH: AFTER}) == Config()
