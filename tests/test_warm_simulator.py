"""A run in a warm simulator is what one in a process of its own would be."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner.child import process
from gpu2ipu.runner.child.process import ProcessOutcome, Request
from tests import warm_simulator
from tests.warm_simulator import SIMULATOR

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

SCRIPT = """
import os, signal, sys, time
import numpy as np
import tensorflow as tf

print(os.environ.get("MARK"), os.getcwd(), sys.argv[1:], sys.path[0], hasattr(tf, "mark"), sys.stdin.read())
print(np.random.rand(), file=sys.stderr)
assert tf.keras.Sequential([tf.keras.layers.Dense(1)])(tf.zeros([1, 1])).numpy() == 0
tf.mark = os.environ["MARK"] = "left behind"
os.chdir("/")
what = sys.argv[1]
if what == "leave":
    if os.fork() == 0:
        time.sleep(60)
    sys.exit(7)
if what == "die":
    os.kill(os.getpid(), signal.SIGTERM)
if what == "hang":
    time.sleep(60)
"""


@pytest.mark.parametrize("where", [HERE, THERE])
def test_runs_know_nothing_of_each_other(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    python = sys.executable if where == "here" else request.getfixturevalue("python38")
    (tmp_path / "train.py").write_text(SCRIPT)
    seen = set()
    for what, code in (("leave", 7), ("leave", 7), ("die", -signal.SIGTERM), ("hang", -signal.SIGALRM)):
        environment = {**os.environ, "MARK": what}
        arguments, timeout = ("train.py", what), 15 if what == "hang" else None
        ended = warm_simulator.simulator_of(python).run(arguments, environment, str(tmp_path), timeout)
        assert ended.returncode == code, ended.stderr
        assert ended.stdout == f"{what} {tmp_path} ['{what}'] {tmp_path} False \n"
        seen.add(ended.stderr.splitlines()[0])
    assert len(seen) == 4  # random numbers


@pytest.mark.parametrize(
    ("command", "variables"),
    [
        ((sys.executable, SIMULATOR, "--sdk=2.6", "train.py"), {}),
        ((sys.executable, SIMULATOR, "--real-ipu", "train.py"), {}),
        ((sys.executable, SIMULATOR, "train.py"), {"PYTHONPATH": "/somewhere"}),
        (("/usr/bin/python3", SIMULATOR, "train.py"), {}),
        ((sys.executable, "train.py"), {}),
    ],
)
def test_other_children_are_started(
    command: tuple[str, ...], variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(request: Request) -> Any:
        return ProcessOutcome(request.command, 5, "", 0)

    monkeypatch.setattr(process, "run", started)
    assert warm_simulator.run(Request(command, variables)).exit_code == 5
