"""Stage edits: what puts one model into stages, or why nothing does."""

from __future__ import annotations

from gpu2ipu.edits import Edit
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.records import record

SETTER = "set_pipeline_stage_assignment"  # the method of a model that assigns its layers


@record
class StageEdits:
    """The edits that put the layers of a model into stages, or why there are none."""

    edits: tuple[Edit, ...] = ()
    why: Why | None = None
    parts: int = 0  # into which the model can be cut
    is_even: bool = False  # by the number of layers, which is only known when the script runs
    is_computed: bool = False  # when the script runs
    is_planned: bool = False  # by a plan
    is_moved: bool = False  # where that would cut within a statement, at another one
    fits: bool = True  # each stage, on an IPU, as far as that is known
