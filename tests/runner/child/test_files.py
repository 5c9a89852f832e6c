"""What a side needs besides its script: notebooks as scripts, and a place for synthetic data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gpu2ipu.runner.child.files import runnable
from gpu2ipu.runner.child.launch import Side

PYTHON = Path("python")


def test_a_script_is_run_as_it_is(tmp_path: Path) -> None:
    side = Side(PYTHON, Path("train.py"))
    assert runnable(side, tmp_path) == side


def test_synthetic_data_is_made_in_the_temporary_folder(tmp_path: Path) -> None:
    sides = [
        Side(PYTHON, Path("train.py"), is_port=is_port, synthetic_data=True) for is_port in (True, False)
    ]
    (folder,) = {runnable(side, tmp_path).data_folder for side in sides}  # made once for both
    assert folder is not None and folder.parent == tmp_path


def test_a_notebook_becomes_a_script_that_goes_by_its_name(tmp_path: Path) -> None:
    notebook = tmp_path / "train.ipynb"
    cell: dict[str, Any] = {"cell_type": "code", "metadata": {}, "source": ["print(1)\n"]}
    cell |= {"outputs": [], "execution_count": 1}
    notebook.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    side = runnable(Side(PYTHON, notebook), tmp_path)
    assert side.path_of == notebook and side.script.name == "train.py"
    assert "print(1)" in side.script.read_text()
