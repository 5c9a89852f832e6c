"""The command `plan`: runs the script without training, splits its models, prints and writes the plan."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from gpu2ipu.errors import Trouble
from gpu2ipu.plan import plan_file, terminal
from gpu2ipu.plan.measured import Measured
from gpu2ipu.plan.measuring import PlanOptions, measure, not_planned, plan_of
from gpu2ipu.plan.proposal import Proposal, propose
from gpu2ipu.runner.child import files, module_scripts
from gpu2ipu.runner.child.module_scripts import RunnableScript

FITS, TOO_LARGE = 0, 1


def plan(script: Path, arguments: tuple[str, ...], options: PlanOptions) -> int:
    """Plan the pipeline stages of the models that a script trains: 0 they fit, 1 one is too large.

    Raises Trouble for a script or an interpreter that cannot be used, and where nothing can be planned.
    """
    program = module_scripts.named(script) if options.module else RunnableScript(script)
    files.check_script(program.script)
    files.check_target(options.output)
    found = measure(program, arguments, options)
    console = Console()
    proposals, notes = _proposals(found, options)
    whole = plan_of(found, proposals, options)
    for proposal in proposals:
        terminal.show(proposal, whole, console)
    for note in [*notes, *not_planned(found)]:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)
    if options.output is not None:
        files.write_json(options.output, plan_file.as_json(whole))
    return FITS if all(proposal.model.fits for proposal in proposals) else TOO_LARGE


def _proposals(found: Measured, options: PlanOptions) -> tuple[list[Proposal], list[str]]:
    """Return the proposal for each model, and why there is none for some. Raises Trouble if there is none at all."""
    proposals, troubles = [], []
    for model in found.models.values():
        try:
            capacity = found.header["capacity"]
            proposals.append(propose(model, options.schedule, options.recompute, capacity, options.stages))
        except Trouble as trouble:
            troubles.append(trouble)
    if not proposals:
        raise troubles[0]
    return proposals, [str(trouble) for trouble in troubles]
