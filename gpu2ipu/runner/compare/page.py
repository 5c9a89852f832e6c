"""A comparison as one HTML page that loads nothing: curves, calls, memory, environment and the diff of the scripts."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from gpu2ipu import __version__
from gpu2ipu.reports.html_page import page, with_code
from gpu2ipu.runner.compare import curves, seeds
from gpu2ipu.runner.compare.compare import CallComparison, Comparison
from gpu2ipu.runner.compare.record import TRAININGS, Call
from gpu2ipu.runner.compare.terminal import rows_of, sentence_of

_STYLE = curves.STYLE + """
:root { --good: #1a7f37; --old: #ffebe9; --new: #dafbe1; }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --old: #3c1618; --new: #12331d; } }
.agree { color: var(--good); } .differ, .error { color: var(--left); }
.wide { overflow-x: auto; margin: .6rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { font-weight: 600; } td.number { white-space: nowrap; } .number { text-align: right; }
.wide th, .wide td { overflow-wrap: normal; } .calls td { white-space: nowrap; }
.calls th, .calls td { font-size: 13px; padding: .25rem .4rem; }
tr.port td { border-bottom-width: 2px; }
pre { font: 12.5px/1.45 ui-monospace, monospace; overflow-x: auto; margin: .4rem 0; white-space: pre; }
pre .old { background: var(--old); } pre .new { background: var(--new); } pre .place { opacity: .7; }
pre span { display: block; min-width: max-content; }
@media (max-width: 40rem) { .wide th, .wide td { font-size: 13px; padding: .25rem .35rem; } }
@media print {
  pre { white-space: pre-wrap; } pre span { min-width: 0; print-color-adjust: exact; }
  .chart { break-inside: avoid; max-width: 30rem; } h2 { break-after: avoid; } details { break-inside: auto; }
  .wide, pre { overflow: visible; } .wide td:not(.number) { overflow-wrap: anywhere; }
  .calls th, .calls td { font-size: 9px; padding: .1rem .2rem; }
}
"""
_VERDICTS = {
    "agree": "the port learns what the original learns",
    "differ": "the port does not learn what the original learns",
    "error": "the port could not be judged",
}
_COLUMNS = (
    "samples an epoch",
    "dropped",
    "effective batch",
    "micro-batches",
    "replicas",
    "steps",
    "executions",
    "learning rate",
    "dtype",
    "seconds",
)
_ENVIRONMENT = ("script", "python", "tensorflow", "keras", "interpreter", "seed")
_KIB = 1 << 10
_SHOWN_ROWS = 12  # more of them are folded


@dataclass(frozen=True)
class FilePair:
    """A file of the original and of the port, for the diff."""

    name: str
    original: str
    port: str


def written(title: str, comparison: Comparison, files: Iterable[FilePair] = ()) -> str:
    """Return the page."""
    return page(f"compare {title}: {comparison.verdict}", _STYLE, _body(title, comparison, files))


def _body(title: str, comparison: Comparison, files: Iterable[FilePair]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    verdict = comparison.verdict
    yield f'<p>verdict: <b class="{verdict}">{verdict}</b>, {_VERDICTS[verdict]}</p>'
    yield from _told(comparison)
    charts = list(curves.charts_of(comparison))
    if charts:
        yield "<h2>Loss</h2>"
        yield from (curves.svg(chart) for chart in charts)
    if comparison.calls:
        yield "<h2>Calls</h2>"
        yield from _calls(comparison)
        yield "<h2>Values</h2>"
        for number, call in enumerate(comparison.calls, start=1):
            yield from _values(number, call)
    if comparison.without_ipu is not None:
        yield "<h2>Without an IPU</h2>"
        yield from _told(comparison.without_ipu)
        yield from _calls(comparison.without_ipu)
    yield from _seeds(comparison)
    yield from _memory(comparison)
    yield from _environment(comparison)
    yield from _diff(files)


def _told(comparison: Comparison) -> Iterator[str]:
    if comparison.first_difference is not None:
        yield f'<p class="differ">{with_code(sentence_of(comparison.first_difference))}</p>'
    if comparison.notes:
        yield f"<ul>{''.join(f'<li>{with_code(note)}</li>' for note in comparison.notes)}</ul>"


def _calls(comparison: Comparison) -> Iterator[str]:
    head = "".join(f"<th class=number>{name}</th>" for name in _COLUMNS)
    yield f'<div class="wide"><table class="calls"><tr><th>call</th><th>side</th>{head}<th></th></tr>'
    for number, call in enumerate(comparison.calls, start=1):
        mark = "agree" if call.agree else "differ"
        sides = ("original", call.original), ("port", call.port)
        shortened = any(one is not None and one.data.shortened for _, one in sides)
        for side, one in sides:
            cells = "".join(f"<td class=number>{escape(cell)}</td>" for cell in _cells(one, shortened))
            name = f"{number} {call.kind} {one.name if one else ''}" if side == "original" else ""
            judged = f'<td class="{mark}">{mark if side == "original" else ""}</td>'
            yield f'<tr class="{side}"><td>{escape(name)}</td><td>{side}</td>{cells}{judged}</tr>'
    yield "</table></div>"


def _cells(call: Call | None, shortened: bool) -> tuple[str, ...]:
    """The numbers of one side; what `--steps` and the like leave out is not dropped, and only a port says of it."""
    if call is None or call.counts is None:
        return ("",) * len(_COLUMNS)
    epochs = max(1, len(call.epochs))
    rows, steps = call.counts.rows // epochs, call.counts.steps // epochs
    given = call.data.rows_given
    dropped = given - rows if given is not None and call.kind == "fit" and not shortened else 0
    executions = -(-steps * call.micro_batches // max(1, call.steps_per_execution * call.replicas))
    trains = call.kind in TRAININGS
    return (
        f"{rows:,}",
        f"{dropped:,}" if dropped > 0 else "",
        f"{call.counts.batch:,}",
        f"{call.micro_batches:,}" if trains else "",
        f"{call.replicas:,}" if trains else "",
        f"{steps:,}",
        f"{executions:,}" if call.kind == "fit" else "",
        "" if call.learning_rate is None else f"{call.learning_rate:.4g}",
        call.dtype,
        f"{call.seconds:.1f}",
    )


def _values(number: int, call: CallComparison) -> Iterator[str]:
    rows = list(rows_of(call))
    if not rows:
        return
    is_open = " open" if len(rows) <= _SHOWN_ROWS else ""
    yield f"<details{is_open}><summary>{number} {escape(call.kind)}</summary>"
    yield '<div class="wide"><table><tr><th></th><th class=number>original</th><th class=number>port</th>'
    yield "<th class=number>apart</th></tr>"
    for what, *values in rows:
        cells = "".join(f"<td class=number>{escape(value)}</td>" for value in values)
        yield f"<tr><td>{escape(what)}</td>{cells}</tr>"
    yield "</table></div></details>"


def _seeds(comparison: Comparison) -> Iterator[str]:
    if not comparison.repeats:
        return
    yield f"<h2>Seeds</h2>\n<p>{escape(seeds.verdicts(comparison.repeats))}</p>"
    yield '<div class="wide"><table><tr><th></th><th class=number>original</th><th class=number>port</th>'
    yield "<th class=number>largest difference</th></tr>"
    for each in seeds.spreads(comparison.repeats):
        sides = [f"{mean:.5g} ± {deviation:.2g}" for mean, deviation in (each.original, each.port)]
        cells = "".join(f"<td class=number>{cell}</td>" for cell in (*sides, f"{each.apart:.1e}"))
        yield f"<tr><td>{escape(each.name)}</td>{cells}</tr>"
    yield "</table></div>"


def _memory(comparison: Comparison) -> Iterator[str]:
    if not comparison.memories:
        return
    yield "<h2>Memory of the IPU: an estimate</h2>"
    yield '<div class="wide"><table><tr><th>program</th><th class=number>IPU</th><th class=number>KiB</th>'
    yield "<th class=number>share</th></tr>"
    for call, memory in comparison.memories:
        kind = comparison.calls[call].kind if call is not None and call < len(comparison.calls) else ""
        name = f"{call + 1} {kind}" if call is not None else "outside of calls"
        for ipu, total in _by_ipu(memory).items():
            share = total / memory["capacity"]
            shown = "< 1 %" if share < 0.01 else f"{share:.0%}"
            yield f"<tr><td>{name}</td><td class=number>{ipu}</td><td class=number>{total / _KIB:,.1f}</td>"
            yield f"<td class=\"number{' differ' if share > 1 else ''}\">{shown}</td></tr>"
    yield "</table></div>"


def _by_ipu(memory: dict[str, Any]) -> dict[int, int]:
    totals: dict[int, int] = {}
    for stage in memory["stages"]:
        totals[stage["ipu"]] = totals.get(stage["ipu"], 0) + stage["total"]
    return totals


def _environment(comparison: Comparison) -> Iterator[str]:
    yield f"<h2>Environment</h2>\n<p>gpu2ipu {__version__}, backend {escape(comparison.backend)}</p>"
    yield '<div class="wide"><table><tr><th></th><th>original</th><th>port</th></tr>'
    headers = [comparison.headers.get(side, {}) for side in ("original", "port")]
    for name in _ENVIRONMENT:
        cells = "".join(f"<td><code>{escape(str(header.get(name, '')))}</code></td>" for header in headers)
        yield f"<tr><th>{name}</th>{cells}</tr>"
    yield "</table></div>"


def _diff(files: Iterable[FilePair]) -> Iterator[str]:
    changed = [file for file in files if file.original != file.port]
    if changed:
        yield "<h2>From the original to the port</h2>"
    for file in changed:
        lines = difflib.unified_diff(file.original.splitlines(), file.port.splitlines(), lineterm="")
        shown = "".join(_diff_line(line) for line in list(lines)[2:])
        yield f"<details open><summary><code>{escape(file.name)}</code></summary><pre>{shown}</pre></details>"


def _diff_line(line: str) -> str:
    kind = {"+": "new", "-": "old", "@": "place"}.get(line[:1], "same")
    return f'<span class="{kind}">{escape(line)}</span>'
