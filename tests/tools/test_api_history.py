"""The generated table of public names, against the packages that are installed here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_the_table_is_right_for_the_releases_that_are_here(python38: str) -> None:
    child = subprocess.run(
        [sys.executable, "tools/api_history.py", "--check"],
        cwd=ROOT,
        env={**os.environ, "GPU2IPU_PYTHON38": python38},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (child.returncode, child.stdout) == (0, ""), child.stderr
