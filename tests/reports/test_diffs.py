"""Diffs from script to port."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.reports.diffs import diff
from tests.reports.test_ported import ported


def test_a_diff_can_be_applied(tmp_path: Path) -> None:
    text = "import keras\nx.batch(1)"
    assert diff(ported(tmp_path, text)) == (
        "--- train.py\n+++ train_ipu.py\n@@ -1,2 +1,2 @@\n import keras\n"
        "-x.batch(1)\n\\ No newline at end of file\n"
        "+x.batch(1, drop_remainder=True)\n\\ No newline at end of file\n"
    )


def test_lines_of_a_diff_end_only_at_ends_of_lines(tmp_path: Path) -> None:
    text = "import keras\r\nx = 'a\fb\x85'\r\nx.batch(1)\r\n"
    lines = diff(ported(tmp_path, text)).split("\n")
    assert " x = 'a\fb\x85'\r" in lines
    assert "+x.batch(1, drop_remainder=True)\r" in lines


def test_no_change_no_diff(tmp_path: Path) -> None:
    assert diff(ported(tmp_path, "import keras\n")) == ""
