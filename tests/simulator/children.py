"""Runs scripts under the simulator in interpreters of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from tests.warm_simulator import SIMULATOR, Ended, simulator_of


def run_script(python: str, *arguments: Any, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the simulator's folder with arguments, in the folder of the last one that is a path."""
    return subprocess.run(
        [python, SIMULATOR, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=_folder(arguments),
        env=_inherited(environment),
    )


def run_warm(python: str, *arguments: Any, **environment: str) -> Ended:
    """Do the same in a simulator that has imported TensorFlow already."""
    texts = tuple(map(str, arguments))
    return simulator_of(python).run(texts, _inherited(environment), _folder(arguments))


def _folder(arguments: tuple[Any, ...]) -> str:
    return str([argument.parent for argument in arguments if isinstance(argument, Path)][-1])


def _inherited(environment: dict[str, str]) -> dict[str, str]:
    # TensorFlow sets it where it is imported, as in some of our tests; a child would have other layers by it
    inherited = {name: value for name, value in os.environ.items() if name != "TF2_BEHAVIOR"}
    return {**inherited, "TF_CPP_MIN_LOG_LEVEL": "2", **environment}
