"""Programs of older SDKs run on the simulator of theirs; upgraded, on that of another, to the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.warm_simulator import SIMULATOR, simulator_of

pytestmark = pytest.mark.tensorflow

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

tf.random.set_seed(1)
x = np.linspace(0, 1, 256).reshape(64, 4).astype("float32")
y = x.sum(axis=1, keepdims=True)
"""
OF_2_3 = """\
config = ipu.utils.create_ipu_config(profiling=False)
config = ipu.utils.auto_select_ipus(config, 1)
config = ipu.utils.set_convolution_options(config, {"availableMemoryProportion": "0.3"})
config = ipu.utils.set_convolution_options(config, {"partialsType": "half"})
config = ipu.utils.set_matmul_options(config, clear_pass_type=True)
config = ipu.utils.set_optimization_options(config, combine_matmuls=True, merge_remote_buffers=True)
ipu.utils.set_floating_point_behaviour_options(config, inv=True, div0=False, oflo=True, esr=False, nanoo=True)
ipu.utils.configure_ipu_system(config)
print({name: value for name, value in config.to_dict().items() if value})

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(4,))])
    model.compile(keras.optimizers.SGD(0.1), "mse", steps_per_execution=4)
    model.fit(x, y, batch_size=16, epochs=2, shuffle=False, verbose=0)
    print(model.history.history["loss"])
"""
OF_2_5 = """\
config = ipu.config.IPUConfig()
config.auto_select_ipus = 2
config.configure_ipu_system()

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    inputs = keras.Input((4,), batch_size=4)
    with ipu.keras.PipelineStage(0):
        hidden = keras.layers.Dense(4, kernel_initializer="ones")(inputs)
    with ipu.keras.PipelineStage(1):
        outputs = keras.layers.Dense(1, kernel_initializer="ones")(hidden)
    model = keras.Model(inputs, outputs)
    model.set_pipelining_options(4, None, True, True)
    model.compile(keras.optimizers.SGD(0.01), "mse", steps_per_execution=16)
    model.fit(x, y, batch_size=4, epochs=2, shuffle=False, verbose=0)
    print(model.history.history["loss"])
"""
OF_2_1 = """\
config = ipu.utils.auto_select_ipus(ipu.utils.create_ipu_config(), 2)
ipu.utils.configure_ipu_system(config)

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = ipu.keras.PipelineSequential(
        [
            [keras.layers.Dense(4, kernel_initializer="ones", input_shape=(4,))],
            [keras.layers.Dense(1, kernel_initializer="ones")],
        ],
        gradient_accumulation_count=4,
    )
    model.compile(keras.optimizers.SGD(0.001), "mse", steps_per_execution=16)
    model.fit(x, y, batch_size=4, epochs=2, shuffle=False, verbose=0)
    print(model.history.history["loss"])
"""
OF_3_4 = OF_2_5.replace("ipu.keras.PipelineStage", "keras.ipu.PipelineStage").replace(
    "4, None, True, True", '4, None, True, "mean"'
)


def upgraded(text: str, sdk: str) -> str:
    found = convert_text(Path("train.py"), text, Config(sdk=sdk, select=("IPU605",)))
    assert not found.left, found.text
    return found.text


def output(path: Path, text: str, sdk: str) -> str:
    path.write_text(text)
    arguments = (f"--sdk={sdk}", str(path))
    if sdk == "3.4":
        ended = simulator_of(sys.executable).run(arguments, os.environ, str(path.parent))
        assert ended.returncode == 0, ended.stderr
        return ended.stdout
    done = subprocess.run(
        [sys.executable, SIMULATOR, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2"},
        cwd=path.parent,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def losses(text: str) -> list[float]:
    return [float(each) for each in text.strip().splitlines()[-1].strip("[]").split(",")]


def test_functions_that_configure(tmp_path: Path) -> None:
    found = output(tmp_path / "train.py", HEAD + upgraded_body(OF_2_3), "3.4")
    assert (
        "'convolutions.poplar_options': {'availableMemoryProportion': '0.3', 'partialsType': 'half'}" in found
    )
    for name in ("inv", "oflo", "nanoo"):
        assert f"'floating_point_behaviour.{name}': True" in found
    for name in ("div0", "esr"):
        assert f"'floating_point_behaviour.{name}': True" not in found
    assert "'optimizations.combine_matmuls': True" in found
    assert "'matmuls.clear_pass_type': True" in found
    assert losses(found)[1] < losses(found)[0]


def upgraded_body(text: str, sdk: str = "3.4") -> str:
    return upgraded(HEAD + text, sdk).removeprefix(HEAD)


def test_models_of_2_1(tmp_path: Path) -> None:
    found = losses(output(tmp_path / "train.py", upgraded(HEAD + OF_2_1, "3.4"), "3.4"))
    assert found[1] < found[0]


@pytest.mark.parametrize(
    ("text", "own", "other"), [(OF_2_5, "2.5", "3.4"), (OF_3_4, "3.4", "2.5"), (OF_2_5, "2.5", "3.0")]
)
def test_both_learn_the_same(tmp_path: Path, text: str, own: str, other: str) -> None:
    before = losses(output(tmp_path / "before.py", HEAD + text, own))
    port = upgraded(HEAD + text, other)
    assert port != HEAD + text
    after = losses(output(tmp_path / "after.py", port, other))
    assert after == pytest.approx(before, rel=1e-6)
    assert before[1] < before[0]
