"""Secrets in the environment variables of a command stay out of what it writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CommandOutcome

pytestmark = pytest.mark.tensorflow

SECRET = "hunter2-d41d8cd98f"
VARIABLES = {
    "AWS_SECRET_ACCESS_KEY": SECRET,
    "HF_TOKEN": f"hf_{SECRET}",
    "WANDB_API_KEY": SECRET,
    "PIP_INDEX_URL": f"https://user:{SECRET}@index.example.org/simple",
    "https_proxy": f"http://user:{SECRET}@proxy.example.org:3128",
    "GPU2IPU_TEST_PASSWORD": SECRET,
}
SCRIPT = """\
import numpy as np
import tensorflow as tf

x, y = np.ones((64, 4), "float32"), np.ones((64, 1), "float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32, verbose=0)
"""
COMMANDS = (
    ("run", "--record", "port.record", "train_ipu.py"),
    ("run", "--along", "port.record", "--record", "original.record", "train.py"),
    ("run", "--json", "run.json", "train_ipu.py"),
    (
        "compare",
        "train.py",
        "train_ipu.py",
        "--html",
        "page.html",
        "--junit",
        "calls.xml",
        "--plot",
        "loss.svg",
    ),
    ("compare", "train.py", "--json", "compared.json"),
    ("run", "broken.py"),
    ("compare", "broken.py", "--json", "broken.json"),
    ("doctor",),
    ("doctor", "--json"),
)


def test_what_is_written(
    command: Callable[..., CommandOutcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "broken.py").write_text(f"{SCRIPT}raise ValueError(model)\n")
    assert command("convert", "train.py").code == 0
    for arguments in COMMANDS:
        outcome = command(*arguments)
        assert outcome.code in ((1, 2) if "broken.py" in arguments else (0, 1)), outcome
        assert SECRET not in outcome.out + outcome.err, arguments
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {
        "original.record",
        "port.record",
        "page.html",
        "calls.xml",
        "loss.svg",
        "run.json",
        "compared.json",
    } <= written
    leaks = [path for path in tmp_path.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert leaks == []


def test_a_secret_would_be_seen(command: Callable[..., CommandOutcome], tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"{SCRIPT}print('{SECRET}')\n")
    assert SECRET in command("run", "train.py").out


def test_doctor_says_something(command: Callable[..., CommandOutcome]) -> None:
    assert json.loads(command("doctor", "--json").out)
