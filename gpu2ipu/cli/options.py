"""Options and arguments that several commands share."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from gpu2ipu.cli import completion
from gpu2ipu.cli.completion import completing
from gpu2ipu.config import EVALUATIONS, PRECISIONS, SDKS, nearest
from gpu2ipu.reports.formats import FORMATS
from gpu2ipu.schedules import DEFAULT, SCHEDULES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


def one_of(*words: str) -> dict[str, Any]:
    """Return what makes an option take one of a few words; a wrong one is answered with the nearest."""

    def known(_ctx: click.Context, _param: click.Parameter, word: str | None) -> str | None:
        if word is None or word in words:
            return word
        raise click.BadParameter(f"unknown value {word!r}; {nearest(word, words)}")

    return {"callback": known, **proposing(*words)}


def proposing(*words: str) -> dict[str, Any]:
    """Return what shows the words of an option, which the configuration checks, and lets a shell complete them."""
    return {"metavar": "|".join(words), "shell_complete": completing(*words)}


class ScriptCommand(click.Command):
    """A command whose arguments after `--` are the script's own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Set the script's arguments aside."""
        ctx.obj, rest = (), args
        if "--" in args:
            end = args.index("--")
            ctx.obj, rest = tuple(args[end + 1 :]), args[:end]
        try:
            return super().parse_args(ctx, rest)
        except click.UsageError as error:
            words, own = error.format_message(), None
            if isinstance(error, click.NoSuchOption):
                own = error.option_name
            elif "unexpected extra argument" in words:
                own = "ARGS"
            if own is None:
                raise
            place = f"{ctx.command_path} SCRIPT -- {own}"
            raise click.UsageError(
                f"{words.rstrip('.')}. What is the script's own goes after --: {place}", ctx
            ) from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Propose options, and files for the script's arguments."""
        return super().shell_complete(ctx, incomplete) or completion.files(ctx, None, incomplete)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the arguments of the command, and then the script's."""
        return [*super().collect_usage_pieces(ctx), "[-- ARGS…]"]


def comma_separated(
    _ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...] | None:
    """A callback for an option that may be given several times, with several words each."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip()) or None


def words_of(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[str, ...]:
    """A callback for an option that is a command."""
    try:
        return tuple(shlex.split(text or ""))
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no command: {error}") from error


def number_or_word(_ctx: click.Context, _param: click.Parameter, word: str | None) -> int | str | None:
    """A callback for an option that takes a number or a word."""
    return int(word) if word is not None and word.isdecimal() else word


def as_given(context: click.Context, names: Collection[str]) -> tuple[str, ...]:
    """Return some options of a command in the words of a command line, those that were given there."""
    words = list[str]()
    for option in context.command.params:
        if option.name in names and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            value = context.params[option.name]
            words.append(option.opts[-1])
            if not getattr(option, "is_flag", False):
                joined = shlex.join if option.callback is words_of else ",".join
                words.append(joined(value) if isinstance(value, tuple) else str(value))
    return tuple(words)


def rule_options(command: Command) -> Command:
    """The options that `check` and `convert` share."""
    ids: dict[str, Any] = {"multiple": True, "callback": comma_separated, "metavar": "RULE,…"}
    ids["shell_complete"] = completion.rules
    for option in (
        click.option(
            "--force-exclude",
            is_flag=True,
            default=None,
            help="Leave out what `exclude` in pyproject.toml names, also files that are named one by one.",
        ),
        click.option("-j", "--jobs", type=int, metavar="N", help="Processes; 0 means one per CPU."),
        click.option(
            "--ignore", **ids, help="Rules not to use: ids, names, or beginnings of ids such as IPU2."
        ),
        click.option("--select", **ids, help="The only rules to use, named in the same ways."),
        click.option(
            "--plan",
            metavar="FILE",
            shell_complete=completion.files,
            help="The pipeline stages that `gpu2ipu plan -o FILE` has found.",
        ),
        click.option(
            "--pipeline-stages",
            callback=number_or_word,
            metavar="N|auto",
            help="Split each model over N IPUs; auto: over the fewest that it fits on, which are planned (default: 1).",
        ),
        click.option(
            "--schedule",
            **proposing(*SCHEDULES),
            help=f"The order in which a pipeline runs its stages (default: {DEFAULT}).",
        ),
        click.option(
            "--recompute",
            is_flag=True,
            default=None,
            help="Compute the activations of a pipeline again for the backward pass.",
        ),
        *_training_options(),
    ):
        command = option(command)
    return command


def check_options(command: Command) -> Command:
    """What `check` prints and writes."""
    for option in (
        click.option(
            "--no-cache",
            is_flag=True,
            help="Check everything, also what has not changed since another run, and keep no results.",
        ),
        click.option(
            "-q", "--quiet", is_flag=True, help="Print findings and errors, no last line that counts."
        ),
        click.option("--exit-zero", is_flag=True, help="Exit with 0 also if there are findings."),
        click.option(
            "--stdin-filename",
            type=click.Path(path_type=Path),
            help="The name of the script that PATH - is.",
        ),
        click.option("--add-ignore", is_flag=True, help="Silence all findings by comments in the files."),
        click.option(
            "--fix", is_flag=True, help="Port in place first, as `convert --in-place`, and say what is left."
        ),
        click.option(
            "--statistics", is_flag=True, help="Print how often each rule was found, not the findings."
        ),
        click.option(
            "--format", "form", **one_of(*FORMATS), default="text", help="Output format (default: text)."
        ),
    ):
        command = option(command)
    return command


def review_options(command: Command) -> Command:
    """What `review` asks and writes."""
    for option in (
        click.option(
            "--force", is_flag=True, help="Write over NAME_ipu.py if it is there already and differs."
        ),
        click.option(
            "--html",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write a page that shows the changes side by side, with boxes to choose among them.",
        ),
        click.option(
            "--patch",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write what was accepted as a patch of SCRIPT for `git apply`.",
        ),
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path),
            help="Write the script with what was accepted here.",
        ),
        click.option(
            "--digest",
            metavar="DIGEST",
            help="Refuse if the changes are others than those that had these numbers.",
        ),
        click.option(
            "--reject",
            multiple=True,
            callback=comma_separated,
            metavar="NUMBERS",
            help="Reject these changes and accept the others, without asking.",
        ),
        click.option(
            "--accept",
            multiple=True,
            callback=comma_separated,
            metavar="NUMBERS",
            help="Accept these changes (1,3-5, all, none) and reject the others, without asking.",
        ),
    ):
        command = option(command)
    return command


def _training_options() -> tuple[Callable[[Command], Command], ...]:
    """Those of them about what a port does when it trains."""
    return (
        click.option(
            "--replicas",
            type=int,
            metavar="R",
            help="Train R copies of each model, which share out every batch (default: 1).",
        ),
        click.option(
            "--micro-batch",
            type=int,
            metavar="SAMPLES",
            help="Train on so many samples at a time, and accumulate their gradients.",
        ),
        click.option(
            "--gradient-accumulation",
            type=int,
            metavar="N",
            help="Train on batches split into N, and update the weights with the mean of their gradients.",
        ),
        click.option(
            "--inspect",
            multiple=True,
            callback=comma_separated,
            metavar="LAYER,…",
            help="Print each epoch the outputs of these layers and the gradients of their weights.",
        ),
        click.option(
            "--precision",
            **proposing(*PRECISIONS),
            help="What the layers compute in; mixed: in float16 with weights in float32 (default: as they do).",
        ),
        click.option(
            "--addons",
            is_flag=True,
            default=None,
            help="Use the LSTM and GRU of ipu_tensorflow_addons, where they compute the same.",
        ),
        click.option(
            "--device-loop",
            is_flag=True,
            default=None,
            help="Let the IPU loop over the batches of a custom training loop, where the host need not.",
        ),
        click.option(
            "--evaluation",
            **proposing(*EVALUATIONS),
            help="Samples of `evaluate` (default: exact).",
        ),
        click.option(
            "--sdk",
            metavar="VERSION",
            shell_complete=completing(*SDKS),
            help="Poplar SDK that the port is for (default: 3.4).",
        ),
    )


class PathThatIsNamed(click.Path):
    """A path; an empty one, as of a shell variable that is not set, is not the current folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path."""
        if not os.fspath(value):
            self.fail("the path is empty; name a script, a notebook or a folder", param, ctx)
        return super().convert(value, param, ctx)


paths_argument = click.argument(
    "paths", metavar="PATH…", nargs=-1, required=True, type=PathThatIsNamed(path_type=Path)
)
script_argument = click.argument("script", type=PathThatIsNamed(path_type=Path))
optional_script_argument = click.argument("script", required=False, type=PathThatIsNamed(path_type=Path))


chip_option = click.option(
    "--chip",
    **one_of("mk1", "mk2", "bow"),
    default="mk2",
    help="The IPU generation whose memory limit applies (simulator; default: mk2).",
)
module_option = click.option("-m", "module", is_flag=True, help="SCRIPT is a module, named as for python -m.")
synthetic_data_option = click.option(
    "--synthetic-data", is_flag=True, help="Stand-ins for keras.datasets, without a download."
)
sdk_option = click.option(
    "--sdk",
    metavar="VERSION",
    shell_complete=completing(*SDKS),
    help="Poplar SDK that is simulated (default: 3.4).",
)
setup_option = click.option(
    "--setup-simulator",
    "simulator",
    is_flag=False,
    flag_value="",
    metavar="[DIR]",
    shell_complete=completion.files,
    help="Make an environment with what the simulator needs, of this Python or that of --python.",
)
python_option = click.option("--python", type=click.Path(path_type=Path), help="Interpreter for the port.")
