"""How much memory of each IPU a program takes, about: a table with a row for each stage.

Weights, slots of optimizers and accumulators are counted to the byte. Values that the program computes follow
from its HLO as `liveness` says. What is not counted: the code, the buffers for exchange between tiles, the
partial sums of matrix products and convolutions, padding and uneven spread over the tiles. So a program that is
found too large does not fit, and one that takes more than about three quarters may not fit either.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Sequence

from .limits import LIMITS
from .liveness import Analysis, Use
from .variables import ACCUMULATOR, OTHER, SLOT, WEIGHT, Variable

#: Schedule -> how many micro-batches wait for their way back at a stage, for each stage after it. Source:
#: the depth of the FIFOs in driver/tools/pipeline_util.cc of the SDK.
_STASH = {"Grouped": 2, "Interleaved": 1, "Sequential": 0}


@dataclass(frozen=True)
class Placement:
    """Which IPUs the stages of a program are on, and what lies elsewhere than in their memory."""

    devices: tuple[int, ...] = (0,)
    schedule: str = "Sequential"
    replicas: int = 1
    recomputes: bool = False
    #: Tiles that only move data.
    io_tiles: int = 0
    #: None lets the compiler choose: it offloads where gradients are accumulated.
    offload_weight_update_variables: bool | None = None
    offload_activations: bool | None = None
    offload_gradient_accumulation_buffers: bool | None = None
    offload_weights: bool | None = None
    replicated_optimizer_state_sharding: bool | None = None
    replicated_weight_sharding: bool | None = None

    @property
    def stages(self) -> int:
        """How many stages the program has."""
        return len(self.devices)

    def waiting(self, stage: int) -> int:
        """How many micro-batches a stage keeps besides the one that it works on."""
        return _STASH[self.schedule] * (self.stages - 1 - stage)


@dataclass
class Row:
    """The bytes that one stage takes on its IPU."""

    stage: int
    ipu: int
    weights: int = 0
    optimizer: int = 0
    accumulators: int = 0
    activations: int = 0
    working: int = 0
    feeds: int = 0
    other: int = 0
    #: What of these lies in Streaming Memory, outside of the IPU.
    off_chip: int = 0

    @property
    def total(self) -> int:
        """The bytes on the IPU itself."""
        parts = (self.weights, self.optimizer, self.accumulators, self.activations, self.working)
        return sum(parts) + self.feeds + self.other - self.off_chip


@dataclass(frozen=True)
class Estimate:
    """The memory of a program: a row for each stage."""

    rows: tuple[Row, ...]
    replicas: int
    capacity: int

    def of_ipus(self) -> dict[int, int]:
        """The bytes on each IPU of a replica."""
        totals: dict[int, int] = {}
        for row in self.rows:
            totals[row.ipu] = totals.get(row.ipu, 0) + row.total
        return totals

    def fullest(self) -> tuple[int, int]:
        """The IPU that takes most, and its bytes."""
        return max(self.of_ipus().items(), key=lambda pair: pair[1])


@dataclass
class ProgramPart:
    """A program, or one of the programs that make up another: its variables, values and feeds."""

    variables: list[Variable]
    analysis: Analysis
    #: Bytes of what comes from the host for one step, and of what goes there.
    received: int = 0
    sent: int = 0


def estimate(
    parts: Sequence[ProgramPart],
    placement: Placement,
    accumulators: Sequence[Variable] = (),
) -> Estimate:
    """The memory of a program from its parts, which do not run at the same time."""
    rows = [Row(stage, ipu) for stage, ipu in enumerate(placement.devices)]
    stages = _stages(parts)
    # The first part reads the weights, and knows best what they are.
    variables = {each.key: each for part in reversed(parts) for each in part.variables}
    accumulated = [each for each in variables.values() if each.role == ACCUMULATOR] + list(accumulators)
    for variable in [*variables.values(), *accumulators]:
        stage = stages.get(variable.key if variable.owner is None else variable.owner, 0)
        row = rows[min(stage, len(rows) - 1)]
        size, is_outside = _placed(variable, placement, bool(accumulated))
        setattr(row, variable.role, getattr(row, variable.role) + size)
        row.off_chip += size if is_outside else 0
    rows[0].feeds += max((part.received for part in parts), default=0)
    rows[-1].feeds += max((part.sent for part in parts), default=0)
    trains = any(use.trains for part in parts for use in part.analysis.uses)
    for row in rows:
        uses = [part.analysis.uses[row.stage] for part in parts if row.stage < len(part.analysis.uses)]
        peak = max((use.peak for use in uses), default=0)
        kept = max((_activations(use, row.stage, placement) for use in uses if use.trains), default=0)
        # Without a way back, what one layer hands to the next is all there is.
        row.activations = kept if trains else peak
        row.working = max((use.working for use in uses), default=0) if trains else 0
        row.off_chip += row.activations if placement.offload_activations else 0
    return Estimate(tuple(rows), placement.replicas, LIMITS.chip.memory(placement.io_tiles))


def _stages(parts: Sequence[ProgramPart]) -> dict[int, int]:
    """The stage of each variable: that of the first part which has it."""
    found: dict[int, int] = {}
    for part in parts:
        for variable in part.variables:
            if 0 <= variable.place < len(part.analysis.stages):
                found.setdefault(variable.key, part.analysis.stages[variable.place])
    return found


def _placed(variable: Variable, placement: Placement, accumulates: bool) -> tuple[int, bool]:
    """The bytes of a variable on each replica, and whether they are outside of the IPU."""
    chosen: dict[str, tuple[Any, Any]] = {
        WEIGHT: (placement.replicated_weight_sharding, placement.offload_weights),
        SLOT: (placement.replicated_optimizer_state_sharding, placement.offload_weight_update_variables),
        ACCUMULATOR: (False, placement.offload_gradient_accumulation_buffers),
        OTHER: (False, False),
    }
    is_shared, is_outside = chosen[variable.role]
    if is_outside is None and variable.role == SLOT:
        is_outside = accumulates
    size = -(-variable.size // placement.replicas) if is_shared else variable.size
    return size, bool(is_outside) and LIMITS.chip.has_streaming_memory


def _activations(use: Use, stage: int, placement: Placement) -> int:
    """What a stage keeps for the way back: of each micro-batch that waits, and of the one that it works on."""
    waiting = placement.waiting(stage)
    if placement.recomputes and placement.stages > 1:
        return use.kept + use.kept_once + waiting * use.received
    return use.kept * (waiting + 1) + use.kept_once + waiting * use.kept_data


def as_json(found: Estimate) -> dict[str, Any]:
    """An estimate for a report: bytes, by stage."""
    rows = [{**asdict(row), "total": row.total} for row in found.rows]
    return {"replicas": found.replicas, "capacity": found.capacity, "stages": rows}
