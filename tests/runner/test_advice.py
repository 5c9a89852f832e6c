"""Advice on failures that are not the script's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.runner import advice


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ImportError: attempted relative import with no known parent package", "as in `-m package.train`"),
        (
            "ModuleNotFoundError: No module named 'wandb.keras'",
            "/py has no module wandb.keras: install it there",
        ),
        ("EOFError: EOF when reading a line", "nothing to read from the terminal"),
        ("train.py: error: the following arguments are required: --epochs", "behind `--`"),
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
    ],
)
def test_nothing_to_say(words: str) -> None:
    assert list(advice.on(words, Path("/py"))) == []
