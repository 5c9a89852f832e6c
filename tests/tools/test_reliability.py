"""The trials of reliability: what they call a fault, and that runs which are killed or disturbed leave none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests import mutations
from tests.tools.loading import TOOLS, tool


@pytest.fixture
def reliability(monkeypatch: pytest.MonkeyPatch) -> Any:
    loaded = tool("reliability")
    monkeypatch.setattr(loaded, "FILES", 12)
    return loaded


def test_what_a_fault_is(reliability: Any, tmp_path: Path) -> None:
    files = reliability.Folder({"a.py": b"old", "b.py": b"old"}, {"a.py": b"new", "b.py": b"new"}, 1.0)
    files.write(tmp_path / "files")
    assert not files.faults(tmp_path / "files") and not files.is_midway(tmp_path / "files")
    (tmp_path / "files" / "a.py").write_bytes(b"new")
    assert not files.faults(tmp_path / "files") and files.is_midway(tmp_path / "files")
    (tmp_path / "files" / "a.py").write_bytes(b"ne")
    (tmp_path / "files" / ".left.tmp").touch()
    (tmp_path / "files" / "b.py").unlink()
    assert files.faults(tmp_path / "files") == ["a.py", "b.py", ".left.tmp"]


@pytest.mark.parametrize("kind", ["kill", "twice"])
def test_trials(reliability: Any, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert reliability.main([kind, "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == (3 if kind == "kill" else 1) and all("0 with a fault" in line for line in lines)


def test_arguments(reliability: Any) -> None:
    with pytest.raises(SystemExit, match="What becomes of files"):
        reliability.main(["drop"])


def test_fuzz(reliability: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scripts each time, more of them on a faster machine."""
    monkeypatch.setattr(mutations, "scripts", lambda: [mutations.ROOT / "fixtures" / "mnist_cnn" / "gpu.py"])
    assert reliability.main(["fuzz", "1", "3"]) == 0
    assert "0 with a fault" in capsys.readouterr().out


def test_how_a_fork_ends(reliability: Any) -> None:
    def hang() -> list[str]:
        reliability.hangs(0, None)
        return []

    assert reliability.in_a_fork(lambda: ["one", "two"]) == ["one", "two"]
    assert reliability.in_a_fork(lambda: os._exit(3)) == ["ends with 3"]
    assert reliability.in_a_fork(lambda: os.kill(os.getpid(), signal.SIGKILL)) == ["ends with -9"]
    (said,) = reliability.in_a_fork(hang)
    assert said.startswith("raises Hangs: ") and "in hang" in said


def test_what_a_minute_says(reliability: Any, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(reliability, "INTERVAL", 0.0)
    reliability.Progress(lambda: "3 scripts").tell()
    assert capsys.readouterr() == ("", "3 scripts\n")
    monkeypatch.setattr(reliability, "INTERVAL", 60.0)
    reliability.Progress(lambda: "3 scripts").tell()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("kind", ["fuzz", "kill"])
def test_the_count_after_a_signal(kind: str, sent: signal.Signals, tmp_path: Path) -> None:
    """What was done until then is said, and nothing is left over."""
    process = subprocess.Popen(
        [sys.executable, TOOLS / "reliability.py", kind],
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(TOOLS.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(tmp_path.glob("*/*")) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(sent)
    out, err = process.communicate()
    assert process.returncode in (130, 143), err
    assert "Traceback" not in err
    assert kind == "kill" or " scripts, " in out
    assert not list(tmp_path.iterdir())


def test_what_is_not_needed_for_a_fault(reliability: Any) -> None:
    for needed in ({3}, {0, 9}, {2, 5, 6}, set(range(10))):
        assert reliability.reduced(range(10), lambda some, needed=needed: needed <= {*some}) == sorted(needed)


def test_inputs_as_accidents_make_them(reliability: Any) -> None:
    """They have a limit, and are the same with the same seed."""
    data = (mutations.ROOT / "fixtures" / "mnist_cnn" / "gpu.py").read_bytes()
    found = [reliability.other_input(data, 4096, seed) for seed in range(40)]
    assert found == [reliability.other_input(data, 4096, seed) for seed in range(40)]
    assert len({*found}) > 20 and max(map(len, found)) <= 4096


def test_fuzz_bytes(
    reliability: Any, capfd: pytest.CaptureFixture[str], monkeypatch: Any, tmp_path: Path
) -> None:
    pytest.importorskip("atheris")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reliability, "SEEDS", 3)
    assert reliability.main(["fuzz-bytes", "20", "3"]) == 0
    assert " inputs, " in capfd.readouterr().out


def test_fuzz_bytes_without_atheris(reliability: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(reliability.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="pip install atheris"):
        reliability.main(["fuzz-bytes"])
