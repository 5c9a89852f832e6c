"""Temporary folders are gone at the end, whatever it is, and children make theirs in the one of their run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner.child import process_tree
from gpu2ipu.runner.child.temporary_folder import folder_for_all, remove, temporary_folder, variables_of

# waits in a temporary folder for a signal, with a child that leaves files in it, and says so
WAITS = """
import subprocess, sys, time
from gpu2ipu.runner.child.temporary_folder import {name}
child = "import tempfile, time; tempfile.mkdtemp(); tempfile.mkstemp(); print(1, flush=True); time.sleep(60)"
with {name}("test") as folder:
    (folder / "left").touch()
    started = subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE, start_new_session=True)
    started.stdout.read(1)
    print(started.pid, flush=True)
    try:
        for _ in range(600):  # a signal just before a long sleep would wait for its end
            time.sleep(0.1)
    finally:
        {last}
"""
SCRIPT = """\
import tempfile
import numpy as np
import tensorflow as tf

tempfile.mkdtemp(), tempfile.mkstemp()
open("left.txt", "w").close()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.ones((8, 2), "float32"), np.ones((8, 1), "float32"), batch_size=4)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What counts as the user's place of temporary files."""
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def test_the_end_of_a_folder(place: Path) -> None:
    with temporary_folder("test") as folder:
        assert folder.parent == place and folder.name.startswith("gpu2ipu-test-")
        (folder / "closed").mkdir()
        (folder / "closed" / "file").touch()
        (folder / "closed").chmod(0)
    assert not list(place.iterdir())
    with pytest.raises(ValueError), temporary_folder("test"):
        raise ValueError
    assert not list(place.iterdir())
    remove(place / "missing")


@pytest.mark.skipif(not process_tree.is_known(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal(place: Path, number: signal.Signals) -> None:
    """Another one, while things are put in order, does not disturb that."""
    again = "import os, signal; os.kill(os.getpid(), signal.SIGTERM); os.kill(os.getpid(), signal.SIGHUP)"
    code = WAITS.format(name="folder_for_all", last=again if number == signal.SIGTERM else "pass")
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert len(list(place.iterdir())) == 1
    parent.send_signal(number)
    assert parent.wait(60) == (-signal.SIGINT if number == signal.SIGINT else 128 + number)
    assert not list(place.iterdir())
    for _ in range(100):
        if is_gone(child):
            break
        time.sleep(0.05)
    assert is_gone(child)
    parent.stdout.close()


def is_gone(pid: int) -> bool:
    """True if a process has ended, though nobody may have asked for its exit code."""
    try:
        return "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True


def test_signals_that_are_ignored_stay_so(place: Path) -> None:
    code = (
        "import os, signal\n"
        "from gpu2ipu.runner.child.temporary_folder import temporary_folder\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with temporary_folder('test'):\n    os.kill(os.getpid(), signal.SIGHUP)\n    print('on')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "on\n" and not list(place.iterdir())


def test_the_environment_is_as_before(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TFHUB_CACHE_DIR", raising=False)
    before = dict(os.environ)
    with folder_for_all("test") as folder:
        assert os.environ["TMPDIR"] == str(folder)
        assert os.environ["TFHUB_CACHE_DIR"] == str(place / "tfhub_modules")
    assert dict(os.environ) == before
    monkeypatch.setenv("TFHUB_CACHE_DIR", "/models")
    assert variables_of(place)["TFHUB_CACHE_DIR"] == "/models"


@pytest.mark.skipif(not process_tree.is_known(), reason="other processes cannot be read")
def test_what_ran_before_goes_on(place: Path) -> None:
    with subprocess.Popen(["sleep", "600"]) as earlier:
        with folder_for_all("test"):
            later = subprocess.Popen(["sleep", "600"])
        assert later.wait(60) == -signal.SIGKILL
        assert earlier.poll() is None
        earlier.kill()


@pytest.mark.tensorflow
@pytest.mark.parametrize("asked", [("compare",), ("plan",), ("run", "--record=port.zip")], ids=" ".join)
def test_nothing_is_left_of_a_script(
    command: Any, place: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    (tmp_path / "train.py").write_text(SCRIPT)
    done = command(*asked, "train.py")
    assert done.code == 0, done.err
    assert not list(place.iterdir())


@pytest.mark.tensorflow
def test_a_run_that_is_ended(place: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "train.py").write_text(f"import time\nopen({str(mark)!r}, 'w').close()\ntime.sleep(100)\n")
    parent = subprocess.Popen([sys.executable, "-m", "gpu2ipu", "run", "train.py"], cwd=tmp_path)
    for _ in range(1800):
        if mark.exists():
            break
        time.sleep(0.1)
    assert [path.name[:12] for path in place.glob("gpu2ipu-*")] == ["gpu2ipu-run-"]
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(60) == 128 + signal.SIGTERM
    assert not list(place.glob("gpu2ipu-*"))
