"""What `--help` shows besides options: what each command is for, in a line, and how it is used."""

from __future__ import annotations

import shlex

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
        "gpu2ipu run train_ipu.py --lr 0.1",
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


# what the list of commands says of each, in the 65 columns that it has
IN_A_LINE = {
    "convert": "Write the port of scripts, notebooks and projects, or show it.",
    "review": "Accept or reject each change of a port: a terminal or a page.",
    "check": "The same rules as a linter, for pre-commit, CI and editors.",
    "run": "Run a port on the simulator or on IPUs; report what it did.",
    "compare": "Run original and port; compare losses, metrics, predictions.",
    "plan": "Split models into pipeline stages that fit on IPUs.",
    "doctor": "Say what is installed here, and where a port would run.",
    "server": "Serve an editor: a language server.",
    "rules": "List the rules.",
    "explain": "Explain a rule, or a name of TensorFlow or Keras.",
}
START = ("\b", "Begin with:", "  gpu2ipu convert --diff train.py", "  gpu2ipu compare --epochs 1 train.py")


# a group without arguments prints its help
_NO_ARGUMENTS = getattr(click.exceptions, "NoArgsIsHelpError", ())


def words_of(error: click.ClickException) -> str:
    """Return what is wrong with a command line, where something is missing with an example."""
    words = error.format_message()
    if isinstance(error, _NO_ARGUMENTS):
        return words
    if isinstance(error, click.NoSuchOption) and error.ctx is not None and error.ctx.info_name == "run":
        own = f"gpu2ipu run SCRIPT {error.option_name}"
        return f"gpu2ipu: {words} What is the script's own goes behind it: {own}"
    command = error.ctx.info_name if isinstance(error, click.MissingParameter) and error.ctx else None
    return f"gpu2ipu: {words}{' For example: ' + EXAMPLES[command][0] if command in EXAMPLES else ''}"


class GroupWithExamples(click.Group):
    """A group whose commands show examples at the end of their help, and are listed in the order of their use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; a script in its place gets an example."""
        if args and args[0] not in self.commands and args[0].endswith((".py", ".ipynb")):
            raise click.UsageError(
                f"A command goes before {args[0]}. For example: gpu2ipu convert --diff {shlex.quote(args[0])}",
                ctx,
            )
        return super().resolve_command(ctx, args)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with its examples."""
        super().add_command(cmd, name)
        cmd.short_help = IN_A_LINE[cmd.name or ""]
        examples = EXAMPLES.get(cmd.name or "", ())
        lines = ["\b", "Examples:", *(f"  {example}" for example in examples)]
        parts = (cmd.epilog, "\n".join(lines) if examples else None)
        cmd.epilog = "\n\n".join(filter(None, parts)) or None
