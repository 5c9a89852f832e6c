"""Estimate the memory that a program takes on each IPU: a table with a row for each stage.

Weights, optimizer slots and accumulators are counted to the byte. The sizes of computed values follow from the HLO, see
`liveness`. Not counted are the code, the buffers for exchange between tiles, the partial sums of matrix products and
convolutions, padding and uneven distribution over the tiles. So a program that is found too large does not fit, and one
that takes more than about three quarters of the memory may not fit either.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Sequence

from .limits import LIMITS
from .liveness import Analysis, Use
from .variables import ACCUMULATOR, OTHER, SLOT, WEIGHT, Variable

#: Schedule -> how many micro-batches a stage stashes for the backward pass, per stage after it. Source: the depth of
#: the FIFOs in driver/tools/pipeline_util.cc of the SDK.
_STASH = {"Grouped": 2, "Interleaved": 1, "Sequential": 0}


@dataclass(frozen=True)
class Placement:
    """Which IPUs the stages of a program are on, and what is offloaded from their memory."""

    devices: tuple[int, ...] = (0,)
    schedule: str = "Sequential"
    replicas: int = 1
    recomputes: bool = False
    #: Tiles that are reserved for input and output.
    io_tiles: int = 0
    #: None lets the compiler choose: it offloads if gradients are accumulated.
    offload_weight_update_variables: bool | None = None
    offload_activations: bool | None = None
    offload_gradient_accumulation_buffers: bool | None = None
    offload_weights: bool | None = None
    replicated_optimizer_state_sharding: bool | None = None
    replicated_weight_sharding: bool | None = None

    @property
    def stages(self) -> int:
        """The number of stages of the program."""
        return len(self.devices)

    def waiting(self, stage: int) -> int:
        """Return how many micro-batches a stage stashes besides the current one."""
        return _STASH[self.schedule] * (self.stages - 1 - stage)


@dataclass
class Row:
    """The bytes of one stage on its IPU."""

    stage: int
    ipu: int
    weights: int = 0
    optimizer: int = 0
    accumulators: int = 0
    activations: int = 0
    working: int = 0
    feeds: int = 0
    other: int = 0
    #: The bytes of these that are offloaded to Streaming Memory.
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
        """Return the bytes on each IPU of a replica."""
        totals: dict[int, int] = {}
        for row in self.rows:
            totals[row.ipu] = totals.get(row.ipu, 0) + row.total
        return totals

    def fullest(self) -> tuple[int, int]:
        """Return the IPU with the most bytes, and their number."""
        return max(self.of_ipus().items(), key=lambda pair: pair[1])


@dataclass
class ProgramPart:
    """A program, or one of several that form a larger one: its variables, values and feeds."""

    variables: list[Variable]
    analysis: Analysis
    #: The bytes that one step receives from the host and sends to it.
    received: int = 0
    sent: int = 0


def estimate(
    parts: Sequence[ProgramPart],
    placement: Placement,
    accumulators: Sequence[Variable] = (),
) -> Estimate:
    """Estimate the memory of a program from its parts, which do not run at the same time."""
    rows = [Row(stage, ipu) for stage, ipu in enumerate(placement.devices)]
    stages = _stages(parts)
    # The first part reads the weights, so that it knows their roles best.
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
        # Without a backward pass only the values between two layers are live.
        row.activations = kept if trains else peak
        row.working = max((use.working for use in uses), default=0) if trains else 0
        row.off_chip += row.activations if placement.offload_activations else 0
    return Estimate(tuple(rows), placement.replicas, LIMITS.chip.memory(placement.io_tiles))


def _stages(parts: Sequence[ProgramPart]) -> dict[int, int]:
    """Return the stage of each variable, from the first part that has it."""
    found: dict[int, int] = {}
    for part in parts:
        for variable in part.variables:
            if 0 <= variable.place < len(part.analysis.stages):
                found.setdefault(variable.key, part.analysis.stages[variable.place])
    return found


def _placed(variable: Variable, placement: Placement, accumulates: bool) -> tuple[int, bool]:
    """Return the bytes of a variable on each replica, and whether they are offloaded."""
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
    """Return the bytes that a stage keeps for the backward pass, of all stashed micro-batches and the current one."""
    waiting = placement.waiting(stage)
    if placement.recomputes and placement.stages > 1:
        return use.kept + use.kept_once + waiting * use.received
    return use.kept * (waiting + 1) + use.kept_once + waiting * use.kept_data


def as_json(found: Estimate) -> dict[str, Any]:
    """Return an estimate as JSON values for a report: bytes by stage."""
    rows = [{**asdict(row), "total": row.total} for row in found.rows]
    return {"replicas": found.replicas, "capacity": found.capacity, "stages": rows}
