"""The trials of reliability: what they call a fault, and that runs which are killed or disturbed leave none."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests import mutations
from tests.tools.loading import tool


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
