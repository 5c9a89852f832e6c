"""Star imports of what later releases brought, in notebooks and in several files."""

from __future__ import annotations

import json
from pathlib import Path

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_file
from gpu2ipu.rules.tf26.api_uses import starred
from gpu2ipu.rules.tf26.tables.newer_api import NEWER_NAMES
from tests.projects_in_memory import whole

MODEL = """\
model = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
print(relu(-1.0), max([1.0, 2.0]))
"""


def test_a_notebook(tmp_path: Path) -> None:
    cells = ["import keras\nfrom keras import layers\nfrom keras.ops import *", MODEL]
    parts = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": list[str]()}
    code = [{**parts, "source": cell} for cell in cells]
    path = tmp_path / "train.ipynb"
    path.write_text(json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    result = convert_file(path, Config())
    assert result.converted is not None and result.converted.complete, result.error
    assert "print(tf.nn.relu(-1.0), tf.reduce_max([1.0, 2.0]))" in result.converted.text
    assert "ops" not in result.converted.text


def test_a_module_that_hands_them_on(tmp_path: Path) -> None:
    files = {
        "common.py": "from tensorflow.keras.ops import *\n",
        "train.py": f"from common import *\n{MODEL}",
    }
    script = whole(tmp_path, files)
    told = {
        file.path.name: {name for _, name in starred(facts_of(file), NEWER_NAMES)} for file in script.files
    }
    assert told == {"common.py": set(), "train.py": {"keras.ops.relu", "keras.ops.max"}}
