"""Many files: results in order, and what happens when a worker dies or the user has enough."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.batch import check_files, convert_files
from tests.sample_rules import SAMPLES, Deadly, use

CLEAN, BATCHED = "import keras\n", "import keras\nx.batch(3)\n"


@pytest.fixture(autouse=True)
def _forked_workers_with_sample_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, *SAMPLES, Deadly())
    monkeypatch.setattr(
        multiprocessing.context._default_context,
        "_actual_context",
        multiprocessing.get_context("fork"),
    )


def write(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"s{number:02}.py" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_files(tmp_path: Path, jobs: int) -> None:
    paths = write(tmp_path, *[BATCHED * (number % 3) for number in range(12)])
    results = list(check_files(paths, Config(jobs=jobs)))
    assert [result.path for result in results] == paths
    assert [len(result.findings) for result in results] == [number % 3 for number in range(12)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_one_file_leaves_the_others_alone(tmp_path: Path, jobs: int) -> None:
    paths = write(tmp_path, BATCHED, "x = (\n", BATCHED)
    results = list(convert_files(paths, Config(jobs=jobs)))
    assert [result.error is None for result in results] == [True, False, True]
    assert results[2].converted
    assert "drop_remainder" in results[2].converted.text


def test_a_worker_that_dies_costs_only_its_file(tmp_path: Path) -> None:
    paths = write(tmp_path, CLEAN, BATCHED + "'die'", CLEAN, BATCHED, BATCHED + "'die'", BATCHED)
    results = list(check_files(paths, Config(jobs=2)))
    assert [result.path for result in results] == paths
    died = [result.error for result in results if result.error]
    assert died == [
        f"{path}: internal error: its worker process died; please report it" for path in (paths[1], paths[4])
    ]
    assert [len(result.findings) for result in results] == [0, 0, 0, 1, 0, 1]


def test_an_iteration_that_is_left_early_ends(tmp_path: Path) -> None:
    results = check_files(write(tmp_path, *[BATCHED] * 50), Config(jobs=2))
    assert next(iter(results)).findings
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_workers_may_be_spawned(tmp_path: Path) -> None:
    """The rules are the real ones here: a spawned worker knows nothing of the samples."""
    write(tmp_path, "import numpy\n", "x = (\n", "import numpy\n")
    command = (
        "import multiprocessing, sys; from gpu2ipu.cli import main\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn'); sys.exit(main(['check', '-j2', '.']))\n"
    )
    (tmp_path / "start").write_text(command)
    child = subprocess.run(
        [sys.executable, "start"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (child.returncode, child.stdout) == (2, "")
    assert child.stderr == "s01.py:1: cannot be parsed: '(' was never closed\n"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="sees its workers through /proc")
def test_ctrl_c_ends_at_once_and_quietly(tmp_path: Path) -> None:
    write(tmp_path, *["x = 1\n" * 20_000] * 200)
    child = subprocess.Popen(
        [sys.executable, "-m", "gpu2ipu", "check", "-j2", "."],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for_workers(child.pid)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err.strip()) == (130, "", "gpu2ipu: interrupted")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starts its workers otherwise")
def test_ctrl_c_while_a_worker_is_forked(tmp_path: Path) -> None:
    write(tmp_path, "x = 1\n", "x = 2\n")
    command = (
        "import os, signal, sys; from gpu2ipu.cli import main\n"
        "os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(main(['check', '-j2', '.']))\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (child.returncode, child.stdout, child.stderr.strip()) == (130, "", "gpu2ipu: interrupted")


def wait_for_workers(parent: int) -> None:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    for _ in range(200):
        time.sleep(0.1)
        if children.read_text():
            return
    pytest.fail("no worker has started")
