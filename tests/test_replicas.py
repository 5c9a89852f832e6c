"""Ports with `--replicas` learn what their originals learn, for each optimizer, also in pipelines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.runner import commands
from gpu2ipu.runner.options import CompareOptions

ORIGINAL = """
import numpy as np
from tensorflow import keras

rng = np.random.RandomState(0)
x = rng.normal(size=(1290, 8)).astype("float32")
y = (x @ rng.normal(size=(8, 3))).argmax(axis=1).astype("int32")


def train(optimizer):
    layers = [keras.layers.Dense(16, activation="relu"), keras.layers.Dense(3, activation="softmax")]
    model = keras.Sequential(layers)
    model.compile(optimizer=optimizer, loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, batch_size=64, verbose=0)
    model.evaluate(x, y, batch_size=64, verbose=0)
"""
OPTIMIZERS = """

train("sgd")
train(keras.optimizers.SGD(0.02, momentum=0.9))
train(keras.optimizers.Adam(1e-3))
train(keras.optimizers.RMSprop(1e-3))
train(keras.optimizers.Adam(1e-3, clipnorm=1.0))
train(keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(1e-3, 10, 0.5)))
"""
ONE = ORIGINAL.partition("\n\ndef train")[0] + """
model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(3)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, batch_size=64, verbose=0)
"""
MEAN = '    gradient_accumulation_reduction_method="mean",\n'
CONFIGS = [Config(replicas=2), Config(replicas=2, pipeline_stages=2)]
NAMES = ["replicas", "pipelines"]


def compared(folder: Path, original: str, port: str, python: str | None = None) -> int:
    """The exit code of `compare`, with the interpreter of both sides."""
    for name, text in (("train.py", original), ("port.py", port)):
        (folder / name).write_text(text)
    path = None if python is None else Path(python)
    options = CompareOptions(python=path, original_python=path)
    return commands.compare(folder / "train.py", folder / "port.py", (), options)


def check(folder: Path, config: Config, out: Any, python: str | None = None) -> None:
    original = ORIGINAL + OPTIMIZERS
    converted = convert_text(Path("train.py"), original, config)
    assert converted.complete
    code = compared(folder, original, converted.text, python)
    said = out.readouterr().out
    assert code == 0, said
    assert said.count("│ agree │") == 12  # six trainings, six evaluations


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("config", CONFIGS, ids=NAMES)
def test_six_optimizers(tmp_path: Path, config: Config, capsys: pytest.CaptureFixture[str]) -> None:
    check(tmp_path, config, capsys)


@pytest.mark.tensorflow
@pytest.mark.tf26
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("config", CONFIGS, ids=NAMES)
def test_six_optimizers_in_tensorflow_26(
    tmp_path: Path, config: Config, capsys: pytest.CaptureFixture[str], python38: str
) -> None:
    check(tmp_path, config, capsys, python38)


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("config", "old", "new", "code", "cause"),
    [
        (
            CONFIGS[0],
            'average_over_replicas("sgd")',
            '"sgd"',
            1,
            "the gradients of 2 replicas may be added up instead of averaged",
        ),
        (
            Config(pipeline_stages=2),
            MEAN,
            "",
            1,
            "the gradients of 4 micro-batches may be added up instead of averaged",
        ),
        (
            Config(pipeline_stages=2),
            "[0, 1]",
            "[1, 0]",
            2,
            "needs to be assigned to the 0th pipeline stage",
        ),
    ],
    ids=["division by replicas", "mean", "stage order"],
)
def test_what_is_taken_out_by_hand_is_named(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    config: Config,
    old: str,
    new: str,
    code: int,
    cause: str,
) -> None:
    port = convert_text(Path("train.py"), ONE, config).text
    assert port.count(old) == 1
    assert compared(tmp_path, ONE, port.replace(old, new)) == code
    assert cause in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("config", CONFIGS, ids=NAMES)
def test_a_sum_over_replicas_is_reported(config: Config) -> None:
    port = convert_text(Path("train.py"), ONE, config).text
    assert not check_text(Path("port.py"), port, Config()) and not check_text(Path("port.py"), port, config)
    wrong = port.replace('average_over_replicas("sgd")', '"sgd"')
    for options in (Config(), config):
        (finding,) = check_text(Path("port.py"), wrong, options)
        assert (finding.rule, finding.fix is not None) == ("IPU308", True)
    assert "average_over_replicas" in convert_text(Path("port.py"), wrong, Config()).text
