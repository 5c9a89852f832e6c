"""An original that fails for its names is written with others, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.renamed_original import OriginalNames, RenamedOriginal

SCRIPT = """\
from tensorflow import keras

import data

model = keras.Sequential([keras.layers.Dense(3)])
model.compile(keras.optimizers.legacy.SGD(0.1), "mse")
model.fit(*data.rows())
"""
MODULE = """\
from tensorflow import keras


def rows():
    keras.utils.set_random_seed(3)
    return [[1.0]] * 32, [[1.0, 2.0, 3.0]] * 32
"""
MISSING = "AttributeError: module 'keras.utils' has no attribute 'set_random_seed'"


def replaced(
    folder: Path, exception: str | None, text: str = SCRIPT, module: str = MODULE
) -> RenamedOriginal | None:
    script = folder / "train.py"
    script.write_text(text)
    (folder / "data.py").write_text(module)
    below = folder / "below"
    below.mkdir()
    side = Side(Path("python"), script, ("--fast",), follow=folder / "port.jsonl")
    return OriginalNames(script, "3.4", below).replaced(side, exception)


def test_names_change_and_nothing_else(tmp_path: Path) -> None:
    renamed = replaced(tmp_path, MISSING)
    assert renamed is not None
    text = renamed.side.script.read_text()
    assert text == SCRIPT.replace("optimizers.legacy.", "optimizers.")
    module = renamed.contents[tmp_path / "data.py"].decode()
    assert "set_random_seed" not in module and "tf.random.set_seed(3)" in module
    assert (tmp_path / "train.py").read_text() == SCRIPT and (tmp_path / "data.py").read_text() == MODULE


def test_it_runs_as_the_original_does(tmp_path: Path) -> None:
    renamed = replaced(tmp_path, MISSING)
    assert renamed is not None
    side = renamed.side
    assert (side.path_of, side.arguments, side.follow) == (
        tmp_path / "train.py",
        ("--fast",),
        tmp_path / "port.jsonl",
    )
    assert "--select IPU6" in renamed.note and renamed.note.endswith(MISSING)


@pytest.mark.parametrize("exception", [None, "KeyError: 'gone'", "SystemExit: 3"])
def test_other_failures_are_the_original_s_own(tmp_path: Path, exception: str | None) -> None:
    assert replaced(tmp_path, exception) is None


def test_an_original_without_such_names_is_run_once(tmp_path: Path) -> None:
    plain = SCRIPT.replace("optimizers.legacy.", "optimizers.")
    assert replaced(tmp_path, MISSING, plain, "def rows(): return [[1.0]] * 32, [1.0] * 32\n") is None


def test_what_cannot_be_read_is_left(tmp_path: Path) -> None:
    assert replaced(tmp_path, "SyntaxError: invalid syntax", "print 1\n") is None
