"""Advice on failures that are not the script's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gpu2ipu.runner import advice


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ImportError: attempted relative import with no known parent package", "as in `-m package.train`"),
        (
            "ModuleNotFoundError: No module named 'wandb.keras'",
            "/py has no module wandb.keras: install it there, or",
        ),
        (
            "ModuleNotFoundError: No module named 'sklearn.datasets'",
            "no module sklearn.datasets: install it there (`/py -m pip install scikit-learn`), or",
        ),
        (
            "Exception: URL fetch failure on https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz",
            "cannot be downloaded: --synthetic-data",
        ),
        ("EOFError: EOF when reading a line", "nothing to read from the terminal"),
        (
            "TypeError: `generator` yielded an element of shape (4, 8) where an element of shape (32, 8) was expected."
            * 2,
            "began with a batch of 32 rows gives one of 4",
        ),
        ("TypeError: The dataset length is unknown.", "fewer rows than one batch"),
        (
            "ValueError: The provided set of data is of type `zip` which is not compatible with the IPU's requirement "
            "to know the data shape ahead of time.",
            "takes no `zip`: pass `tf.data.Dataset.from_generator(",
        ),
        (
            "The provided dataset contains 0 items, but all 1 replicas are requested",
            "fewer rows than one batch",
        ),
        ("train.py: error: the following arguments are required: --epochs", "after `--`"),
    ],
)
def test_advice(words: str, expected: str) -> None:
    (sentence,) = advice.on(words, Path("/py"))
    assert expected in sentence


@pytest.mark.parametrize(
    "words",
    [
        "",
        "ModuleNotFoundError: No module named 'tensorflow.python.ipu'",
        "ModuleNotFoundError: No module named 'keras.ipu'",
        "ValueError: wrong",
        "TypeError: `generator` yielded an element of shape () where an element of shape (1,) was expected.",
        "The provided dataset contains 10 items, but all 2 replicas are requested",
    ],
)
def test_nothing_to_say(words: str) -> None:
    assert list(advice.on(words, Path("/py"))) == []


def test_a_tensorboard_that_is_not_there() -> None:
    words = "TBNotInstalledError: TensorBoard is not installed, missing implementation for tf.summary.scalar"
    (line,) = advice.on(words, "/x/python")
    assert line.endswith("/x/python -m pip install tensorboard")


def test_modules_that_are_missing_next_are_told_at_once(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        "import json\nimport cv2 as cv\ntry:\n    from skimage import io\nexcept ImportError: pass\n"
    )
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nshift 2\necho "$@"\n')  # lacks all that it is asked for
    python.chmod(0o755)
    (line,) = advice.on("ModuleNotFoundError: No module named 'wandb'", python, script)
    assert f"{python} has no modules wandb, cv2, skimage: install them there" in line
    assert f"(`{python} -m pip install opencv-python-headless scikit-image`)" in line
    (line,) = advice.on("ModuleNotFoundError: No module named 'cv2'", sys.executable, tmp_path / "gone.py")
    assert "has no module cv2: install it there" in line
