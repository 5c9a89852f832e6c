"""What GPU code leaves behind: its comments and imports go with it, those of anything else stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_file, convert_text, convert_texts
from gpu2ipu.rules import all_rules
from tests.projects_in_memory import of, write

REMOVES = [rule for rule in all_rules() if rule.id in ("IPU501", "IPU502", "IPU505")]
MODEL = "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
VARIABLE = 'os.environ["CUDA_VISIBLE_DEVICES"] = "0"\n'


def ported(text: str) -> str:
    return convert_text(Path("train.py"), text, Config(format=False), REMOVES).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"import os\nimport tensorflow as tf\n{VARIABLE}", "import tensorflow as tf\n"),
        (
            f"import os\nimport tensorflow as tf\n{VARIABLE}print(os.name)\n",
            "import os\nimport tensorflow as tf\nprint(os.name)\n",
        ),
        (f"import os, re\nimport tensorflow as tf\n{VARIABLE}", "import os, re\nimport tensorflow as tf\n"),
        (
            f"import os\nimport os.path\nimport tensorflow as tf\n{VARIABLE}",
            "import os\nimport os.path\nimport tensorflow as tf\n",
        ),
        (
            f"import os\nimport tensorflow as tf\n__all__ = ['os']\n{VARIABLE}",
            "import os\nimport tensorflow as tf\n__all__ = ['os']\n",
        ),
        (
            "import os\nimport settings\nimport tensorflow as tf\nos.environ['CUDA_VISIBLE_DEVICES'] = settings.GPU\n",
            "import settings\nimport tensorflow as tf\n",
        ),
        (
            f"import re\nimport os\nimport tensorflow as tf\n{VARIABLE}",
            "import re\nimport tensorflow as tf\n",
        ),
        (
            "from numba import cuda\nimport tensorflow as tf\ncuda.select_device(0)\ncuda.close()\n",
            "import tensorflow as tf\n",
        ),
        (
            f"import os\nimport tensorflow as tf\n{VARIABLE}os.environ['NCCL_DEBUG'] = 'INFO'  # gpu2ipu: ignore\n",
            "import os\nimport tensorflow as tf\nos.environ['NCCL_DEBUG'] = 'INFO'  # gpu2ipu: ignore\n",
        ),
        (
            f"def f():\n    import os\n    {VARIABLE}import tensorflow as tf\nprint(f())\n",
            "def f():\n    import os\nimport tensorflow as tf\nprint(f())\n",
        ),
    ],
)
def test_an_import_goes_with_what_alone_read_it(before: str, after: str) -> None:
    assert ported(before + MODEL) == after + MODEL


@pytest.mark.parametrize("text", ["from settings import *\n", "import settings\n"])
def test_an_import_stays_where_another_file_may_read_it(text: str, tmp_path: Path) -> None:
    settings = f"import os\nimport tensorflow as tf\n{VARIABLE}{MODEL}"
    files = {"train.py": f"{text}import tensorflow as tf\n{MODEL}", "settings.py": settings}
    (project,) = of(write(tmp_path, files))
    texts = {path: path.read_text() for path in project.files}
    converted = convert_texts(project, texts, Config(format=False), REMOVES)
    assert converted[tmp_path / "settings.py"].text == settings.replace(VARIABLE, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# the first GPU\nSET\n\nx = 1\n", "\nx = 1\n"),
        ("\n# GPUs:\n# set CUDA up\nSET\n# the data\nx = 1\n", "\n# the data\nx = 1\n"),
        ("\n# GPUs, and the data\nSET\nx = 1\n", "\n# GPUs, and the data\nx = 1\n"),
        ("\n# the first one\nSET\n\nx = 1\n", "\n# the first one\n\nx = 1\n"),
        ("\n# on a GPU\n\n# now\nSET\n\nx = 1\n", "\n# on a GPU\n\n# now\n\nx = 1\n"),
        ("if x:\n    y = 2\n    # the GPU\n    SET\nz = 3\n", "if x:\n    y = 2\nz = 3\n"),
        ("\n# the GPU\nSET\nSET\n\nx = 1\n", "\nx = 1\n"),
    ],
)
def test_a_comment_goes_with_the_gpus_that_it_speaks_of(before: str, after: str) -> None:
    head = "import os\nimport tensorflow as tf\nx = os.name\n"
    assert ported(head + before.replace("SET\n", VARIABLE) + MODEL) == head + after + MODEL


def test_an_import_stays_in_a_notebook_where_a_magic_may_read_it(tmp_path: Path) -> None:
    cells = ["import os\nimport tensorflow as tf", VARIABLE, "!echo {os.name}", MODEL]
    parts = [{"cell_type": "code", "source": cell, "metadata": {}, "outputs": []} for cell in cells]
    path = tmp_path / "train.ipynb"
    path.write_text(json.dumps({"cells": parts, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    converted = convert_file(path, Config()).converted
    assert converted is not None
    assert "import os\n" in converted.text
    assert "CUDA" not in converted.text
