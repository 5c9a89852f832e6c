"""The GitHub Action: what its last step runs."""

from __future__ import annotations

import os
import subprocess
import textwrap
from pathlib import Path

import pytest

ACTION = (Path(__file__).parent.parent / "action.yml").read_text(encoding="utf-8")
STEP = textwrap.dedent(ACTION.partition("      run: |\n")[2])


def ran(folder: Path, arguments: str) -> list[str]:
    """The arguments that the command gets."""
    command = folder / "gpu2ipu"
    command.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "GPU2IPU_ARGS": arguments}
    done = subprocess.run(
        ["bash", "-e", "-c", STEP], env=environment, cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("check .", ["check", "--format", "github", "."]),
        ("check --sdk 3.4  ports", ["check", "--format", "github", "--sdk", "3.4", "ports"]),
        ("check --format=sarif .", ["check", "--format=sarif", "."]),
        ("check --format json .", ["check", "--format", "json", "."]),
        ("convert --check .", ["convert", "--check", "."]),
        ("check $(touch evil) ;x", ["check", "--format", "github", "$(touch", "evil)", ";x"]),
    ],
)
def test_the_arguments_of_the_command(tmp_path: Path, arguments: str, words: list[str]) -> None:
    assert ran(tmp_path, arguments) == words
    assert not (tmp_path / "evil").exists()


def test_the_step_is_the_last_one() -> None:
    assert STEP.rstrip().endswith('gpu2ipu "${arguments[@]}"')
    assert "GPU2IPU_ARGS: ${{ inputs.args }}" in ACTION
