"""A comparison for the terminal: losses of each call and epoch, notes, the first difference, the verdict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gpu2ipu.runner.child import tensorflow_log
from gpu2ipu.runner.child.process import ProcessOutcome
from gpu2ipu.runner.compare import seeds
from gpu2ipu.runner.compare.compare import (
    CallComparison,
    Comparison,
    Difference,
    judged_epochs,
    judged_values,
)
from gpu2ipu.runner.compare.record import Call
from gpu2ipu.runner.compare.tolerance import relative_difference

Row = tuple[str, str, str, str]

_WORDS = {
    "agree": "[bold green]agree[/]: the port learns what the original learns",
    "differ": "[bold red]differ[/]: the port does not learn what the original learns",
    "error": "[bold red]error[/]: the port could not be judged",
}


def show(comparison: Comparison, console: Console) -> None:
    """Print a comparison."""
    _show_calls(comparison, console, "original and port, call by call")
    if comparison.without_ipu is not None:
        _show_calls(comparison.without_ipu, console, "original and port without an IPU, call by call")
    if comparison.repeats:
        _show_seeds(comparison.repeats, console)
    both = (
        "" if comparison.without_ipu is None or comparison.verdict == "error" else ", with and without an IPU"
    )
    console.print(f"verdict: {_WORDS[comparison.verdict]}{both}", highlight=False)


def _show_seeds(repeats: Mapping[int, Comparison], console: Console) -> None:
    """Print what the seeds end with, and how far apart they are."""
    table = Table(title=seeds.verdicts(repeats), title_justify="left")
    table.add_column("result", overflow="fold")
    for heading in ("original", "port", "largest difference"):
        table.add_column(heading, justify="right")
    for each in seeds.spreads(repeats):
        sides = [f"{mean:.5g} ± {deviation:.2g}" for mean, deviation in (each.original, each.port)]
        table.add_row(escape(each.name), *sides, f"{each.apart:.1e}")
    console.print(table)
    for seed, comparison in repeats.items():
        if comparison.first_difference is not None:
            line = f"seed {seed}: {sentence_of(comparison.first_difference)}"
        else:
            line = "" if comparison.verdict == "agree" else f"seed {seed}: {' '.join(comparison.notes[:2])}"
        if line:
            console.print(line, markup=False, highlight=False, soft_wrap=True)


def _show_calls(comparison: Comparison, console: Console, title: str) -> None:
    """Print the calls of a comparison, its notes and where the first difference is."""
    if comparison.calls:
        console.print(_table(comparison, title))
    for note in comparison.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)
    if comparison.first_difference is not None:
        console.print(sentence_of(comparison.first_difference), markup=False, highlight=False, soft_wrap=True)


def show_output(outcome: ProcessOutcome, console: Console) -> None:
    """Print the last lines of a child, of a failed script its own first."""
    console.print(
        tensorflow_log.behind_traceback(outcome.output), markup=False, highlight=False, soft_wrap=True
    )


def failure(side: str, outcome: ProcessOutcome, timeout: float | None, memory: float | None) -> str:
    """One sentence on how a side ended that did not succeed."""
    if outcome.timed_out:
        return f"The {side} did not end within {timeout:g} seconds and was stopped; --timeout gives it more."
    if outcome.took_too_much:
        return f"The {side} took more than {memory:g} GiB and was stopped; --memory gives it more."
    if outcome.exit_code < 0:
        return f"The {side} was ended by signal {-outcome.exit_code} after {outcome.seconds:.0f} seconds."
    return f"The {side} failed with exit code {outcome.exit_code}."


def _table(comparison: Comparison, title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("call", overflow="fold")  # names of metrics may be long
    table.add_column("original", justify="right")
    table.add_column("port", justify="right")
    table.add_column("apart", justify="right")
    table.add_column("", justify="left")
    for number, call in enumerate(comparison.calls, start=1):
        mark = "[green]agree[/]" if call.agree else "[red]differ[/]"
        table.add_row(f"[bold]{number} {call.kind}[/]", _size(call.original), _size(call.port), "", mark)
        for what, mine, theirs, apart in rows_of(call):
            table.add_row(f"  {escape(what)}", mine, theirs, apart, "")
    return table


def rows_of(call: CallComparison) -> Iterator[Row]:
    """Yield what is shown of a call: what it is, its value in the original and in the port, how far they are apart."""
    original, port = call.original, call.port
    if original is None or port is None or original.kind != port.kind:
        return
    if original.kind == "loop":
        yield from _loop_rows(original, port)
    elif original.kind == "metric":
        for mine, theirs in zip(original.reads, port.reads):
            yield _row(mine.metric, mine.value, theirs.value)
    elif original.kind == "fit":
        yield from _fit_rows(original, port)
    elif original.kind == "evaluate":
        yield from _compared("", original.values, judged_values(port), port.values, port.values_of_steps)
    elif original.against:
        gap, scale = original.against["difference"], original.against["scale"]
        yield ("largest difference", "", f"{gap:.2g}", f"{gap / scale if scale else 0.0:.1e}")


def _fit_rows(original: Call, port: Call) -> Iterator[Row]:
    if original.losses and port.losses:
        yield _row("step 1 loss", original.losses[0], port.losses[0])
    if original.updates_against:
        updates = len(original.updates_against)
        which = f"updates 1 to {updates}" if updates > 1 else "update 1"
        yield (f"weights, {which}", "", "", f"{max(gap for gap, _ in original.updates_against):.1e}")
    for number, (mine, judged) in enumerate(zip(original.epochs, judged_epochs(port)), start=1):
        means = {"loss", *(port.epochs_of_steps[number - 1] if port.epochs_of_steps else ())}
        logs = port.epochs[number - 1]
        yield from _compared(f"epoch {number} ", mine, judged, logs, means if port.pipelined else ())


def _compared(
    where: str,
    mine: Mapping[str, float],
    judged: Mapping[str, float],
    theirs: Mapping[str, float],
    means: Collection[str],
) -> Iterator[Row]:
    """A row for each value of the original; `means` are of all steps, since the port returns those of a part."""
    for name in mine:
        if name in judged or name not in theirs:
            what = f"{where}mean {name}" if name in means else f"{where}{name}"
            yield _row(what, mine[name], judged.get(name))
        else:
            yield (f"{where}{name}", _shown(mine[name]), _shown(theirs[name]), "not compared")


def _loop_rows(original: Call, port: Call) -> Iterator[Row]:
    """The first and the last loss that both sides have, and how far the weights are apart at the end."""
    steps = min(len(original.losses), len(port.losses))
    for step in sorted({1, steps}) if steps else ():
        yield _row(f"step {step} loss", original.losses[step - 1], port.losses[step - 1])
    if isinstance(original.against, float):
        yield ("weights", "", "", f"{original.against:.1e}")


def _row(what: str, mine: float | None, theirs: float | None) -> Row:
    apart = "" if mine is None or theirs is None else f"{relative_difference(mine, theirs):.1e}"
    return (what, _shown(mine), _shown(theirs), apart)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _size(call: Call | None) -> str:
    if call is None:
        return "-"
    if call.kind == "metric":
        return f"{len(call.reads)} values"
    if call.kind == "loop" and call.counts is not None:
        return f"{call.counts.steps:,} steps"
    if call.counts is None:
        return "rows unknown"
    epochs = f"{len(call.epochs)} x " if call.epochs else ""
    per_epoch = call.counts.rows // max(1, len(call.epochs))
    return f"{epochs}{per_epoch:,} rows"


def sentence_of(difference: Difference) -> str:
    """Return one sentence on a difference: where it is, the values, the likely cause."""
    place = f"call {difference.call} ({difference.kind})"
    if difference.epoch is not None:
        place += f", epoch {difference.epoch}"
    if difference.step is not None:
        place += f", step {difference.step}"
    values = ""
    if difference.original is not None and difference.port is not None:
        values = f" {difference.original:.6g} in the original, {difference.port:.6g} in the port"
    return f"first difference: {place}: {difference.what}{values}; {difference.cause}"
