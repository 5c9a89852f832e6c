"""The command line: options in, exit code out, no logic. What a command needs is imported when it runs.

Exit codes: 0 nothing to say, 1 findings (or something needs manual work, or runs differ), 2 trouble.
"""

from __future__ import annotations

import atexit
import dataclasses
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpu2ipu import __version__
from gpu2ipu.cli import completion, streams
from gpu2ipu.cli.examples import START, GroupWithExamples, words_of
from gpu2ipu.cli.options import (
    PathThatIsNamed,
    ScriptCommand,
    as_given,
    check_options,
    chip_option,
    module_option,
    one_of,
    optional_script_argument,
    paths_argument,
    python_option,
    review_options,
    rule_options,
    script_argument,
    sdk_option,
    setup_option,
    synthetic_data_option,
)
from gpu2ipu.cli.runner_options import compare_options, run_options, runner_options
from gpu2ipu.config import AUTO, Config
from gpu2ipu.errors import Trouble
from gpu2ipu.schedules import SCHEDULES

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import Destination, PortedScript

CLEAN, FINDINGS, TROUBLE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; what is wrong with input or output is one sentence on stderr."""
    code = _outcome(arguments)
    error = streams.flush()
    if error is None:
        return code
    return FINDINGS if isinstance(error, BrokenPipeError) else _trouble(error)  # the first as click has it


def _outcome(arguments: Sequence[str] | None) -> int:
    # trees are large and stay until the end: looking for garbage is in vain, also when the interpreter exits
    gc.set_threshold(50_000, 50, 100)
    atexit.register(gc.freeze)
    streams.prepare()
    try:
        return gpu2ipu.main(arguments, prog_name="gpu2ipu", standalone_mode=False) or CLEAN
    except click.ClickException as error:
        _complain(words_of(error))
    except Trouble as trouble:
        _complain(str(trouble))
    except click.Abort:
        _complain("gpu2ipu: interrupted")
        return INTERRUPTED
    except Exception as error:
        return _trouble(error)
    return TROUBLE


def _trouble(error: Exception) -> int:
    if streams.is_of_output(error):
        _complain(streams.NOT_WRITTEN.format(getattr(error, "strerror", error)))
        return TROUBLE
    from gpu2ipu.convert.reasons import why_failed

    _complain(why_failed(Path("gpu2ipu"), error))
    return TROUBLE


def _complain(sentence: str) -> None:
    click.echo(sentence, err=True)


@click.group(
    cls=GroupWithExamples,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\n".join(START),
)
@click.version_option(__version__, prog_name="gpu2ipu")
def gpu2ipu() -> None:
    """Port Keras training scripts from GPU to Graphcore IPU, and prove that the port learns the same."""


@gpu2ipu.command()
@paths_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write the port to this file, or a tree to this folder.",
)
@click.option(
    "--entry",
    "entries",
    type=click.Path(path_type=Path),
    multiple=True,
    help="The script of a project that is run: port it and what it imports. May be given several times.",
)
@click.option("--in-place", is_flag=True, help="Write the port over the script.")
@click.option("--force", is_flag=True, help="Write over files that are there already and differ.")
@click.option(
    "--diff", "as_diff", is_flag=True, help="Print a diff of what would be written, and write no port."
)
@click.option(
    "--check", "only_check", is_flag=True, help="Write no port; exit 1 if it would differ from the script."
)
@click.option(
    "--both-devices",
    is_flag=True,
    default=None,
    help="Write one script for IPU and GPU, which asks at run time whether there is the SDK.",
)
@click.option(
    "--report",
    "report_file",
    type=click.Path(path_type=Path),
    metavar="FILE.json|.md|.html",
    help="Write what was converted, what to review and what needs manual work, with its effort.",
)
@click.option("--no-format", is_flag=True, help="Do not format the changed lines with black.")
@click.option("--no-annotate", is_flag=True, help="No comment above what needs manual work.")
@rule_options
def convert(
    paths: tuple[Path, ...],
    output: Path | None,
    entries: tuple[Path, ...],
    in_place: bool,
    force: bool,
    as_diff: bool,
    only_check: bool,
    report_file: Path | None,
    no_format: bool,
    no_annotate: bool,
    **options: Any,
) -> int:
    """Write the port of each script or notebook, by default NAME_ipu.py beside NAME.py.

    Exit code 0: fully ported; 1: something needs manual work; 2: trouble.
    """
    from gpu2ipu.convert import destinations
    from gpu2ipu.reports import port_report, ported

    options |= {"format": False if no_format else None, "annotate": False if no_annotate else None}
    destination = _destination(output, in_place, force, preview=as_diff or only_check)
    if report_file is not None:
        port_report.check_ending(report_file)
    troubled, done, told = False, [], []
    config = _with_automatic_stages(_config(paths, options), paths, entries)
    for port in destinations.port(paths, destination, config, entries):
        told.append(port)
        error = port if isinstance(port, str) else port.error
        if error:
            troubled = True
            _complain(error)
        if isinstance(port, str) or port.error:
            continue
        done.append(port)
        if as_diff:
            _echo_diff(port)
        for line in ported.port_lines(port):
            click.echo(line, err=as_diff)
    if done:
        click.echo(ported.port_summary(done), err=as_diff)
    if report_file is not None:
        from gpu2ipu.source.script_file import write_atomic

        write_atomic(report_file, port_report.written(port_report.report_of(told), report_file).encode())
    unfinished = any(not port.complete or (only_check and port.changed) for port in done)
    return TROUBLE if troubled else FINDINGS if unfinished else CLEAN


def _echo_diff(port: PortedScript) -> None:
    """Print a diff, in colours on a terminal unless $NO_COLOR is set (https://no-color.org)."""
    from gpu2ipu.reports.coloured_diff import coloured
    from gpu2ipu.reports.diffs import diff

    click.echo(coloured(diff(port)) if streams.has_colours() else diff(port), nl=False)


@gpu2ipu.command()
@script_argument
@review_options
@rule_options
@click.pass_context
def review(context: click.Context, /, script: Path, **options: Any) -> int:
    """Walk through the changes that convert makes, and write the port with those accepted, by default NAME_ipu.py.

    Without --accept, --reject and --html it asks for each change, and keeps the answers for the next run.

    Exit code 0: all was accepted; 1: a change was rejected, or something needs manual work; 2: trouble.
    """
    from gpu2ipu.review import command

    names = {field.name for field in dataclasses.fields(command.ReviewOptions)}
    asked = {name: options.pop(name) for name in names & options.keys()}
    if asked["accept"] is not None and asked["reject"] is not None:
        raise click.UsageError("choose one of --accept and --reject")
    config = _with_automatic_stages(_config((script,), options), (script,))
    given = as_given(context, options.keys())
    asked_for = command.ReviewOptions(**asked, given=given)
    with streams.terminal() as terminal:
        done = command.review(script, asked_for, config, click.echo, terminal)
    return CLEAN if done else FINDINGS


@gpu2ipu.command()
@paths_argument
@check_options
@rule_options
def check(
    paths: tuple[Path, ...],
    form: str,
    statistics: bool,
    fix: bool,
    add_ignore: bool,
    stdin_filename: Path | None,
    exit_zero: bool,
    quiet: bool,
    no_cache: bool,
    **options: Any,
) -> int:
    """Say what in each script or notebook an IPU would not take. Works on originals and on ports.

    PATH - is a script on standard input. Exit code 0: nothing, or only notes; 1: findings; 2: trouble.
    """
    from gpu2ipu.convert import checking
    from gpu2ipu.reports import formats

    stdin = _stdin_name(paths, stdin_filename, writes=fix or add_ignore)
    config = _config(paths if stdin is None else (stdin,), options)
    if stdin is not None:
        checked = checking.check_text_of(stdin, sys.stdin.buffer.read(), config)
    else:
        cache = None if no_cache else checking.cache_of(config)
        if fix:
            from gpu2ipu.reports import port_report

            checked, rewritten = checking.settle(paths, config, cache)
            for sentence in () if quiet else port_report.rewritten(rewritten):
                _complain(sentence)
        else:
            checked = checking.check_paths(paths, config, cache)
    for error in checked.errors:
        _complain(error)
    if add_ignore:
        for sentence in checking.add_ignore_comments(checked):
            click.echo(sentence)
        return TROUBLE if checked.errors else CLEAN
    report = formats.statistics(checked, form) if statistics else formats.written(checked, form)
    for text in (report, "" if quiet or statistics else formats.summary(checked, form)):
        if text:
            click.echo(text)
    return TROUBLE if checked.errors else FINDINGS if checked.asks and not exit_zero else CLEAN


def _stdin_name(paths: tuple[Path, ...], name: Path | None, writes: bool) -> Path | None:
    """The name of the script on standard input, if it is that which is asked for."""
    if Path("-") not in paths:
        if name is not None:
            raise click.UsageError("--stdin-filename is for a script on standard input: give - as PATH")
        return None
    if len(paths) > 1:
        raise click.UsageError("- is a script on standard input, which is checked alone")
    if writes:
        raise click.UsageError("a script on standard input cannot be written: name its file")
    return name or Path("stdin.py")


@gpu2ipu.command(context_settings={"allow_interspersed_args": False}, options_metavar="[OPTIONS]")
@script_argument
@click.argument(
    "arguments", metavar="[ARGS]…", nargs=-1, type=click.UNPROCESSED, shell_complete=completion.files
)
@run_options
@runner_options
def run(script: Path, arguments: tuple[str, ...], **options: Any) -> int:
    """Run a port as an IPU would run it, and report what the IPU did: executions, memory, broken rules.

    Options go before SCRIPT, the script's own ARGS after it. The report goes to stderr. With --record FILE it is one
    side of a comparison on two machines: first the port, then --along its record the original.
    """
    from gpu2ipu.runner import commands, recorded_sides
    from gpu2ipu.runner.options import RunOptions

    asked = RunOptions(**options)
    return (recorded_sides.record_side if asked.is_recorded else commands.run)(script, arguments, asked)


@gpu2ipu.command(
    cls=ScriptCommand, options_metavar="[OPTIONS]", epilog="Arguments after -- are given to both scripts."
)
@optional_script_argument
@click.argument("port", required=False, type=PathThatIsNamed(path_type=Path))
@compare_options
@runner_options
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Pairs of a folder at a time."
)
@click.pass_context
def compare(
    context: click.Context, /, script: Path | None, port: Path | None, jobs: int, **options: Any
) -> int:
    """Run SCRIPT and its PORT (made on the fly if not given) and compare losses, metrics and predictions.

    Of a folder, compare each script with NAME_ipu.py beside it, or with a port that is made on the fly.

    Exit code 0: they agree; 1: they differ; 2: trouble.
    """
    from gpu2ipu.runner import commands, recorded_sides
    from gpu2ipu.runner.options import CompareOptions

    arguments: tuple[str, ...] = context.obj
    if (records := options.pop("records")) is not None:
        reports = {"json", "html", "plot", "junit", "quiet"}
        if others := (
            *as_given(context, {*options, "jobs"} - reports),
            *(["SCRIPT"] if script else arguments),
        ):
            raise click.UsageError(
                f"--from compares what was recorded and runs nothing: leave {others[0]} out"
            )
        return recorded_sides.compare_files(records, CompareOptions(**options))
    if script is None:
        raise click.MissingParameter(ctx=context, param_hint="'SCRIPT'", param_type="argument")
    if not script.is_dir():
        return commands.compare(script, port, arguments, CompareOptions(**options))
    from gpu2ipu.runner.compared_folder import compare_folder

    of_one = [name for name in ("html", "plot", "keep_files", "module") if options[name]]
    if port is not None or of_one:
        what = "a PORT is" if port is not None else f"--{of_one[0].replace('_', '-')} is"
        raise click.UsageError(f"{what} of one script; {script} is a folder")
    words = as_given(context, options.keys() - {"json", "junit", "quiet"})
    verdict = compare_folder(script, words, arguments, jobs, options["json"], options["junit"])
    return commands.EXIT_CODES[verdict]


@gpu2ipu.command(
    cls=ScriptCommand, options_metavar="[OPTIONS]", epilog="Arguments after -- are given to the script."
)
@script_argument
@click.option("--stages", type=click.IntRange(min=1), help="Pipeline stages (default: the fewest that fit).")
@click.option(
    "--schedule",
    **one_of(*SCHEDULES),
    help="Pipeline schedule, which decides how many activations are stashed (default: grouped).",
)
@click.option(
    "--recompute", is_flag=True, default=None, help="Activations are computed again for the backward pass."
)
@click.option(
    "--micro-batch", type=click.IntRange(min=1), help="Rows of a micro-batch (default: those of fit)."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the plan to this file, as JSON.")
@chip_option
@python_option
@sdk_option
@synthetic_data_option
@module_option
@click.pass_obj
def plan(arguments: tuple[str, ...], /, script: Path, **options: Any) -> int:
    """Split the models of SCRIPT, an original or a port, into pipeline stages that fit on IPUs. Trains nothing.

    Exit code 0: they fit; 1: a model is too large; 2: trouble.
    """
    from gpu2ipu.plan import command
    from gpu2ipu.plan.measuring import PlanOptions

    known = {name: value for name, value in options.items() if value is not None}
    return command.plan(script, arguments, PlanOptions(**_stated_for_plan(script) | known))


def _stated_for_plan(script: Path) -> dict[str, Any]:
    """The options of `plan` that pyproject.toml states for `convert`."""
    from gpu2ipu.convert.options import stated_options

    options = stated_options(script)
    return {name: options[name] for name in ("schedule", "recompute", "micro_batch") if options.get(name)}


@gpu2ipu.command()
@click.option(
    "--python", "pythons", multiple=True, type=click.Path(path_type=Path), help="Look at this one only."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@setup_option
def doctor(pythons: tuple[Path, ...], as_json: bool, simulator: str | None) -> int:
    """Say which interpreters, TensorFlows, IPUs and SDKs are here, and where a port would run.

    Exit code 0: a port would run; 1: it would not; 2: trouble.
    """
    import json

    from gpu2ipu.runner import doctor as check_up

    if simulator is not None:
        from gpu2ipu.runner.simulator_environment import set_up

        set_up(Path(simulator) if simulator else None, next(iter(pythons), None), click.echo)
        return CLEAN
    diagnosis = check_up.diagnose(pythons)
    if as_json:
        click.echo(json.dumps(check_up.as_json(diagnosis), indent=2))
    else:
        for line in check_up.lines(diagnosis):
            click.echo(line)
    return CLEAN if diagnosis.fine else FINDINGS


@gpu2ipu.command()
def server() -> int:
    """Serve an editor on standard input and output (Language Server Protocol): findings, fixes, pages of rules."""
    try:
        from gpu2ipu.server.language_server import serve
    except ImportError as error:
        from gpu2ipu.runner.installation import with_extra

        raise Trouble(f"the language server needs pygls: {with_extra('server')}") from error
    serve()
    return CLEAN


@gpu2ipu.command()
@click.option("--markdown", is_flag=True, help="As a table in Markdown.")
def rules(markdown: bool) -> int:
    """List the rules."""
    from gpu2ipu.reports import rule_pages
    from gpu2ipu.rules import all_rules

    for line in rule_pages.rule_markdown(all_rules()) if markdown else rule_pages.rule_lines(all_rules()):
        click.echo(line)
    return CLEAN


@gpu2ipu.command()
@click.argument("word", metavar="ID|API", shell_complete=completion.rules_and_names)
def explain(word: str) -> int:
    """Show one rule, by its id or name, or one name of TensorFlow or Keras.

    Of a rule: what it flags, why, and what becomes of the code. Of a name such as keras.optimizers.AdamW: whether the
    SDK's TensorFlow 2.6 has it, its parameters, and what the rules say about it.
    """
    from gpu2ipu.rules import all_rules

    rules = () if "." in word else all_rules()
    for rule in rules:
        if word.upper() == rule.id or word == rule.name:
            from gpu2ipu.reports.rule_pages import rule_page

            click.echo(rule_page(rule))
            return CLEAN
    from gpu2ipu.explain import api_pages

    if (name := api_pages.find(word)) is not None:
        click.echo(api_pages.api_page(name))
        return CLEAN
    raise Trouble(api_pages.unknown(word, {rule.id: rule.name for rule in rules}))


def _config(paths: Sequence[Path], options: dict[str, Any]) -> Config:
    from gpu2ipu.convert.options import load_options
    from gpu2ipu.source.discovery import common_folder

    return load_options(common_folder(paths), options)


def _with_automatic_stages(config: Config, paths: Sequence[Path], entries: Sequence[Path] = ()) -> Config:
    if config.pipeline_stages != AUTO:
        return config
    from gpu2ipu.plan.automatic import with_automatic_stages

    return with_automatic_stages(config, paths, entries, lambda line: click.echo(line, err=True))


def _destination(output: Path | None, in_place: bool, force: bool, preview: bool) -> Destination:
    from gpu2ipu.convert.destinations import Destination, Mode

    if output is not None and in_place:
        raise click.UsageError("choose one of -o and --in-place")
    mode = Mode.OUTPUT if output is not None else Mode.IN_PLACE if in_place else Mode.BESIDE
    return Destination(mode, output, force, preview)
