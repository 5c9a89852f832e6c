"""`fixtures/tensor_inspection`: what layers, an optimizer and a callback show is what plain TensorFlow computes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.simulator.children import run_warm

SCRIPT = Path(__file__).parents[2] / "fixtures" / "tensor_inspection" / "ipu.py"

BATCH, ROWS, RATE = 16, 256, 0.1
WEIGHTS = [f"{layer}/{part}:0" for layer in ("hidden", "deep", "logits") for part in ("kernel", "bias")]
ACTIVATIONS = ["hidden_activation", "deep_activation", "logits_activation"]

BOTH = [
    pytest.param(None, marks=pytest.mark.tensorflow, id="current"),
    pytest.param("python38", marks=pytest.mark.tf26, id="2.6"),
]


@pytest.fixture
def python(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param)) if request.param else sys.executable


def run(python: str, folder: Path, *arguments: str) -> tuple[list[str], dict[str, Any]]:
    """The lines that the script prints, and the arrays that it saves."""
    saved = folder / "inspected.npz"
    done = run_warm(python, SCRIPT, "--epochs=2", f"--save={saved}", *arguments)
    assert done.returncode == 0, done.stderr
    with np.load(saved) as arrays:
        return done.stdout.splitlines(), dict(arrays)


def data() -> tuple[Any, Any]:
    """The rows of the script."""
    rng = np.random.RandomState(1)
    x = rng.normal(size=(ROWS, 8)).astype("float32")
    return x, np.tanh(x @ rng.normal(size=(8, 3))).argmax(axis=1)


def expected(weights: list[Any], accumulation: int) -> dict[str, Any]:
    """What two epochs of plain training show: all activations, gradients of each batch, and those of each update."""
    import tensorflow as tf

    x, labels = data()
    variables = [tf.Variable(weight) for weight in weights]
    shown: dict[str, Any] = {}
    for epoch in ("epoch1", "epoch2"):
        waiting: list[Any] = []
        for start in range(0, ROWS, BATCH):
            with tf.GradientTape() as tape:
                hidden = tf.nn.relu(x[start : start + BATCH] @ variables[0] + variables[1])
                deep = tf.tanh(hidden @ variables[2] + variables[3])
                logits = deep @ variables[4] + variables[5]
                losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels[start : start + BATCH], logits)
                loss = tf.reduce_mean(losses)
            waiting.append(tape.gradient(loss, variables))
            for name, value in zip(ACTIVATIONS, (hidden, deep, logits)):
                shown.setdefault(f"{epoch}/{name}", []).append(value)
            for name, value in zip(WEIGHTS, waiting[-1]):
                shown.setdefault(f"{epoch}/computed/{name}", []).append(value)
            if len(waiting) == accumulation:
                for name, variable, *parts in zip(WEIGHTS, variables, *waiting):
                    mean = sum(parts) / accumulation
                    shown.setdefault(f"{epoch}/applied/{name}", []).append(mean)
                    variable.assign_sub(RATE * mean)
                waiting.clear()
    return {name: np.stack(values) for name, values in shown.items()}


def assert_inspected(arrays: dict[str, Any], accumulation: int, gradients: str) -> None:
    plain = expected([arrays[name] for name in WEIGHTS], accumulation)
    seen = {name for name in arrays if name.startswith("epoch")}
    for name in seen:
        epoch, _, key = name.partition("/")
        other = f"{epoch}/{gradients}/{key[:-5]}" if key.endswith("_grad") else name
        np.testing.assert_allclose(arrays[name], plain[other], rtol=1e-4, atol=1e-6, err_msg=name)
    assert len(seen) == 2 * (len(ACTIVATIONS) + len(WEIGHTS))


@pytest.mark.parametrize("python", BOTH, indirect=True)
@pytest.mark.parametrize(
    "options, accumulation, gradients",
    [
        (["--pipelined"], 4, "applied"),
        (["--gradients=computed", "--gradient-accumulation=1"], 1, "computed"),
    ],
    ids=["pipelined", "one IPU"],
)
def test_what_is_shown_is_what_is_computed(
    python: str, tmp_path: Path, options: list[str], accumulation: int, gradients: str
) -> None:
    lines, arrays = run(python, tmp_path, *options)
    assert_inspected(arrays, accumulation, gradients)
    shown = [line for line in lines if line.startswith("  ")]
    assert len(shown) == 2 * (len(ACTIVATIONS) + len(WEIGHTS))
    assert all("NaN 0 inf 0" in line for line in shown)
    gradient_names = [line.split()[0] for line in shown if "_grad" in line]
    assert gradient_names[: len(WEIGHTS)] == [f"{name}_grad" for name in reversed(WEIGHTS)]
    first, last = map(float, lines[-1].split()[1:])
    assert last < first


@pytest.mark.parametrize("python", BOTH, indirect=True)
def test_only_what_is_asked_for(python: str, tmp_path: Path) -> None:
    _, arrays = run(python, tmp_path, "--inspect", "logits/kernel", "--epochs=1", "--gradients=computed")
    assert {name: array.shape for name, array in arrays.items() if name.startswith("epoch")} == {
        "epoch1/hidden_activation": (16, BATCH, 16),  # has a queue of its own
        "epoch1/logits/kernel:0_grad": (16, 8, 3),
    }
