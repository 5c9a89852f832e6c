"""How many stages a model needs, and which: the proposal of a plan for one model, and what to say about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from gpu2ipu.errors import Trouble
from gpu2ipu.plan.layers import Layers
from gpu2ipu.plan.measured import MeasuredModel
from gpu2ipu.plan.plan_file import CROWDED, PlannedModel, PlannedStage
from gpu2ipu.plan.split import Splitter, Stage
from gpu2ipu.target import ipus_of

# The largest number of stages that is looked at: those of the largest system whose IPUs are one device.
MOST_STAGES = 64


@dataclass(frozen=True)
class Proposal:
    """The stages for a model, and the numbers of stages that would do."""

    model: PlannedModel
    capacity: int
    # whether one IPU is enough; None if that was not asked
    one_fits: bool
    # the smallest larger number of stages that fits, where this one does not
    suffices: int | None = None

    @property
    def fullest(self) -> PlannedStage:
        """The stage that takes the most memory."""
        return max(self.model.stages, key=lambda stage: stage.memory)


def propose(
    model: MeasuredModel, schedule: str, recompute: bool, capacity: int, stages: int | None
) -> Proposal:
    """Return the best split into so many stages, or into the fewest that fit and fill a power of two of IPUs.

    Raises Trouble if the model has fewer layers than stages.
    """
    splitter = Splitter(model.layers, schedule, int(capacity * CROWDED), recompute)
    if stages is not None and stages > splitter.most:
        parts = "layer" if splitter.most == 1 else "parts that can be stages"
        raise Trouble(f"--stages {stages}: model {model.name} has only {splitter.most} {parts}.")
    count = _count(splitter) if stages is None else stages
    fits = splitter.fits(count)
    more = None if fits else splitter.fewest(range(count + 1, min(splitter.most, MOST_STAGES) + 1))
    planned = PlannedModel(
        model.name,
        model.kind,
        model.batch_size,
        model.micro_batch,
        ipus_of(count),
        fits,
        tuple(_planned(model, stage) for stage in splitter.best(count)),
        *(model.file, model.line, model.callers),
        *(getattr(model.layers, each.name) for each in fields(Layers) if each.name != "calls"),
    )
    return Proposal(planned, capacity, splitter.fits(1), more)


def _count(splitter: Splitter) -> int:
    """Return the fewest stages that fit; where none do, those whose fullest stage is the smallest."""
    counts = list(_counts(splitter.most))
    found = splitter.fewest(counts)
    if found is not None:
        return found
    return min(counts, key=lambda count: max(stage.memory for stage in splitter.best(count)))


def _counts(most: int) -> Iterator[int]:
    """Yield 1, 2, 4, ... up to `most`, which is the last one."""
    count = 1
    while count < min(most, MOST_STAGES):
        yield count
        count *= 2
    yield min(most, MOST_STAGES)


def _planned(model: MeasuredModel, stage: Stage) -> PlannedStage:
    return PlannedStage(
        model.layers.calls[stage.first : stage.last + 1],
        stage.parameters,
        stage.weights,
        stage.optimizer,
        stage.accumulators,
        stage.activations,
        stage.depth,
        stage.stashed,
        stage.working,
        stage.feeds,
        stage.memory,
        stage.flops,
    )
