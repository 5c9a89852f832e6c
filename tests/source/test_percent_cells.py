"""Scripts with cells: their comments stay where they are, and no block reaches over one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_file, convert_file
from gpu2ipu.source.percent_cells import mark, unmark

CELLS = (
    "import numpy as np\nfrom tensorflow import keras",
    "x = np.zeros((520, 4), 'float32')\ny = np.zeros((520, 1), 'float32')",
    "model = keras.Sequential()",
    "# the layers\nmodel.add(keras.layers.Dense(1, input_shape=(4,)))",
    "model.compile('sgd', 'mse')",
    "model.fit(x, y, batch_size=32)",
)


def script(comment: str, blank: int) -> str:
    gap = "\n" * (1 + blank)
    return gap.join(f"{comment.format(i)}{gap}{cell}" for i, cell in enumerate(CELLS, 1)) + "\n"


def port(tmp_path: Path, text: str) -> str:
    path = tmp_path / "train.py"
    path.write_text(text)
    result = convert_file(path, Config())
    assert result.source and result.converted, result.error
    return result.source.encode(result.converted.text).decode()


@pytest.mark.parametrize("blank", [0, 1, 2])
@pytest.mark.parametrize(
    "comment", ["# %%", "#%% title {}", "# In[{}]:", "# In [ ]:", "# <codecell>", "# COMMAND ---"]
)
def test_cells_stay_cells(tmp_path: Path, comment: str, blank: int) -> None:
    text = script(comment, blank)
    ported = port(tmp_path, text)
    comments = [comment.format(i) for i in range(1, len(CELLS) + 1)]
    lines = ported.splitlines()
    starts = [i for i, line in enumerate(lines) if line in comments]
    assert [lines[i] for i in starts] == comments
    cells = ["\n".join(lines[a:b]) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    assert all(cell.count("with strategy.scope():") == (3 <= i <= 5) for i, cell in enumerate(cells, 1))
    assert "IPUStrategy()" in cells[0]
    assert "train_steps = " in cells[4]
    for cell in cells:
        ast.parse(cell)
    assert port(tmp_path, ported) == ported


def test_findings_are_on_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(script("# %%", 0))
    assert [f.place for f in check_file(path, Config()).findings if f.rule == "IPU103"] == [
        "8:1",
        "11:1",
        "13:1",
    ]


def test_the_light_format_of_jupytext(tmp_path: Path) -> None:
    head = "# ---\n# jupyter:\n#   jupytext:\n#     text_representation:\n# ---\n\n"
    cells = "\n\n".join(f"# +\n{cell}\n# -" for cell in CELLS) + "\n"
    assert "    # " not in port(tmp_path, head + cells).replace("    # the layers", "")
    assert mark(cells) == cells  # without the header a plus is a list


@pytest.mark.parametrize(
    "text",
    [
        "x = [\n# %%\n1]\n",
        "def f():\n    a = 1\n# %%\n    b = 2\n",
        "if x:\n    a\n# In[2]:\nelse:\n    b\n",
        "x = '''\n# %%\n'''\n",
        "x = (\n# %%\n",
        "  # %%\n",
    ],
)
def test_a_comment_inside_of_something_marks_no_cell(text: str) -> None:
    assert mark(text) == text


def test_marks_come_off() -> None:
    text = script("# %% [markdown]", 1)
    assert mark(text).count("\n") == text.count("\n")
    assert mark(text) != text
    assert unmark(mark(text)) == text
