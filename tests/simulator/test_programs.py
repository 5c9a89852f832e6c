"""The programs of `programs`: current TensorFlow and 2.6 compute the same numbers, and refuse in the same words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .programs import Program, load

ROOT = Path(__file__).parents[2]

#: Numbers may differ by so much of the largest one of their array.
TOLERANCE = 1e-6


def started(python: str) -> subprocess.Popen[str]:
    command = [python, "-m", "tests.simulator.programs"]
    environment = {**os.environ, "TF_USE_LEGACY_KERAS": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=str(ROOT), env=environment, stdout=pipe, stderr=pipe, text=True)


def outcomes(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate()
    assert process.returncode == 0, err[-5000:]
    return dict(json.loads(out))


def words(outcome: dict[str, Any]) -> str:
    """The text of an error, without the traceback that AutoGraph puts into it."""
    text = str(outcome["text"])
    return text.strip().splitlines()[-1].partition(": ")[2] if text.startswith("in user code:") else text


def arrays(numbers: Any) -> Iterator[Any]:
    """The arrays among lists and dictionaries of numbers; a number alone is one, too."""
    if isinstance(numbers, dict):
        numbers = list(numbers.values())
    try:
        yield np.array(numbers)
    except ValueError:  # parts of other shapes
        for part in numbers:
            yield from arrays(part)


def different_numbers(one: Any, other: Any) -> str:
    if "error" in one or "error" in other:
        return f"{one} and {other}"
    mine, theirs = list(arrays(one["numbers"])), list(arrays(other["numbers"]))
    if [array.shape for array in mine] != [array.shape for array in theirs]:
        return "other shapes"
    for pair in zip(mine, theirs):
        if not (pair[0] == pair[1]).all() and abs(pair[0] - pair[1]).max() > TOLERANCE * abs(pair[1]).max():
            return "{} and {}".format(*pair)
    return ""


def wrong_error(program: Program, outcome: dict[str, Any]) -> str:
    fits = outcome.get("error") == program.error and program.phrase in words(outcome)
    return "" if fits else f"{outcome} instead of {program.error}: {program.phrase}"


def faults(program: Program, now: list[dict[str, Any]], then: list[dict[str, Any]]) -> Iterator[str]:
    yield different_numbers(now[0], then[0])
    for broken, then_broken in zip(now[1:], then[1:]):
        yield wrong_error(program, broken) or wrong_error(program, then_broken)
        if not program.stock and words(broken) != words(then_broken):
            yield f"{words(broken)!r} and {words(then_broken)!r}"


@pytest.mark.tensorflow
@pytest.mark.tf26
def test_both_tensorflows_compute_and_refuse_the_same(python38: str) -> None:
    processes = [started(python) for python in (sys.executable, python38)]
    now, then = (outcomes(process) for process in processes)
    programs = load()
    assert set(now) == set(then) == set(programs)
    found = {name: list(filter(None, faults(programs[name], now[name], then[name]))) for name in programs}
    assert not {name: said for name, said in found.items() if said}


def test_a_comparison_that_can_fail() -> None:
    program = Program(lambda machine, broken: None, "ValueError", "too few")
    good: list[dict[str, Any]] = [
        {"numbers": [1.0, [2.0, 1e-9]]},
        {"error": "ValueError", "text": "There are too few."},
    ]
    other = {"error": "ValueError", "text": "In other words, too few."}
    wrapped = {
        "error": "ValueError",
        "text": "in user code:\n\n  File\n\n    ValueError: There are too few.\n",
    }
    assert not any(faults(program, good, [{"numbers": [1.0, [2.0, 2e-9]]}, wrapped]))
    for then in (
        [{"numbers": [1.00001, [2.0, 1e-9]]}, good[1]],
        [{"numbers": [1.0, [2.0, 1e-5]]}, good[1]],
        [{"numbers": [1.0, [2.0]]}, good[1]],
        [good[1], good[1]],
        [good[0], good[0]],
        [good[0], {**good[1], "error": "TypeError"}],
        [good[0], {**good[1], "text": "There are too many."}],
        [good[0], other],
    ):
        assert any(faults(program, good, then)), then
