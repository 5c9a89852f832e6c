"""The same tests under Python 3.8 with TensorFlow 2.6, which is closest to the SDK."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
MODULES = [
    *("test_install.py", "test_finder.py", "sdk/test_public_names.py"),
    *("keras2/test_installed.py", "keras2/test_private_names.py"),
    *("compiler", "ipu", "keras", "memory", "planning", "popdist", "addons"),
]


@pytest.mark.tf26
def test_the_simulator_passes_its_tests_there(python38: str) -> None:
    done = subprocess.run(
        [
            python38,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            *(str(FOLDER / name) for name in MODULES),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=str(FOLDER.parents[1]),
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert " skipped" not in done.stdout, done.stdout[-5000:]
