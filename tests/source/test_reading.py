"""A file becomes a script or a notebook, by its suffix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.source.notebook import Notebook
from gpu2ipu.source.reading import read_source
from gpu2ipu.source.script_file import Source

CELL: dict[str, object] = {
    "cell_type": "code",
    "metadata": {},
    "source": ["a = 1\n"],
    "outputs": [],
    "execution_count": None,
}
NOTEBOOK: dict[str, object] = {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_a_script(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"a = 1\n")
    source = read_source(path)
    assert (type(source), source.text) == (Source, "a = 1\n")


def test_a_notebook(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(NOTEBOOK))
    source = read_source(path)
    assert isinstance(source, Notebook) and "a = 1\n" in source.text


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"b\.py: cannot be read: No such file"):
        read_source(tmp_path / "b.py")
