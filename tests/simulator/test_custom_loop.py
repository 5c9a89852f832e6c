"""`fixtures/custom_loop_outfeed`: a training loop of one's own that inspects tensors on the device, end to end."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.simulator.children import run_warm

SCRIPT = Path(__file__).parents[2] / "fixtures" / "custom_loop_outfeed" / "ipu.py"

LAYERS = ["hidden", "logits"]
TENSORS = [f"{layer}_activation" for layer in LAYERS]
TENSORS += [f"{layer}/{part}_grad" for layer in LAYERS for part in ("bias", "kernel")]

BOTH = [
    pytest.param(None, marks=pytest.mark.tensorflow, id="current"),
    pytest.param("python38", marks=pytest.mark.tf26, id="2.6"),
]


@pytest.fixture
def python(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param)) if request.param else sys.executable


def lines_of(python: str, *arguments: str) -> list[str]:
    done = run_warm(python, SCRIPT, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def losses(lines: list[str]) -> list[float]:
    return [float(line.rpartition(" ")[2]) for line in lines if line.startswith("epoch")]


@pytest.mark.parametrize("python", BOTH, indirect=True)
def test_everything_is_inspected_and_the_model_learns(python: str) -> None:
    lines = lines_of(python, "--epochs=3")
    shown = [line.split()[0] for line in lines if line.startswith(" ")]
    assert shown == TENSORS * 3
    assert all("NaN 0 inf 0" in line for line in lines if line.startswith(" "))
    first, *_, last = losses(lines)
    assert first == pytest.approx(0.9665, abs=2e-3)
    assert last < first / 2


@pytest.mark.parametrize("python", BOTH, indirect=True)
def test_two_replicas_and_a_filter(python: str) -> None:
    lines = lines_of(python, "--epochs=1", "--replicas=2", "--inspect", "logits")
    shapes = {line.split()[0]: re.search(r"\((.*?)\)", line) for line in lines if line.startswith(" ")}
    assert {name: found and found[1] for name, found in shapes.items()} == {
        "logits_activation": "16, 2, 16, 3",
        "logits/bias_grad": "16, 2, 3",
        "logits/kernel_grad": "16, 2, 16, 3",
    }
    assert losses(lines) == pytest.approx([1.0438], abs=2e-3)
