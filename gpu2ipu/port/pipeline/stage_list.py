"""Stage list: `model.set_pipeline_stage_assignment([0, 0, 1, ...])` once a `Sequential` has all of its layers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import Model
from gpu2ipu.plan.plan_file import PlannedModel
from gpu2ipu.port.pipeline.balance import balanced, stages_of
from gpu2ipu.port.pipeline.behind_construction import behind_construction
from gpu2ipu.port.pipeline.computed_stages import computed_stages
from gpu2ipu.port.pipeline.listed_layers import ListedLayers, listed_layers
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.planned.models import misfit
from gpu2ipu.port.pipeline.stage_edits import SETTER, StageEdits
from gpu2ipu.port.port import Port

_LONG = 20  # layers, from which on a list is written as a sum


def list_of_stages(port: Port, model: Model, planned: PlannedModel | None = None) -> StageEdits:
    """Return the edits that set the stages of the layers of a `Sequential`."""
    listed = listed_layers(facts_of(port.script), model)
    if listed.why is Why.NESTED:
        return computed_stages(port, model, planned, [given.path for given in listed.given])
    if planned is not None:
        return _planned(port, model, listed, planned)
    if listed.why is not None:
        return StageEdits(why=listed.why)
    stages: list[int] | None = None
    if listed.costs is not None:
        cuts = balanced(listed.costs, port.target.stages)
        if cuts is None:
            return StageEdits(why=Why.TOO_FEW_LAYERS, parts=len(listed.costs))
        stages = stages_of(cuts, len(listed.costs))
    return _placed(port, model, listed, stages)


def _planned(port: Port, model: Model, listed: ListedLayers, planned: PlannedModel) -> StageEdits:
    """The edits that set the stages of a plan."""
    if any("/" in call.name for call in planned.layers.calls):  # a layer that is a model
        return computed_stages(port, model, planned, [given.path for given in listed.given])
    stages = [stage for stage, each in enumerate(planned.stages) for _ in each.layers]
    if listed.costs is not None and len(listed.costs) != len(stages):
        what = (
            f"the plan's {planned.name} has {len(stages)} layers, and the script gives it {len(listed.costs)}"
        )
        raise misfit(port, what)
    return replace(_placed(port, model, listed, stages), is_planned=True, fits=planned.fits)


def _placed(port: Port, model: Model, listed: ListedLayers, stages: Sequence[int] | None) -> StageEdits:
    places = [given.path for given in listed.given]
    edits = behind_construction(port, model, places, lambda name: _statement(port, name, stages))
    return StageEdits(edits, is_even=stages is None) if edits else StageEdits(why=Why.NO_NAME)


def _statement(port: Port, name: str, stages: Sequence[int] | None) -> str:
    if stages is not None:
        return f"{name}.{SETTER}({written(stages)})"
    count = f"len({name}.layers)"
    return f"{name}.{SETTER}([i * {port.target.stages} // {count} for i in range({count})])"


def written(stages: Sequence[int]) -> str:
    """Return a list of stages as a person would write it: `[0, 0, 1]`, a long one as `[0] * 12 + [1] * 18`."""
    if len(stages) < _LONG:
        return str(list(stages))
    runs = [(stage, len(list(some))) for stage, some in itertools.groupby(stages)]
    return " + ".join(f"[{stage}]" if count == 1 else f"[{stage}] * {count}" for stage, count in runs)
