"""Measuring: the process that runs a script without training, what it says of its models, and what it does not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpu2ipu.convert.options import load_options
from gpu2ipu.errors import Trouble
from gpu2ipu.plan import measured
from gpu2ipu.plan.measured import Measured
from gpu2ipu.plan.plan_file import Plan
from gpu2ipu.plan.proposal import Proposal
from gpu2ipu.runner import advice
from gpu2ipu.runner.child import backends, files, interpreters, launch
from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.child.module_scripts import RunnableScript
from gpu2ipu.runner.child.process import ProcessOutcome
from gpu2ipu.runner.child.process import run as run_process
from gpu2ipu.runner.child.temporary_folder import temporary_folder


@dataclass(frozen=True)
class PlanOptions:
    """The options of `plan`."""

    # how many stages; None is the fewest that fit
    stages: int | None = None
    schedule: str = "grouped"
    # whether activations are computed again for the backward pass
    recompute: bool = False
    # rows of a micro-batch; None is the batch of each `fit`
    micro_batch: int | None = None
    # the IPU whose memory counts
    chip: str = "mk2"
    output: Path | None = None
    python: Path | None = None
    # the Poplar SDK that is simulated; None is that of pyproject.toml
    sdk: str | None = None
    # whether the script is named as for `python -m`
    module: bool = False
    synthetic_data: bool = False


def measure(program: RunnableScript, arguments: tuple[str, ...], options: PlanOptions) -> Measured:
    """Run a script without training, and read what its process has measured. Raises Trouble if that is nothing."""
    files.check_script(program.script)
    found, outcome = _measured(program, arguments, options)
    _check(found, outcome, program.script)
    return found


def not_planned(found: Measured) -> list[str]:
    """Return what is not part of a plan, and why."""
    notes = [
        f"model {name} cannot be measured, and is not planned: {why}" for name, why in found.failed.items()
    ]
    if found.own_loop:
        notes.append(
            "the script ended where it computes gradients on its own; models after that are not planned"
        )
    if found.exception is not None:
        failure = "{type}: {message}".format(**found.exception)
        notes.append(
            f"the script, which trained nothing, ended with {failure}; models after that are not planned"
        )
    return notes


def plan_of(found: Measured, proposals: list[Proposal], options: PlanOptions) -> Plan:
    """Return the plan of what is proposed for the models of a script."""
    header = found.header
    return Plan(
        header["script"],
        header["tensorflow"],
        header["chip"],
        header["capacity"],
        options.schedule,
        options.recompute,
        tuple(proposal.model for proposal in proposals),
    )


def _measured(
    program: RunnableScript, arguments: tuple[str, ...], options: PlanOptions
) -> tuple[Measured, ProcessOutcome]:
    """Run the script without training, and read what its process has measured."""
    sdk = load_options(program.script, {"sdk": options.sdk}).sdk
    python = interpreters.interpreter(options.python, "--python")
    backends.choose("simulator", python)  # Trouble if it cannot be simulated there
    with temporary_folder("plan") as folder:
        (folder / "tmp").mkdir()
        side = Side(
            python.path,
            program.script,
            arguments,
            module=program.module,
            sdk=sdk,
            synthetic_data=options.synthetic_data,
            plan=folder / "plan.jsonl",
            temporary=folder / "tmp",
            micro_batch=options.micro_batch,
            chip=options.chip,
        )
        outcome = run_process(launch.request(files.runnable(side, folder)))
        return measured.read(folder / "plan.jsonl"), outcome


def _check(found: Measured, outcome: ProcessOutcome, script: Path) -> None:
    """Trouble if there is nothing to plan."""
    if found.models:
        return
    if found.failed:
        name, why = next(iter(found.failed.items()))
        raise Trouble(f"{script}: model {name} cannot be measured, so that its layers are not known: {why}")
    if not outcome:
        last = outcome.output.rstrip().rpartition("\n")[2]
        hints = "".join(f"; {hint}" for hint in advice.on(last, outcome.command[0], script))
        raise Trouble(f"{script} failed before it trained a model: {last or outcome.exit_code}{hints}")
    if found.own_loop:
        raise Trouble(f"{script} trains in a loop of its own: only models that `fit` trains are planned.")
    raise Trouble(f"{script} does not call `fit` of a model: there is nothing to plan.")
