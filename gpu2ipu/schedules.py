"""Schedules: the orders in which a pipeline runs its stages, and what each asks for.

Source: ops/pipelining_ops.py of the SDK and, of its compiler, driver/visitors/pipeline_visitor.cc for the counts and
driver/tools/pipeline_util.cc for the depth of the queues between stages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gpu2ipu.records import record


@record
class Schedule:
    """A member of `PipelineSchedule`, and what it asks for, in multiples of the number of stages."""

    member: str
    # the micro-batches of a weight update: a pipeline fills and empties; 0: any number
    training: int
    # the batches of an evaluation or prediction; 0: any number
    inference: int
    # micro-batches that a stage keeps for its backward pass, for each stage after it
    stash: int

    def accumulated_by(self, stages: int) -> int:
        """Return what the micro-batches of a weight update are a multiple of."""
        return max(1, self.training * stages) if stages > 1 else 1

    def round_of(self, stages: int) -> int:
        """Return what the batches of an evaluation or prediction are a multiple of."""
        return max(1, self.inference * stages) if stages > 1 else 1


DEFAULT = "grouped"  # that of the SDK, too
SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        DEFAULT: Schedule("Grouped", training=2, inference=1, stash=2),
        "interleaved": Schedule("Interleaved", training=1, inference=1, stash=1),
        "sequential": Schedule("Sequential", training=0, inference=0, stash=0),
    }
)
