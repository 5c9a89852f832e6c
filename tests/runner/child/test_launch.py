"""Requests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gpu2ipu.runner.child.interpreters import SIMULATOR
from gpu2ipu.runner.child.launch import Side, request

PYTHON, SCRIPT = Path("/some/python"), Path("train.py")


def test_a_port_shares_the_terminal_and_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", "/ours")
    monkeypatch.setenv("TF2_BEHAVIOR", "1")  # as in a notebook that has imported TensorFlow
    asked = request(Side(PYTHON, SCRIPT, ("--epochs", "3")))
    assert asked.command == ("/some/python", str(SIMULATOR), "train.py", "--epochs", "3")
    assert asked.attached and asked.timeout is None
    assert asked.environment is not None
    assert asked.environment.keys().isdisjoint({"PYTHONHOME", "TF2_BEHAVIOR"})
    assert "PYTHONHASHSEED" not in asked.environment


def test_an_original_that_records() -> None:
    side = Side(
        PYTHON,
        SCRIPT,
        ("--", "x"),
        is_port=False,
        path_of=Path("a/b.py"),
        record=Path("o.jsonl"),
        follow=Path("p.jsonl"),
        seed=0,
        epochs=2,
        steps=3,
        samples=4,
        synthetic_data=True,
        data_folder=Path("data"),
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
        "--data-folder=data",
        "--seed=0",
        "--epochs=2",
        "--steps=3",
        "--samples=4",
        "train.py",
        "--",
        "x",
    )
    assert not asked.attached and asked.timeout == 5.0
    assert asked.environment is not None and asked.environment["PYTHONHASHSEED"] == "0"


def test_another_interpreter_does_not_get_our_packages() -> None:
    """With the packages of this Python on its path, another one dies on importing numpy."""
    side = Side(PYTHON, SCRIPT, record=Path("r"))
    ours = [entry for entry in sys.path if "site-packages" in entry]
    asked = request(side)
    assert ours and asked.environment is not None
    assert not any(entry in asked.environment.get("PYTHONPATH", "") for entry in ours)


def test_a_port_on_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--show_progress_bar=false")
    asked = request(Side(PYTHON, SCRIPT, real_ipu=True, variables={"TF_POPLAR_FLAGS": "--use_ipu_model"}))
    assert asked.command == ("/some/python", str(SIMULATOR), "--real-ipu", "train.py")
    assert asked.environment is not None
    assert asked.environment["TF_POPLAR_FLAGS"] == "--use_ipu_model"


def test_an_older_sdk() -> None:
    asked = request(Side(PYTHON, SCRIPT, sdk="2.6"))
    assert asked.command == ("/some/python", str(SIMULATOR), "--sdk=2.6", "train.py")


def test_its_original_in_the_same_interpreter() -> None:
    asked = request(Side(PYTHON, SCRIPT, is_port=False, real_ipu=True))
    assert asked.command == ("/some/python", str(SIMULATOR), "--no-ipu", "--real-ipu", "train.py")
