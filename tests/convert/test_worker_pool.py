"""Real workers, one of which dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gpu2ipu.convert import worker_pool
from gpu2ipu.convert.worker_pool import each


def work(item: int) -> str:
    """The item as text; a negative one ends its worker."""
    if item < 0:
        os._exit(3)
    return str(item)


def failed(item: int, sentence: str) -> str:
    return f"{item}: {sentence.partition(':')[0]}"


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(each(work, failed, range(5), jobs)) == ["0", "1", "2", "3", "4"]


def test_a_worker_that_dies_costs_only_its_item() -> None:
    assert list(each(work, failed, [1, -2, 3, -4, 5], 2)) == [
        "1",
        "-2: internal error",
        "3",
        "-4: internal error",
        "5",
    ]


def test_the_rest_is_dropped_when_nobody_asks_for_it() -> None:
    results = each(work, failed, range(100), 1)
    assert next(results) == "0"
    results.close()  # type: ignore[attr-defined]


WAITING = """\
import os, time
from gpu2ipu.convert.worker_pool import each

def wait(item):
    open(f"{item}.{os.getpid()}", "w").close()
    time.sleep(100)

list(each(wait, print, range(2), 2))
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(tmp_path: Path, sent: signal.Signals) -> None:
    """Also where only the parent gets the signal, and does not hear it."""
    with subprocess.Popen([sys.executable, "-c", WAITING], cwd=tmp_path) as process:
        while len(list(tmp_path.iterdir())) < 2:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(sent)
    workers = [int(path.suffix[1:]) for path in tmp_path.iterdir()]
    end = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not [pid for pid in workers if is_running(pid)]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:  # one that nobody waits for has ended, too
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def test_what_starts_workers_changes_no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (None, "1"):
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
        if value:
            monkeypatch.setenv("PYTHONSAFEPATH", value)
        list(each(work, failed, range(3), 2))
        assert os.environ.get("PYTHONSAFEPATH") == value


def test_workers_of_python_3_10(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter that cannot be told not to import from the working folder starts none."""
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    assert worker_pool.is_safe() == (sys.platform == "linux")
    monkeypatch.setattr(worker_pool, "START", None)
    assert not worker_pool.is_safe()
    monkeypatch.setattr(sys, "version_info", (3, 11, 0))
    assert worker_pool.is_safe()
