"""A child with what it has started: its memory, and its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu.runner.child import process, process_tree
from gpu2ipu.runner.child.process import Request, run
from gpu2ipu.runner.child.process_tree import memory_of, tree_of

MIB = 1 << 20
pytestmark = pytest.mark.skipif(not process_tree.is_known(), reason="needs /proc")

# takes so many MiB, in a child of its own if asked to, and waits
TAKES = """
import subprocess, sys, time
if len(sys.argv) > 2:
    subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1]], start_new_session=sys.argv[3:] == ["session"])
else:
    taken = bytearray(int(sys.argv[1]) << 20)
    print("taken", flush=True)
time.sleep(60)
"""


def test_the_memory_of_a_process() -> None:
    with subprocess.Popen([sys.executable, "-c", TAKES, "200"], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stdout.readline() == b"taken\n"
        assert 200 * MIB < memory_of(tree_of(child.pid)) < 400 * MIB
        child.kill()
    assert memory_of(tree_of(child.pid)) == 0


@pytest.mark.parametrize("more", [(), (TAKES,), (TAKES, "session")], ids=["itself", "child", "session"])
def test_a_child_that_takes_too_much(monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]) -> None:
    monkeypatch.setattr(process, "INTERVAL", 0.05)
    outcome = run(Request((sys.executable, "-c", TAKES, "300", *more), memory=200 * MIB, timeout=50.0))
    assert outcome.took_too_much and not outcome.timed_out and not outcome
    assert outcome.seconds < 40
    assert not [each for each in tree_of(1) + tree_of(os.getpid()) if is_taking(each.pid)]


def is_taking(pid: int) -> bool:
    """True if a process is one of TAKES, and runs."""
    try:
        stat, command = (Path(f"/proc/{pid}/{name}").read_text() for name in ("stat", "cmdline"))
    except OSError:
        return False
    return "taken = bytearray" in command and "Z" not in stat.rpartition(")")[2].split()[0]


def test_a_child_within_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "INTERVAL", 0.05)
    code = "import time; time.sleep(0.5); print('done')"
    outcome = run(Request((sys.executable, "-c", code), memory=500 * MIB, timeout=50.0))
    assert outcome and outcome.output == "done"


def test_a_time_limit_with_a_limit_of_memory() -> None:
    outcome = run(Request((sys.executable, "-c", TAKES, "1"), memory=500 * MIB, timeout=1.0))
    assert outcome.timed_out and not outcome.took_too_much and outcome.seconds < 40


def test_processes_that_end_meanwhile_are_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "7").mkdir()
    (tmp_path / "8").mkdir()
    numbers = ["S", "7", "8", *["0"] * 16, "99", "0", "5"]
    (tmp_path / "8" / "stat").write_text(f"8 (odd ) name) {' '.join(numbers)}")
    monkeypatch.setattr(process_tree, "PROC", tmp_path)
    assert tree_of(7) == tree_of(8) == (process_tree.Process(8, 7, 8, 99, 5),)
