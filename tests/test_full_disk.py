"""A disk that is full while scripts are ported in place: each is as it was, or its whole port."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpu2ipu.cli import main

SCRIPT = """\
import numpy as np
from tensorflow import keras

x, y = np.random.rand({rows}, 8), np.random.rand({rows}, 1)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
"""
PAGES = 12  # of 4 KiB


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few pages."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={4 * PAGES}k", "gpu2ipu-test", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no `mount`")
    if done.returncode:
        pytest.skip(f"a file system cannot be mounted: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("linked", [False, True])
def test_in_place(small_disk: Path, linked: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A port needs a page beside its script until it has replaced it; a script with two names keeps its place."""
    paths = [small_disk / f"train_{number}.py" for number in range(PAGES - 2)]
    for number, path in enumerate(paths):
        path.write_text(SCRIPT.format(rows=600 + number))
        if linked:
            (small_disk / f"same_{number}.txt").hardlink_to(path)
    scripts = {path: path.read_bytes() for path in paths}
    filling = small_disk / "filling"
    with pytest.raises(OSError, match="No space left"), filling.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    assert main(["convert", "--in-place", "-j1", str(small_disk)]) == 2
    out, err = capsys.readouterr()
    assert "cannot be written: No space left on device" in out + err
    assert {path: path.read_bytes() for path in paths} == scripts
    assert {path.name for path in small_disk.iterdir()} - {path.name for path in paths} == (
        {"filling", *(f"same_{number}.txt" for number in range(len(paths)) if linked)}
    )
    filling.unlink()
    assert main(["convert", "--in-place", "-j1", str(small_disk)]) == 0
    assert all(path.read_bytes() != data for path, data in scripts.items())
    if linked:
        assert all(path.stat().st_nlink == 2 for path in paths)
