"""Automatic stages: `convert --pipeline-stages auto` plans a script for the fewest IPUs that its models fit on.

The more stages a pipeline has, the smaller its micro-batches are, since a batch of the script is computed in more of
them: each number of stages is tried with its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.errors import Trouble
from gpu2ipu.plan import terminal
from gpu2ipu.plan.measured import Measured, MeasuredModel
from gpu2ipu.plan.measuring import PlanOptions, measure, not_planned, plan_of
from gpu2ipu.plan.proposal import MOST_STAGES, Proposal, propose
from gpu2ipu.runner.child.module_scripts import RunnableScript
from gpu2ipu.schedules import SCHEDULES
from gpu2ipu.target import Target


def with_automatic_stages(
    config: Config, paths: Sequence[Path], entries: Sequence[Path], say: Callable[[str], object]
) -> Config:
    """Return the options with the fewest stages that fit, planned, in place of AUTO; says which they are.

    Raises Trouble for several scripts, for one that cannot be planned, and for models that fit nowhere.
    """
    script = _script(paths, entries)
    found, proposals, options = _fitting(script, config)
    for line in [each for proposal in proposals for each in terminal.remarks(proposal)]:
        say(f"{script}: {line}")
    for line in not_planned(found):
        say(f"{script}: note: {line}")
    count = options.stages or 1
    plan = plan_of(found, proposals, options) if count > 1 else None
    return dataclasses.replace(config, pipeline_stages=count, planned=plan)


def _script(paths: Sequence[Path], entries: Sequence[Path]) -> Path:
    scripts = list(entries) or list(paths)
    if len(scripts) != 1 or not (scripts[0].is_file() or entries):
        raise Trouble(
            "pipeline-stages: auto plans one script; name it alone, or with --entry, or plan each with `gpu2ipu plan`"
        )
    inside = (path / scripts[0] for path in paths if path.is_dir())
    return next((path for path in (scripts[0], *inside) if path.is_file()), scripts[0])


def _fitting(script: Path, config: Config) -> tuple[Measured, list[Proposal], PlanOptions]:
    """The fewest stages with which all models fit."""
    found = measure(RunnableScript(script), (), _options(config, 1, config.micro_batch or None))
    proposals: list[Proposal] = []
    for count in _counts(config):
        batch = max(model.batch_size for model in found.models.values())
        options = _options(config, count, _rows(config, count, batch))
        if any(model.micro_batch != options.micro_batch for model in found.models.values()):
            found = measure(RunnableScript(script), (), options)
        try:
            proposals = [_proposed(found, model, options) for model in found.models.values()]
        except Trouble:  # fewer layers than stages
            break
        if all(proposal.model.fits for proposal in proposals):
            return found, proposals, options
    large = next(proposal for proposal in proposals if not proposal.model.fits)
    raise Trouble(f"{script}: {' '.join(terminal.remarks(large))}")


def _proposed(found: Measured, model: MeasuredModel, options: PlanOptions) -> Proposal:
    capacity = found.header["capacity"]
    return propose(model, options.schedule, options.recompute, capacity, options.stages)


def _counts(config: Config) -> Iterator[int]:
    """Yield the numbers of stages that fill the IPUs of a device, and suit the accumulation that is asked for."""
    count = 1
    while count <= MOST_STAGES:
        least = SCHEDULES[config.schedule].accumulated_by(count)
        if config.gradient_accumulation % least == 0:
            yield count
        count *= 2


def _rows(config: Config, stages: int, batch: int) -> int:
    """The rows of a micro-batch in a port with so many stages."""
    if config.micro_batch:
        return config.micro_batch
    target = Target.of(dataclasses.replace(config, pipeline_stages=stages))
    return max(1, batch // (target.replicas * (target.accumulation_of(batch) or 1)))


def _options(config: Config, stages: int, rows: int | None) -> PlanOptions:
    """Nothing is trained: stand-ins for data do."""
    return PlanOptions(
        stages=stages,
        schedule=config.schedule,
        recompute=config.recompute,
        micro_batch=rows,
        sdk=config.sdk,
        synthetic_data=True,
    )
