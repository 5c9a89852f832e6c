"""The SDKs before 3.4, each in a process of its own: names that came and went, and what Keras models do.

The questions stand in `sdk_questions`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.simulator.sdk import public_names, releases
from gpu2ipu.simulator.sdk import version as sdk_version
from tests.warm_simulator import SIMULATOR

NO_MODULE, REFUSED = "ModuleNotFoundError: No module named ", "is part of Graphcore's SDK"
KERAS = "tensorflow.python.ipu.keras"

#: Name -> SDK -> where it is from, or how the answer begins or what it holds. An SDK that is left out is as 3.4.
NAMES: dict[str, dict[str, str]] = {
    "keras.ipu:PipelineStage": {"2.5": NO_MODULE + "'keras.ipu'", "3.4": "keras.ipu."},
    "tensorflow.keras:ipu": {"2.5": NO_MODULE + "'keras.ipu'", "3.4": "module"},
    "keras.ipu:ReplicatedMetricReductionMethod": {
        "2.5": NO_MODULE + "'keras.ipu'",
        "2.6": "ImportError: cannot import name",
        "3.0": "ImportError: cannot import name",
        "3.4": "keras.ipu.",
    },
    "keras.ipu.extensions.functional_extensions:PipelineStage": {
        "2.5": NO_MODULE,
        "2.6": "keras.ipu.",
        "3.0": "keras.ipu.",
        "3.4": "ImportError: cannot import name",
    },
    f"{KERAS}:PipelineStage": {
        "2.5": "keras.ipu.",
        "2.6": KERAS,
        "3.0": KERAS,
        "3.4": NO_MODULE + f"'{KERAS}'",
    },
    f"{KERAS}:FunctionalLayerPipelineStageAssignment": {
        "2.5": "keras.ipu.",
        "2.6": REFUSED,
        "3.0": REFUSED,
        "3.4": NO_MODULE,
    },
    f"{KERAS}:Sequential": {
        "2.5": KERAS,
        "2.6": "ImportError: cannot import name",
        "3.0": "ImportError: cannot import name",
        "3.4": NO_MODULE,
    },
    f"{KERAS}.layers:Dropout": {"2.5": REFUSED, "2.6": REFUSED, "3.0": REFUSED, "3.4": NO_MODULE},
    f"{KERAS}.layers:LSTM": {"2.5": REFUSED, "2.6": "ImportError", "3.0": "ImportError", "3.4": NO_MODULE},
    "tensorflow.python.ipu.horovod.popdist_strategy:PopDistStrategy": {
        "2.5": "tensorflow.python.ipu.distributed",
        "2.6": "tensorflow.python.ipu.distributed",
        "3.0": "tensorflow.python.ipu.distributed",
        "3.4": NO_MODULE,
    },
    "tensorflow.python.ipu.horovod:init": {
        "2.5": "tensorflow.python.ipu",
        "2.6": "tensorflow.python.ipu",
        "3.0": "tensorflow.python.ipu",
        "3.4": NO_MODULE,
    },
    "tensorflow.python.ipu.horovod:Adasum": {
        "2.5": REFUSED,
        "2.6": REFUSED,
        "3.0": REFUSED,
        "3.4": NO_MODULE,
    },
    "tensorflow.python.ipu.distributed:init": {
        "2.5": NO_MODULE,
        "2.6": NO_MODULE,
        "3.0": "tensorflow.python.ipu",
        "3.4": "ImportError: cannot import name",
    },
    "tensorflow.python.ipu.gradient_accumulation:GradientAccumulationReductionMethod": {
        "2.5": NO_MODULE,
        "3.4": "tensorflow.python.ipu.gradient_accumulation",
    },
    "tensorflow.python.ipu:distributed": {"2.5": "ImportError", "2.6": "ImportError", "3.4": "module"},
    "tensorflow.python.ipu.distributed.host_collective_ops:all_gather": {
        "2.5": NO_MODULE,
        "2.6": NO_MODULE,
        "3.0": "tensorflow.python.ipu.distributed",
        "3.4": "ImportError: cannot import name",
    },
    "tensorflow.python.ipu.eager.backprop:GradientCaptureContext": {
        "2.5": NO_MODULE,
        "2.6": NO_MODULE,
        "3.4": "tensorflow.python.ipu.eager",
    },
    "tensorflow.python.ipu.ops.nn_ops:softmax": {"2.5": "ImportError", "3.4": "tensorflow.python.ipu.ops"},
    "tensorflow.python.ipu.config:IPUConfig": {"3.4": "tensorflow.python.ipu.config"},
}

#: What each process imports first, and the spelling of `PipelineStage` that it uses.
FIRST = {
    "2.5": ("from tensorflow.python import ipu", "ipu.keras"),
    "2.6": ("import keras.ipu", "ipu.keras"),
    "3.0": ("from keras.ipu.extensions import PipelineStage", "keras"),
    "3.4": ("import tensorflow.python.ipu.config", "keras"),
}
HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

TRAIN_STEP = "RuntimeError: The function `train_step` for the model own_step"
UNKNOWN = "got an unexpected keyword argument 'gradient_accumulation_for_captured_grads'"


@pytest.fixture(scope="module", params=[HERE, THERE])
def ask(request: Any) -> Any:
    """Gives the answers of an SDK, asked once in each interpreter."""
    python = sys.executable if request.param == "here" else request.getfixturevalue("python38")
    found: dict[str, dict[str, Any]] = {}

    def answers(version: str) -> dict[str, Any]:
        if version not in found:
            done = subprocess.run(
                [
                    *(python, SIMULATOR, f"--sdk={version}", str(Path(__file__).parent / "sdk_questions.py")),
                    *FIRST[version],
                    *NAMES,
                ],
                capture_output=True,
                text=True,
                env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2"},
            )
            lines = [line for line in done.stdout.splitlines() if line.startswith("ANSWERS")]
            assert lines, done.stderr[-3000:]
            found[version] = json.loads(lines[0][len("ANSWERS") :])
            found[version]["stderr"] = done.stderr
        return found[version]

    return answers


def update(rows: int, replicas: int) -> list[float]:
    """The weights of one update of a linear model by the mean of its gradients, summed over replicas."""
    rng = np.random.RandomState(0)
    x, y = (
        rng.normal(size=(16, 3)).astype("float32")[:rows],
        rng.normal(size=(16, 1)).astype("float32")[:rows],
    )
    gradient = 2 * x.T @ (x @ np.ones((3, 1)) - y) / rows
    return list((1 - 0.1 * replicas * gradient).ravel())


def pipelined() -> list[list[float]]:
    """The same of a model with two layers in two stages."""
    rng = np.random.RandomState(0)
    x, y = rng.normal(size=(16, 3)).astype("float32")[:8], rng.normal(size=(16, 1)).astype("float32")[:8]
    first, second = np.ones((3, 2)), np.ones((2, 1))
    error = 2 * (x @ first @ second - y) / 8
    weights = [first - 0.1 * x.T @ (error @ second.T), second - 0.1 * (x @ first).T @ error]
    return [list(part.ravel()) for part in weights]


@pytest.mark.parametrize("version", FIRST)
def test_names(ask: Any, version: str) -> None:
    answers = ask(version)
    for name, expected in NAMES.items():
        words = expected.get(version, expected["3.4"])
        assert words in answers[name] if words is REFUSED else answers[name].startswith(words), name
    assert answers["star"] is None


@pytest.mark.parametrize(
    ("version", "methods"),
    [
        ("2.5", []),
        ("2.6", ["export_for_ipu_serving"]),
        ("3.0", ["export_for_ipu_serving"]),
        ("3.4", ["set_replication_options", "export_for_ipu_serving"]),
    ],
)
def test_methods_and_arguments(ask: Any, version: str, methods: list[str]) -> None:
    answers = ask(version)
    assert answers["methods"] == methods
    assert (UNKNOWN in str(answers["captured gradients"])) is (version != "3.4")
    if version in ("2.6", "3.0"):
        assert "set_gradient_accumulation_options() takes from 1 to 3 positional" in answers["third argument"]
    elif version == "3.4":
        assert len(answers["third argument"]) == 3


@pytest.mark.parametrize("version", FIRST)
def test_numbers(ask: Any, version: str) -> None:
    answers = ask(version)
    assert answers["mean"] == pytest.approx(update(16, 2), abs=1e-5)
    assert len(answers["pipeline"]) == 2
    for mine, expected in zip(answers["pipeline"], pipelined()):
        assert mine == pytest.approx(expected, abs=1e-5)
    if version == "2.5":
        assert answers["normalised"] == pytest.approx(answers["mean"], abs=1e-5)
        for mine, theirs in zip(answers["normalised pipeline"], answers["pipeline"]):
            assert mine == pytest.approx(theirs, abs=1e-5)
        assert answers["normalised mean"].startswith("ValueError: Setting `experimental_normalize_gradients`")
        return
    for question in ("normalised", "normalised mean", "normalised pipeline"):
        assert answers[question].startswith("ValueError: Found `experimental_normalize_gradients`")
        assert "has now been removed" in answers[question]


@pytest.mark.parametrize("version", FIRST)
def test_overrides(ask: Any, version: str) -> None:
    answers = ask(version)
    assert answers["own step, accumulating"].startswith(TRAIN_STEP)
    if version in ("2.5", "2.6"):
        assert answers["own step"] == 7.0
    elif version == "3.0":  # which does not call it
        assert 0.0 < answers["own step"] < 7.0
        assert "SDK 3.0 does not call the `train_step`" in answers["stderr"]
    else:
        assert answers["own step"].startswith(TRAIN_STEP)
    assert answers["own minimize"] is True or version != "2.5"
    assert version == "2.5" or answers["own minimize"].startswith(
        "ValueError: When using Gradient Accumulation"
    )


@pytest.mark.parametrize("version", FIRST)
def test_models_in_models(ask: Any, version: str) -> None:
    kind = "FunctionalNestedModel" if version == "3.4" else "FunctionalLayer"
    assert ask(version)["nested"] == [
        f"{kind}PipelineStageAssignment",
        "FunctionalLayerPipelineStageAssignment",
    ]


@pytest.mark.parametrize("version", ["2.5", "2.6"])
def test_the_old_scope_is_deprecated_in_2_6(ask: Any, version: str) -> None:
    warned = "Use `tf.keras` instead of `tf.python.keras`" in ask(version)["stderr"]
    assert warned is (version == "2.6")


def test_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_version, "_emulated", "3.0")
    assert (sdk_version.emulated(), sdk_version.before("3.1"), sdk_version.before("3.0")) == (
        "3.0",
        True,
        False,
    )
    with pytest.raises(ValueError, match=r"unknown SDK '1\.0'; known: 2\.5, 2\.6"):
        sdk_version.emulate("1.0")
    assert sdk_version.emulated() == "3.0"


def test_the_table_of_releases_names_what_was_there() -> None:
    """What a release added is there in it, and what it took away is not."""
    for release, modules in releases.NEW_MODULES.items():
        assert set(modules) <= set(public_names._names(release))
    for release in releases.GONE:
        before = releases.VERSIONS[releases.VERSIONS.index(release) - 1]
        for module, names in releases.GONE[release].items():
            assert set(names.split()) <= public_names._names(before)[module]
            assert not set(names.split()) & public_names._names(release).get(module, frozenset())
        for module, names in releases.NEW_NAMES[release].items():
            assert set(names.split()) <= public_names._names(release)[module]
            assert not set(names.split()) & public_names._names(before).get(module, frozenset())


ESTIMATOR = """
import inspect
from tensorflow.python.ipu import ipu_pipeline_estimator
from tensorflow.python.ipu.optimizers.gradient_accumulation_optimizer import GradientAccumulationReductionMethod
given = inspect.signature(ipu_pipeline_estimator.IPUPipelineEstimatorSpec.__new__).parameters.values()
print([each.default is GradientAccumulationReductionMethod.SUM for each in given if "reduction" in each.name])
"""


@pytest.mark.tf26
def test_estimators_of_a_release_whose_enumeration_is_elsewhere(tmp_path: Path, python38: str) -> None:
    script = tmp_path / "estimator.py"
    script.write_text(ESTIMATOR)
    done = subprocess.run([python38, SIMULATOR, "--sdk=2.5", str(script)], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[True]", done.stderr[-2000:]
