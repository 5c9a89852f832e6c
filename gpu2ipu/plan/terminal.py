"""A plan for the terminal: a table of the stages of each model, and whether they fit, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gpu2ipu.plan.layers import LayerCall
from gpu2ipu.plan.plan_file import CROWDED, Plan, PlannedModel, PlannedStage
from gpu2ipu.plan.proposal import Proposal
from gpu2ipu.runner.run.terminal import share_text, size_text
from gpu2ipu.target import ipus_of

KIB, MIB = 1 << 10, 1 << 20

_CHIPS = {"mk1": "Mk1", "mk2": "Mk2", "bow": "Bow"}


def show(proposal: Proposal, plan: Plan, console: Console) -> None:
    """Print the plan of one model of a script."""
    console.print(_table(proposal, plan))
    for line in remarks(proposal):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _table(proposal: Proposal, plan: Plan) -> Table:
    model, stages = proposal.model, proposal.model.stages
    largest = max(stage.memory for stage in stages)
    unit, scale = ("MiB", MIB) if largest >= MIB else ("KiB", KIB)
    is_pipeline = len(stages) > 1
    split = f"{len(stages)} stages, {plan.schedule} schedule" if is_pipeline else "one stage"
    table = Table(
        title=f"{escape(model.name)}: {split}, micro-batch {model.micro_batch}, memory of an "
        f"{_CHIPS.get(plan.chip, plan.chip)} IPU in {unit} (an estimate)",
        title_justify="left",
    )
    table.add_column("stage", justify="right")
    table.add_column("layers", overflow="fold")
    stash = "+ stashed inputs" if plan.recompute else "x stash depth"
    activations = f"activations\n{stash}" if is_pipeline else "activations"
    for heading in ("weights", activations, "FLOPs", "memory"):
        table.add_column(heading, justify="right", no_wrap=True)
    arithmetic = sum(stage.flops for stage in stages)
    for number, stage in enumerate(stages):
        table.add_row(
            str(number),
            escape(_layers(stage.layers)),
            size_text(stage.weights + stage.optimizer + stage.accumulators, scale),
            size_text(stage.activations, scale)
            + (_stash(stage, plan.recompute, scale) if is_pipeline else ""),
            f"{stage.flops / arithmetic:.0%}" if arithmetic else "-",
            share_text(stage.memory / proposal.capacity),
        )
    return table


def _stash(stage: PlannedStage, recompute: bool, scale: int) -> str:
    """Return what the stash of a pipeline adds to the activations of one micro-batch."""
    if recompute:
        return f" + {size_text(stage.stashed - stage.activations, scale)}"
    return f" x {stage.stash_depth}"


def _layers(layers: tuple[LayerCall, ...]) -> str:
    first, last = _name(layers[0]), _name(layers[-1])
    return first if len(layers) == 1 else f"{first}\nto {last} ({len(layers)})"


def _name(layer: LayerCall) -> str:
    return layer.name if layer.call is None else f"{layer.name}, call {layer.call + 1}"


def remarks(proposal: Proposal) -> Iterator[str]:
    """Yield what to say about a plan: whether it fits, and what to do if it does not."""
    model, fullest = proposal.model, proposal.fullest
    share = f"{fullest.memory / proposal.capacity:.0%} of its memory"
    if len(model.stages) == 1 and model.fits:
        yield f"one IPU is enough for {model.name}: it takes {share} by this estimate"
    elif model.fits and proposal.one_fits:
        yield f"{model.name} needs no pipeline: one IPU is enough"
    elif model.fits:
        yield (
            f"one IPU is too small for {model.name}: {len(model.stages)} stages on {_ipus(model.ipus)} fit, the "
            f"fullest takes {share} by this estimate"
        )
    else:
        yield from _too_large(proposal, model, fullest)


def _too_large(proposal: Proposal, model: PlannedModel, fullest: PlannedStage) -> Iterator[str]:
    count = len(model.stages)
    planned = f"{fullest.memory / MIB:,.0f} MiB, and a plan fills {CROWDED:.0%} of the IPU's "
    planned += f"{proposal.capacity / MIB:,.0f} MiB"
    which = "one IPU is" if count == 1 else f"{count} stages are"
    if proposal.suffices is not None:
        enough = f"{proposal.suffices} stages on {_ipus(ipus_of(proposal.suffices))} suffice"
        yield f"{which} too few for {model.name}: the fullest takes {planned}; {enough}"
        return
    smaller = ", such as --micro-batch 1" if model.micro_batch > 1 else ""
    yield (
        f"no number of stages fits {model.name}: in the best split the fullest takes {planned}; "
        f"plan for smaller micro-batches{smaller}, or smaller layers"
    )


def _ipus(count: int) -> str:
    return "one IPU" if count == 1 else f"{count} IPUs"
