"""What `convert` says that it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.destinations import PortedScript
from gpu2ipu.convert.engine import ConvertResult, convert_text
from gpu2ipu.reports.ported import port_lines, port_summary
from gpu2ipu.source.reading import read_source
from tests.sample_rules import SAMPLES


def ported(
    folder: Path, text: str, deed: str | None = "written", target: str = "train_ipu.py"
) -> PortedScript:
    path = folder / "train.py"
    path.write_bytes(text.encode())
    source = read_source(path)
    converted = convert_text(path, source.text, Config(), SAMPLES)
    idle = None if converted.applied or converted.left else "nothing to port: a reason"
    result = ConvertResult(Path("train.py"), source=source, converted=converted, idle=idle)
    return PortedScript(result, Path(target), deed)


def test_a_port_is_told_edit_by_edit(tmp_path: Path) -> None:
    text = "import keras\nx.batch(1)\ndef train_step(): print(1)\n"
    assert list(port_lines(ported(tmp_path, text))) == [
        "train.py -> train_ipu.py (written)",
        "  line 2: IPU201 add drop_remainder=True (the last batch may be partial)"
        " [review: it may drop data or change numbers]",
        "  needs manual work (lines of the port):",
        "  line 4: IPU304 train_step is refused: move it into call",
        "  line 4: IPU909 prints from the host [note]",
    ]


@pytest.mark.parametrize(
    ("text", "deed", "target", "heading"),
    [
        ("import keras\nx.batch(1)\n", "rewritten", "train.py", "train.py (rewritten)"),
        ("import keras\nx.batch(1)\n", None, "train_ipu.py", "train.py: would change"),
        ("import keras\nprint(1)\n", None, "train_ipu.py", "train.py: nothing that convert can settle"),
        ("import keras\n", None, "train_ipu.py", "train.py: nothing to port: a reason"),
        ("import keras\n", "copied", "out.py", "train.py: nothing to port: a reason; copied to out.py"),
    ],
)
def test_the_heading_says_what_became_of_a_script(
    tmp_path: Path, text: str, deed: str | None, target: str, heading: str
) -> None:
    assert next(port_lines(ported(tmp_path, text, deed, target))) == heading


def test_the_last_line_counts(tmp_path: Path) -> None:
    ports = [
        ported(tmp_path, "import keras\nx.batch(1)\nx.batch(2)\ndef train_step(): print(1)\n"),
        ported(tmp_path, "import keras\n"),
    ]
    assert port_summary(ports) == "2 scripts: 2 changes, 2 to review, 1 for manual work"
