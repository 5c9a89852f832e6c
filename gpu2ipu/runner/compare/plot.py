"""Loss curves as a picture: SVG, which needs nothing, or PNG by matplotlib, an extra."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import installation
from gpu2ipu.runner.compare.curves import LEAST_APART, Chart, svg_file

ENDINGS = (".png", ".svg")


def check_ending(path: Path | None) -> None:
    """Trouble for a file that is no picture, or for one that nothing here draws."""
    if path is None:
        return
    if path.suffix.lower() not in ENDINGS:
        raise Trouble(f"--plot {path}: name a file that ends in .png or .svg.")
    if path.suffix.lower() == ".png":
        try:
            import matplotlib  # noqa: F401
        except ImportError as error:
            raise Trouble(
                f"--plot {path}: PNG needs matplotlib: {installation.with_extra('plot')}; or name a file .svg."
            ) from error


def write(path: Path, charts: Sequence[Chart]) -> None:
    """Write the curves to a file; Trouble if that cannot be done."""
    try:
        if path.suffix.lower() == ".svg":
            path.write_text(svg_file(charts), encoding="utf-8")
        else:
            _write_png(path, charts)
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}.") from error


def _write_png(path: Path, charts: Sequence[Chart]) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    number = max(1, len(charts))
    figure = Figure(figsize=(9, 5 * number), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2 * number, 1, squeeze=False, gridspec_kw={"height_ratios": [3, 1] * number})[:, 0]
    for chart, above, below in zip(charts, axes[::2], axes[1::2]):
        for name, values, line in (("original", chart.original, "-"), ("port", chart.port, "--")):
            above.plot(
                range(1, len(values) + 1), values, line, marker="." if len(values) < 3 else "", label=name
            )
        low, high = chart.axis
        above.set_ylim(low - (high - low) * 0.05, high + (high - low) * 0.05)
        above.set_title(chart.title.replace("$", r"\$"), loc="left")
        above.legend()
        apart = [max(value, LEAST_APART) if math.isfinite(value) else math.nan for value in chart.apart]
        below.semilogy(
            range(1, len(apart) + 1), apart, marker="." if len(apart) < 3 else "", color="tab:purple"
        )
        below.set_ylim(LEAST_APART / 2, 2)
        below.set_ylabel("relative\ndifference")
        below.set_xlabel(chart.unit)
    figure.savefig(path, format="png", dpi=110)
