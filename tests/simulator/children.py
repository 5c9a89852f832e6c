"""Runs scripts under the simulator in interpreters of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import gpu2ipu.simulator

SIMULATOR = str(Path(gpu2ipu.simulator.__file__).parent)


def run_script(python: str, *arguments: Any, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the simulator's folder with arguments, in the folder of the last one that is a path."""
    folder = [argument.parent for argument in arguments if isinstance(argument, Path)][-1]
    # TensorFlow sets it where it is imported, as in some of our tests; a child would have other layers by it
    inherited = {name: value for name, value in os.environ.items() if name != "TF2_BEHAVIOR"}
    return subprocess.run(
        [python, SIMULATOR, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=str(folder),
        env={**inherited, "TF_CPP_MIN_LOG_LEVEL": "2", **environment},
    )
