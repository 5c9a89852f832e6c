"""Fingerprints of findings."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.reports.fingerprints import with_fingerprints
from tests.reports.found import checked


def fingerprints(folder: Path, text: str, name: str = "train.py") -> list[str]:
    (result,) = checked(folder, text, name).results
    return [fingerprint for _, fingerprint in with_fingerprints(result)]


def test_they_stay_when_lines_move(tmp_path: Path) -> None:
    before = fingerprints(tmp_path, "import keras\nx.batch(1)\nx.batch(1)\ny.batch(1)\n")
    assert len(set(before)) == 3
    moved = "import keras\n\nif 1:\n    x.batch(1)\n    x.batch(1)\n    y.batch(1)\n"
    assert fingerprints(tmp_path, moved) == before


def test_they_change_with_the_code_and_the_path(tmp_path: Path) -> None:
    text = "import keras\nx.batch(1)\ny.batch(1)\n"
    before = fingerprints(tmp_path, text)
    changed = fingerprints(tmp_path, text.replace("y.batch(1)", "y.batch(2)"))
    assert [a == b for a, b in zip(before, changed, strict=True)] == [True, False]
    assert not set(before) & set(fingerprints(tmp_path, text, "other.py"))
