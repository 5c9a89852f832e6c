"""Requests, and interpreters that cannot be used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import launch
from gpu2ipu.runner.launch import SIMULATOR, Side, request

PYTHON, SCRIPT = Path("/some/python"), Path("train.py")


def test_a_port_shares_the_terminal_and_the_environment(monkeypatch):
    monkeypatch.setenv("PYTHONHOME", "/ours")
    asked = request(Side(PYTHON, SCRIPT, ("--epochs", "3")))
    assert asked.command == ("/some/python", str(SIMULATOR), "train.py", "--epochs", "3")
    assert asked.attached and asked.timeout is None
    assert "PYTHONHOME" not in asked.environment
    assert "PYTHONHASHSEED" not in asked.environment


def test_an_original_that_records():
    side = Side(
        PYTHON,
        SCRIPT,
        ("--", "x"),
        simulated=False,
        path_of=Path("a/b.py"),
        record=Path("o.jsonl"),
        follow=Path("p.jsonl"),
        seed=0,
        epochs=2,
        steps=3,
        samples=4,
        synthetic_data=True,
    )
    asked = request(side, timeout=5.0)
    assert asked.command == (
        "/some/python",
        str(SIMULATOR),
        "--no-ipu",
        "--synthetic-data",
        "--path-of=a/b.py",
        "--record=o.jsonl",
        "--follow=p.jsonl",
        "--seed=0",
        "--epochs=2",
        "--steps=3",
        "--samples=4",
        "train.py",
        "--",
        "x",
    )
    assert not asked.attached and asked.timeout == 5.0
    assert asked.environment["PYTHONHASHSEED"] == "0"


def test_another_interpreter_does_not_get_our_packages():
    """With the packages of this Python on its path, another one dies on importing numpy."""
    side = Side(PYTHON, SCRIPT, record=Path("r"))
    ours = [entry for entry in sys.path if "site-packages" in entry]
    asked = request(side)
    assert ours and not any(entry in asked.environment.get("PYTHONPATH", "") for entry in ours)


def fake_python(folder: Path, body: str) -> Path:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("exit 1", ["has no TensorFlow", 'pip install "gpu2ipu[simulator]"', "--python"]),
        ("echo not python; exit 64", ["not a Python that works", "not python"]),
        ("kill -9 $$", ["not a Python that works"]),
    ],
)
def test_interpreters_that_cannot_run_anything(tmp_path, body, words):
    with pytest.raises(Trouble) as trouble:
        launch.interpreter(fake_python(tmp_path, body), "--python")
    assert all(word in str(trouble.value) for word in [str(tmp_path), *words])
    assert "\n" not in str(trouble.value)


def test_an_interpreter_that_has_no_tensorflow(tmp_path):
    bare = fake_python(tmp_path, f'exec {sys.executable} -S -E "$@"')
    with pytest.raises(Trouble, match="has no TensorFlow"):
        launch.interpreter(bare, "--original-python")


@pytest.mark.parametrize("make", ["missing", "folder", "text"])
def test_what_is_no_program(tmp_path, make):
    path = tmp_path / "python"
    if make == "folder":
        path.mkdir()
    elif make == "text":
        path.write_text("#!/bin/sh\n")
    with pytest.raises(Trouble, match=r"--python .* cannot be run"):
        launch.interpreter(path, "--python")


def test_an_interpreter_that_works(tmp_path):
    good = fake_python(tmp_path, "exit 0")
    assert launch.interpreter(good, "--python") == good


@pytest.mark.parametrize("name", ["auto", "simulator"])
def test_backends(name):
    launch.check_backend(name)


def test_a_backend_that_is_not_there():
    with pytest.raises(Trouble, match="'ipu' is not supported; use 'simulator'"):
        launch.check_backend("ipu")
