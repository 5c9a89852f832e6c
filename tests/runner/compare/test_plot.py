"""Pictures of loss curves: which files there can be, and what a missing library says."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.compare import plot
from gpu2ipu.runner.compare.curves import Chart

CHART = Chart("call 1 (fit): loss $x$", "step", (3.0, 2.0), (3.0, 2.5))


def test_endings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plot.check_ending(None)
    plot.check_ending(Path("a.SVG"))
    with pytest.raises(Trouble, match=r"ends in \.png or \.svg"):
        plot.check_ending(Path("a.pdf"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Trouble, match=r"PNG needs matplotlib: .*install .*plot.*; or name a file \.svg"):
        plot.check_ending(Path("a.png"))


def test_svg(tmp_path: Path) -> None:
    plot.write(tmp_path / "a.svg", [CHART])
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    with pytest.raises(Trouble, match="cannot be written: No such file"):
        plot.write(tmp_path / "none/a.svg", [CHART])


@pytest.mark.parametrize("charts", [[CHART], [CHART, CHART], []])
def test_png(tmp_path: Path, charts: list[Chart]) -> None:
    plot.check_ending(tmp_path / "a.png")
    plot.write(tmp_path / "a.png", charts)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
