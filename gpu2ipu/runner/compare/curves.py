"""Loss curves of an original and its port, with the difference below, as SVG for pages and files: nothing is loaded."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from gpu2ipu.runner.compare.compare import CallComparison, Comparison, judged_epochs
from gpu2ipu.runner.compare.record import TRAININGS
from gpu2ipu.runner.compare.tolerance import relative_difference

# Units of the drawing: all of it, the margin at the left, and the two panels from top to bottom.
_WIDTH, _HEIGHT, _LEFT, _RIGHT = 720, 380, 64, 12
_LOSSES, _APART = (34, 240), (270, 344)

# The least height of the axis of losses, relative to the largest one: what agrees to rounding coincides on it, and
# labels of four digits differ.
_LEAST_RANGE = 0.01

# Differences are drawn on a scale of powers of ten, none as the smallest.
LEAST_APART, MOST_APART = 1e-9, 1.0

STYLE = """
.chart { width: 100%; height: auto; max-width: 60rem; font: 12px system-ui, sans-serif; --ink: #1f2328; --grid: #d0d7de;
  --original: #0969da; --port: #bc4c00; --apart: #8250df; }
@media (prefers-color-scheme: dark) {
  .chart { --ink: #d1d7e0; --grid: #3d444d; --original: #4493f8; --port: #f0883e; --apart: #ab7df8; }
}
@media print {
  .chart { --ink: #000; --grid: #bbb; --original: #0550ae; --port: #953800; --apart: #6639ba; }
}
.chart text { fill: var(--ink); } .chart .grid { stroke: var(--grid); stroke-width: 1; }
.chart polyline { fill: none; stroke-width: 1.6; } .chart circle { stroke: none; }
.chart .original { stroke: var(--original); } .chart circle.original { fill: var(--original); }
.chart .port { stroke: var(--port); stroke-dasharray: 5 3; } .chart circle.port { fill: var(--port); }
.chart .apart { stroke: var(--apart); } .chart circle.apart { fill: var(--apart); }
"""


@dataclass(frozen=True)
class Chart:
    """Values of both sides, from the first step or epoch on."""

    title: str
    unit: str
    original: tuple[float, ...]
    port: tuple[float, ...]

    @property
    def apart(self) -> tuple[float, ...]:
        """How far the values are apart, relative to the larger one."""
        return tuple(relative_difference(mine, theirs) for mine, theirs in zip(self.original, self.port))

    @property
    def axis(self) -> tuple[float, float]:
        """The ends of the axis of the values."""
        finite = [value for value in (*self.original, *self.port) if math.isfinite(value)]
        low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
        if high <= low:
            return low - abs(low or 1.0) * 0.1, high + abs(high or 1.0) * 0.1
        missing = max(abs(low), abs(high)) * _LEAST_RANGE - (high - low)
        return (low, high) if missing <= 0 else (low - missing / 2, high + missing / 2)


def charts_of(comparison: Comparison) -> Iterator[Chart]:
    """Yield the charts of all trainings: the loss of each step or epoch, and of validations."""
    for number, call in enumerate(comparison.calls, start=1):
        yield from _charts(f"call {number} ({call.kind})", call)


def _charts(place: str, call: CallComparison) -> Iterator[Chart]:
    original, port = call.original, call.port
    if original is None or port is None or original.kind != port.kind or call.kind not in TRAININGS:
        return
    if original.losses and port.losses:
        yield Chart(f"{place}: loss of each step", "step", original.losses, port.losses)
    names = ["val_loss"] if original.losses and port.losses else ["loss", "val_loss"]
    for name in names:
        mine = [logs[name] for logs in original.epochs if name in logs]
        theirs = [logs[name] for logs in judged_epochs(port) if name in logs]
        if mine and theirs:
            yield Chart(f"{place}: {name} of each epoch", "epoch", tuple(mine), tuple(theirs))


def svg(chart: Chart) -> str:
    """Return a chart as an element of a page."""
    title = f"<title>{escape(chart.title)}</title>"
    frame = f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
    return "".join((frame, title, *_drawn(chart), "</svg>"))


def svg_file(charts: Sequence[Chart]) -> str:
    """Return all charts, one below the other, as a file."""
    height = _HEIGHT * max(1, len(charts))
    inner = "".join(
        f'<g transform="translate(0 {_HEIGHT * number})">{"".join(_drawn(chart))}</g>'
        for number, chart in enumerate(charts)
    )
    none = "" if charts else f'<text x="{_LEFT}" y="40">nothing was trained on both sides</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}"><style>{STYLE}</style>{inner}{none}</svg>\n'
    )


def _drawn(chart: Chart) -> Iterator[str]:
    low, high = chart.axis
    longest = max(len(chart.original), len(chart.port))
    yield f'<text x="{_LEFT}" y="16" font-weight="600">{escape(chart.title)}</text>'
    yield from _legend()
    for value in _ticks(low, high):
        yield _line(_y(value, low, high, _LOSSES), f"{value:.4g}")
    for power in (-8, -6, -4, -2, 0):
        yield _line(_apart_y(10.0**power), f"1e{power}" if power else "1")
    yield f'<text x="{_LEFT}" y="{_APART[0] - 8}">relative difference</text>'
    for place in sorted({1, (longest + 1) // 2, longest}):
        x, anchor = _x(place, longest), "end" if place == longest > 1 else "middle"
        yield f'<text x="{x:.1f}" y="{_APART[1] + 18}" text-anchor="{anchor}">{chart.unit} {place:,}</text>'
    for name, values in (("original", chart.original), ("port", chart.port)):
        points = [(_x(n, longest), _y(v, low, high, _LOSSES)) for n, v in enumerate(values, start=1)]
        yield from _curve(name, points)
    yield from _curve("apart", [(_x(n, longest), _apart_y(v)) for n, v in enumerate(chart.apart, start=1)])


def _legend() -> Iterator[str]:
    for name, x in (("original", _WIDTH - 190), ("port", _WIDTH - 90)):
        yield f'<line class="{name}" x1="{x}" x2="{x + 26}" y1="12" y2="12" stroke-width="2"/>'
        yield f'<text x="{x + 32}" y="16">{name}</text>'


def _line(y: float, label: str) -> str:
    return (
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    )


def _curve(name: str, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """A line, interrupted where a value is not finite; a dot for each value that stands alone."""
    pieces: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if math.isfinite(point[1]):
            pieces[-1].append(point)
        else:
            pieces.append([])
    for piece in pieces:
        if len(piece) == 1:
            yield f'<circle class="{name}" cx="{piece[0][0]:.1f}" cy="{piece[0][1]:.1f}" r="3"/>'
        elif piece:
            shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in piece)
            yield f'<polyline class="{name}" points="{shown}"/>'


def _x(number: int, longest: int) -> float:
    width = _WIDTH - _LEFT - _RIGHT - 20
    return _LEFT + 10 + (width / 2 if longest == 1 else width * (number - 1) / (longest - 1))


def _y(value: float, low: float, high: float, panel: tuple[int, int]) -> float:
    if not math.isfinite(value):
        return math.nan
    return panel[1] - (value - low) / (high - low) * (panel[1] - panel[0])


def _apart_y(value: float) -> float:
    inside = min(max(value, LEAST_APART), MOST_APART)
    return _y(math.log10(inside), math.log10(LEAST_APART), math.log10(MOST_APART), _APART)


def _ticks(low: float, high: float) -> Iterator[float]:
    """Yield round numbers between two values, about five of them."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    number = math.ceil(low / step)
    while number * step <= high:
        yield number * step
        number += 1
