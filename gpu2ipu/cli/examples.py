"""Examples: how each command is used, as its `--help` shows at the end."""

from __future__ import annotations

import click

EXAMPLES = {
    "convert": (
        "gpu2ipu convert --diff train.py",
        "gpu2ipu convert train.py",
        "gpu2ipu convert src/ --entry src/train.py -o port/",
        "gpu2ipu convert --replicas 2 --pipeline-stages auto train.py",
    ),
    "review": ("gpu2ipu review train.py", "gpu2ipu review --html changes.html train.py"),
    "check": (
        "gpu2ipu check ports/",
        "gpu2ipu check --select IPU2,single-step-execution train_ipu.py",
        "gpu2ipu check --format sarif . > findings.sarif",
    ),
    "run": (
        "gpu2ipu run train_ipu.py --epochs 2",
        "gpu2ipu run --synthetic-data --json report.json train_ipu.py",
        "gpu2ipu run --record port.record train_ipu.py",
        "gpu2ipu run --record original.record --along port.record train.py",
    ),
    "compare": (
        "gpu2ipu compare train.py",
        "gpu2ipu compare --synthetic-data --epochs 1 train.py train_ipu.py -- --lr 0.1",
        "gpu2ipu compare --from original.record port.record --html page.html",
    ),
    "plan": ("gpu2ipu plan train.py", "gpu2ipu plan --stages 4 -o plan.json train.py"),
    "doctor": (
        "gpu2ipu doctor",
        "gpu2ipu doctor --python ~/poplar/bin/python",
        "gpu2ipu doctor --setup-simulator",
    ),
    "explain": (
        "gpu2ipu explain IPU202",
        "gpu2ipu explain partial-batch",
        "gpu2ipu explain keras.optimizers.AdamW",
    ),
}


class GroupWithExamples(click.Group):
    """A group whose commands show examples at the end of their help."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with its examples."""
        super().add_command(cmd, name)
        examples = EXAMPLES.get(cmd.name or "", ())
        lines = ["\b", "Examples:", *(f"  {example}" for example in examples)]
        parts = (cmd.epilog, "\n".join(lines) if examples else None)
        cmd.epilog = "\n\n".join(filter(None, parts)) or None
