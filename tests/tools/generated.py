"""The tools that write tables: whether the committed ones are right for the packages that are installed here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def checked(tool: str, python38: str) -> subprocess.CompletedProcess[str]:
    """Run a tool with `--check`."""
    return subprocess.run(
        [sys.executable, f"tools/{tool}", "--check"],
        cwd=ROOT,
        env={**os.environ, "GPU2IPU_PYTHON38": python38},
        capture_output=True,
        text=True,
        timeout=600,
    )
