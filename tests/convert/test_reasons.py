"""Sentences about files that could not be read, and about those with nothing to port."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.convert.reasons import why_failed, why_idle
from gpu2ipu.errors import InternalError, Trouble

PATH = Path("train.py")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# gpu2ipu: ignore-file\nimport keras\n", "comment takes it out"),
        ("# nothing\n", "it has no Python code"),
        ("", "it has no Python code"),
        ("import numpy\n", "it does not use Keras"),
        ("from kerastuner import x\n", "it does not use Keras"),
        ("import tensorflow.keras\n", "no rule has anything to change"),
        ("def f():\n    from keras import layers\n", "no rule has anything to change"),
    ],
)
def test_why_idle(text: str, reason: str) -> None:
    sentence = why_idle(parse(PATH, text))
    assert sentence.startswith("nothing to port: ") and sentence.endswith(reason)


def caught(code: str) -> Exception:
    """What the compiler raises."""
    with pytest.raises((SyntaxError, ValueError)) as info:
        compile(code, "train.py", "exec")
    return info.value


@pytest.mark.parametrize(
    ("error", "begin"),
    [
        (Trouble("train.py: cannot be read"), "train.py: cannot be read"),
        (caught("a = (\n"), "train.py:1: cannot be parsed: '(' was never closed"),
        (
            ValueError("source code string cannot contain null bytes"),
            "train.py:1: cannot be parsed: it contains",
        ),
        (RecursionError(), "train.py:1: cannot be parsed: it is nested too deeply"),
        (MemoryError(), "train.py:1: cannot be parsed: it is nested too deeply"),
        (InternalError("no end"), "train.py: internal error: no end; please report it"),
    ],
)
def test_why_failed(error: Exception, begin: str) -> None:
    assert why_failed(PATH, error).startswith(begin)


IS_TUPLE = pytest.mark.skipif(
    sys.version_info >= (3, 14), reason="Python 3.14 takes it as a tuple of classes"
)


@pytest.mark.parametrize(
    "code",
    ["print 1", pytest.param("try:\n    pass\nexcept A, b:\n    pass", marks=IS_TUPLE), "a = 010"],
)
def test_python_2_is_told(code: str) -> None:
    assert "port it to Python 3 first" in why_failed(PATH, caught(code))


def test_a_defect_of_the_tool_is_told_with_its_place() -> None:
    try:
        raise KeyError("a")
    except KeyError as error:
        assert "internal error: KeyError in test_reasons.py:" in why_failed(PATH, error)
