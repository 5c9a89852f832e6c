"""A finished port with one rule broken by hand: `check` flags it, and the simulator refuses it like the SDK."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text

FIXTURES = Path(__file__).parents[1] / "fixtures"

GENERATOR = """
def batches():
    while True:
        yield x_train[:128], y_train[:128]


model.fit(batches(), steps_per_epoch=train_steps, epochs=1)"""
# what shows in the first steps needs no more
FEW = ("--samples=2000",)
FIT = "model.fit(x_train[:train_size], y_train[:train_size], batch_size=batch_size, epochs=3)"


@dataclass(frozen=True)
class Break:
    """What is broken in which port, which rule says so, and with what the simulator refuses it."""

    fixture: str
    old: str
    new: str
    rule: str
    error: str
    phrase: str


BREAKS = {
    "drop_remainder removed": Break(
        "images_dataset",
        ".batch(BATCH, drop_remainder=True)",
        ".batch(BATCH)",
        "IPU201",
        "ValueError",
        "is not fully defined",
    ),
    "batch not dividing": Break(
        "mnist_cnn",
        FIT,
        FIT.replace("batch_size=batch_size", "batch_size=100"),
        "IPU202",
        "ValueError",
        "has a partial batch",
    ),
    "generator given": Break(
        "mnist_cnn",
        FIT,
        GENERATOR,
        "IPU205",
        "ValueError",
        "requirement to know the data shape ahead of time",
    ),
    "int64 labels": Break(
        "mnist_cnn",
        "y_train[:train_size]",
        'y_train[:train_size].astype("int64")',
        "IPU206",
        "FailedPreconditionError",
        "Unsupported datatype int64",
    ),
    "steps not dividing": Break(
        "mnist_cnn",
        "steps_per_execution=train_steps",
        "steps_per_execution=100",
        "IPU302",
        "ValueError",
        "must be a divisor of the number of batches",
    ),
    "run_eagerly": Break(
        "mnist_cnn",
        "steps_per_execution=train_steps,",
        "steps_per_execution=train_steps, run_eagerly=True,",
        "IPU303",
        "RuntimeError",
        "cannot run eagerly when using `IPUStrategy`",
    ),
    "made outside the scope": Break("mnist_cnn", "with strategy.scope():", "if True:", "IPU103", "", ""),
}

each_break = pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
refused = pytest.mark.parametrize(
    "broken", [b for b in BREAKS.values() if b.error], ids=[name for name, b in BREAKS.items() if b.error]
)


def text_of(broken: Break) -> str:
    port = (FIXTURES / broken.fixture / "ipu.py").read_text()
    assert broken.old in port
    return port.replace(broken.old, broken.new)


@each_break
def test_check_flags_it(broken: Break) -> None:
    assert broken.rule in {finding.rule for finding in check_text(Path("ipu.py"), text_of(broken), Config())}


def is_refused(broken: Break, command: Any, *options: str) -> None:
    Path("ipu.py").write_text(text_of(broken))
    done = command("run", "--synthetic-data", *options, "ipu.py")
    last = (done.out + done.err).strip().splitlines()[-1]
    assert done.code == 1
    assert broken.error in last and broken.phrase in last


@pytest.mark.tensorflow
@refused
def test_the_simulator_refuses_it(broken: Break, command: Any) -> None:
    is_refused(broken, command)


@pytest.mark.tf26
@refused
def test_the_simulator_on_tensorflow_2_6_refuses_it(broken: Break, command: Any, python38: str) -> None:
    is_refused(broken, command, "--python", python38)


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("old", "new", "limits"),
    [
        ('optimizer="adam"', "optimizer=keras.optimizers.Adam(0.002)", FEW),
        ('x_train = x_train.astype("float32") / 255', 'x_train = x_train.astype("float32") / 254', FEW),
        ("layers.Dropout(0.5)", "layers.Dropout(0.4)", FEW),
        ("train_size = train_steps * batch_size", "train_size = train_steps * batch_size - batch_size", ()),
        ("batch_size = 128", "batch_size = 64", FEW),
    ],
)
def test_compare_differs_from_a_port_that_learns_something_else(
    old: str, new: str, limits: tuple[str, ...], command: Any
) -> None:
    fixture = FIXTURES / "mnist_cnn"
    text = (fixture / "ipu.py").read_text()
    assert old in text
    Path("ipu.py").write_text(text.replace(old, new))
    options = ("--synthetic-data", "--epochs=1", *limits)
    done = command("compare", *options, str(fixture / "gpu.py"), "ipu.py")
    assert done.code == 1, done.out + done.err
    assert "differ" in done.out
