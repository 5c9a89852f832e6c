"""The files of a run: the script that a child is given, and the JSON that a command writes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.launch import Side

# The name of standard output.
STDOUT = Path("-")


def check_script(path: Path) -> None:
    """Trouble for what is no script that can be read."""
    if path.is_dir():
        raise Trouble(f"{path} is a folder; name a script.")
    if not path.is_file():
        raise Trouble(f"{path} does not exist.")
    if not os.access(path, os.R_OK):
        raise Trouble(f"{path} cannot be read.")


def check_target(path: Path | None) -> None:
    """Trouble now rather than after an hour of training."""
    if path is None or path == STDOUT:
        return
    if path.is_dir():
        raise Trouble(f"{path} is a folder; name a file.")
    if not path.parent.is_dir():
        raise Trouble(f"{path} cannot be written: there is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Trouble(f"{path} cannot be written: permission denied.")


def runnable(side: Side, folder: Path) -> Side:
    """A side that Python can run, with the temporary folder for what it needs.

    A notebook becomes a script that goes by its name, and synthetic data is made there.
    """
    if side.synthetic_data:
        side = replace(side, data_folder=folder / "synthetic_data")
    if side.script.suffix != ".ipynb":
        return side
    from gpu2ipu.source.reading import read_source

    source = read_source(side.script)
    # original and port may have the same name
    program = Path(tempfile.mkdtemp(dir=folder)) / f"{side.script.stem}.py"
    program.write_bytes(source.program(source.text))
    return replace(side, script=program, path_of=side.script)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write a file, or to standard output; Trouble if that cannot be done."""
    write_text(path, json.dumps(content, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file, or to standard output; Trouble if that cannot be done."""
    if path == STDOUT:
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}.") from error
