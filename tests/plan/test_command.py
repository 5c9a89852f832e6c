"""`gpu2ipu plan` from the outside: exit codes, the table, the file, bad input."""

from __future__ import annotations

import json
import os
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.cli import main
from gpu2ipu.plan import plan_file

HEAD = """
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

x, y = np.zeros((96, 12, 12, 3), "float32"), np.zeros(96, "int32")
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
"""
STACK = """
stack = [
    layers.Conv2D(8, 3, padding="same", activation="relu", input_shape=(12, 12, 3), name="one"),
    layers.Conv2D(8, 3, padding="same", activation="relu", name="two"),
    layers.BatchNormalization(name="norm"),
    layers.Conv2D(16, 3, padding="same", name="three"),
    layers.MaxPooling2D(name="pool"),
    layers.Flatten(name="flat"),
    layers.Dense(10, name="head"),
]
"""
TRAIN = HEAD + STACK + """
model = tf.keras.Sequential(stack, name="net")
model.compile("adam", loss)
history = model.fit(x, y, batch_size=8)
print(history.history["loss"][-1])
"""
PORT = (
    HEAD
    + """
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 4
config.allow_recompute = RECOMPUTE
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():"""
    + textwrap.indent(STACK, "    ")
    + """
    model = tf.keras.Sequential(stack, name="net")
    model.set_pipeline_stage_assignment(STAGES)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=6)
    model.compile("adam", loss, steps_per_execution=6)
model.fit(x[:48], y[:48], batch_size=8)
"""
)


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(text: str, name: str = "train.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    return write


def planned(path: Path, *arguments: str) -> plan_file.PlannedModel:
    assert main(["plan", *arguments, "-o", str(path)]) == 0
    (model,) = plan_file.read(path).models
    return model


def measured(model: plan_file.PlannedModel) -> list[plan_file.PlannedStage]:
    """The stages, without the places of their layers in the script."""
    return [
        replace(stage, layers=tuple(replace(layer, file=None, line=None) for layer in stage.layers))
        for stage in model.stages
    ]


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("recompute", [False, True])
def test_a_plan_is_what_its_pipeline_takes(script: Any, tmp_path: Path, recompute: bool, capsys: Any) -> None:
    """The simulator measures the stages of a port as they were planned for its original, and for itself."""
    path = tmp_path / "plan.json"
    arguments = ["--stages", "3", *(["--recompute"] if recompute else [])]
    model = planned(path, script(TRAIN), *arguments)
    assert (model.kind, model.batch_size, model.micro_batch, model.ipus) == ("Sequential", 8, 8, 4)
    printed = capsys.readouterr().out
    assert "net: 3 stages, grouped schedule, micro-batch 8" in printed
    assert "net needs no pipeline: one IPU is enough" in printed and "nan" not in printed
    assert max(map(len, printed.splitlines()[:-1])) <= 80

    stages = [number for number, stage in enumerate(model.stages) for _ in stage.layers]
    text = PORT.replace("STAGES", str(stages)).replace("RECOMPUTE", str(recompute))
    port = script(text, "train_ipu.py")
    assert measured(planned(path, port, *arguments)) == measured(model)
    assert main(["run", f"--json={tmp_path / 'run.json'}", port]) == 0
    (call,) = json.loads((tmp_path / "run.json").read_text())["calls"]
    for row, stage in zip(call["memory"]["stages"], model.stages):
        assert (row["weights"], row["optimizer"]) == (stage.weights, stage.optimizer)
        assert row["accumulators"] == stage.accumulators
        assert abs(row["activations"] - stage.stashed) <= 8 * 8
        assert row["working"] <= stage.working + 1024


FUNCTIONAL = HEAD + """
def block(t, filters):
    t = layers.Conv2D(filters, 3, padding="same", activation="relu")(t)
    return layers.Conv2D(filters, 3, padding="same")(t)

inputs = tf.keras.Input((12, 12, 3))
t = inputs
for filters in (8, 8, 8, 8):
    t = block(t, filters)
t = layers.Flatten()(t)
model = tf.keras.Model(inputs, layers.Dense(10)(t))
model.compile("adam", loss)
model.fit(x, y, batch_size=24)
"""
NESTED = HEAD + """
inputs = tf.keras.Input((12, 12, 3))
one = layers.Conv2D(8, 3, padding="same", name="one")(inputs)
two = layers.Conv2D(8, 3, padding="same", name="two")(one)
backbone = tf.keras.Model(inputs, layers.Add(name="sum")([one, two]), name="backbone")
model = tf.keras.Sequential([backbone, layers.Flatten(name="flat"), layers.Dense(10, name="head")])
model.compile("adam", loss)
model.fit(x, y, batch_size=24)
"""


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("text", "stages", "written"),
    [
        (TRAIN, 3, "model.set_pipeline_stage_assignment(["),
        (FUNCTIONAL, 2, "PipelineStage(index // 2)"),
        (NESTED, 2, 'assign_stages(model, {"backbone/two": 1})'),
    ],
)
def test_a_plan_in_the_source(
    script: Any, tmp_path: Path, text: str, stages: int, written: str, capsys: Any
) -> None:
    """What the simulator says of the port is what was planned, or a cut that is moved to whole statements."""
    path, port = tmp_path / "plan.json", tmp_path / "train_ipu.py"
    model = planned(path, script(text), f"--stages={stages}")
    assert main(["convert", script(text), f"--plan={path}"]) in (0, 1)
    assert written in port.read_text()
    assert main(["run", f"--json={tmp_path / 'run.json'}", str(port)]) == 0
    (call,) = json.loads((tmp_path / "run.json").read_text())["calls"]
    found = call["memory"]["stages"]
    assert len(found) == stages
    assert sum(each["weights"] for each in found) == sum(each.weights for each in model.stages)
    if "moved to whole statements" not in capsys.readouterr().out:
        assert [each["weights"] for each in found] == [each.weights for each in model.stages]
    port.unlink()
    assert main(["convert", script(text.replace("\nloss", "\n\nloss")), f"--plan={path}"]) == 2
    said = capsys.readouterr().err
    assert "the plan does not fit the script: line " in said and said.count("\n") == 1 and not port.exists()


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_automatic_stages(script: Any, tmp_path: Path, capsys: Any) -> None:
    port = tmp_path / "train_ipu.py"
    assert main(["convert", script(FUNCTIONAL), "--pipeline-stages=auto"]) == 0
    assert "train.py: one IPU is enough for model: it takes" in capsys.readouterr().err
    assert "auto_select_ipus = 1" in port.read_text() and "PipelineStage" not in port.read_text()
    wide = (
        "layers.Dense(10)(t)",
        "layers.Dense(10)(layers.Dense(5_000)(layers.Dense(5_500)(layers.Dense(5_000)(t))))",
    )
    assert main(["convert", script(FUNCTIONAL.replace(*wide)), "--pipeline-stages=auto", "--force"]) == 0
    assert "train.py: one IPU is too small for model: 2 stages on 2 IPUs fit" in capsys.readouterr().err
    assert "PipelineStage(1)" in port.read_text() or "assign_stages(model, {" in port.read_text()


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("python", ["", pytest.param("--python", marks=pytest.mark.tf26)])
def test_the_fewest_stages_that_fit(script: Any, tmp_path: Path, python: str, capsys: Any) -> None:
    large = TRAIN.replace("layers.Dense(10,", "*[layers.Dense(4000) for _ in range(6)], layers.Dense(10,")
    arguments = [python, os.environ["GPU2IPU_PYTHON38"]] if python else []
    model = planned(tmp_path / "plan.json", script(large), "--schedule=interleaved", *arguments)
    assert (model.fits, model.ipus) == (True, 4)
    assert [stage.stash_depth for stage in model.stages] == [4, 3, 2, 1]
    assert "one IPU is too small for net: 4 stages on 4 IPUs fit" in capsys.readouterr().out
    assert main(["plan", script(large), "--chip=mk1", "--stages=2", *arguments]) == 1
    assert "in the best split the fullest takes" in capsys.readouterr().out


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        ("print(1)", [], "train.py does not call `fit` of a model: there is nothing to plan."),
        ("1 / 0", [], "train.py failed before it trained a model: ZeroDivisionError: division by zero"),
        ("import not_there", [], "has no module not_there"),
        (
            HEAD
            + "w = tf.Variable(1.0)\nwhile True:\n    with tf.GradientTape() as tape:\n        z = w * w\n"
            "    tape.gradient(z, [w])\n",
            [],
            "train.py trains in a loop of its own: only models that `fit` trains are planned.",
        ),
        (TRAIN, ["--stages=8"], "--stages 8: model net has only 7 parts that can be stages."),
        (
            HEAD + "class Net(tf.keras.Model):\n    def call(self, x):\n        return x.unknown\n"
            "net = Net()\nnet.compile('sgd', loss)\nnet.fit(x, y)\n",
            [],
            "model net (Net) cannot be measured, so that its layers are not known",
        ),
    ],
)
def test_nothing_to_plan(script: Any, text: str, arguments: list[str], words: str, capsys: Any) -> None:
    assert main(["plan", script(text), *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_models_with_fewer_layers_than_stages_are_left_out(script: Any, capsys: Any) -> None:
    small = "small = tf.keras.Sequential([layers.Flatten(), layers.Dense(10)], name='small')\n"
    small += "small.compile('sgd', loss)\nsmall.fit(x, y)\n"
    assert main(["plan", script(TRAIN + small), "--stages=4", "--sdk=2.5"]) == 0
    printed = capsys.readouterr().out
    assert "net: 4 stages" in printed and "small: " not in printed
    assert "note: --stages 4: model small has only 2 parts that can be stages." in printed


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_a_script_that_fails_after_it_trained(script: Any, capsys: Any) -> None:
    assert main(["plan", script(TRAIN + "open('weights.h5')\n")]) == 0
    printed = capsys.readouterr().out
    assert "one IPU is enough for net" in printed
    assert "note: the script, which trained nothing, ended with FileNotFoundError" in printed


def test_bad_input(script: Any, tmp_path: Path, capsys: Any) -> None:
    for arguments, words in (
        ([str(tmp_path / "none.py")], "none.py does not exist."),
        ([str(tmp_path)], "is a folder; name a script."),
        ([script(TRAIN), "-o", str(tmp_path)], "is a folder; name a file."),
        ([script(TRAIN), "--python", "/bin/false"], "is not a Python 3.8 or newer that works"),
        ([script(TRAIN), "--sdk", "9.9"], "9.9"),
        ([script(TRAIN), "--chip", "mk3"], "unknown value 'mk3'"),
        ([script(TRAIN), "--schedule", "groupd"], "did you mean grouped?"),
        ([script(TRAIN), "--stages", "0"], "Invalid value for '--stages'"),
    ):
        assert main(["plan", *arguments]) == 2
        assert words in capsys.readouterr().err
