"""Ports on IPUs and on the IPU Model: what a child gets, and what can be recorded of it.

There is no device here. What a child gets is shown by an interpreter that looks as if it had the SDK; what the
recorder does without the hooks of the simulator, by one in which the emulated modules are simply there.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu import cli
from gpu2ipu.runner import commands
from gpu2ipu.runner.child import interpreters
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.options import CompareOptions
from tests.runner import sdk

from .test_commands import ORIGINAL, PORT

# A port that tells what it was given.
TELLS = """
import json, os, sys
from tensorflow.python import ipu
names = ("TF_POPLAR_FLAGS", "POPLAR_ENGINE_OPTIONS", "POPLAR_LOG_LEVEL")
told = {"argv": sys.argv[1:], "ipu": ipu.__file__, "environment": {n: os.environ.get(n) for n in names}}
print(json.dumps(told))
sys.exit(3)
"""


LOOP = """
import tensorflow as tf

value = tf.Variable([1.0, 2.0])
for epoch in range(2):
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(value * value)
        value.assign_sub(0.1 * tape.gradient(loss, value))
"""
PORT_OF_LOOP = "from tensorflow.python import ipu\n" + LOOP


@pytest.fixture
def port(tmp_path: Path) -> Any:
    path = tmp_path / "port.py"
    path.write_text(TELLS)
    return path


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An interpreter with the SDK, on a machine with two IPUs."""
    for name in (
        "TF_POPLAR_FLAGS",
        "POPLAR_ENGINE_OPTIONS",
        "KERAS_HOME",
    ):  # for the last, TensorFlow is imported
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{sdk.gc_info(tmp_path / 'bin')}:/usr/bin:/bin")
    return sdk.interpreter(tmp_path)


def run(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, Any], str]:
    """Exit code, what the port told, and the standard error."""
    code = cli.main(["run", *map(str, arguments)])
    captured = capfd.readouterr()
    return code, json.loads(captured.out or "{}"), captured.err


def test_an_ipu_is_taken_where_there_is_one(
    python: Any, port: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, told, err = run(capfd, "--python", python, port, "--epochs", "3")
    assert (code, told["argv"]) == (3, ["--epochs", "3"])
    assert told["ipu"] == str(tmp_path / "site" / "tensorflow" / "python" / "ipu" / "__init__.py")
    assert told["environment"]["TF_POPLAR_FLAGS"] is None
    first, *report = err.splitlines()
    assert first == (
        f"gpu2ipu: the port runs on the IPU, as {python} has Graphcore's SDK 3.4 and gc-info lists 2 IPUs"
    )
    assert report[0].startswith("ran on the IPU (Python 3.") and report[0].endswith("; exit code 3")
    assert "only the simulator reports executions" in report[1]


def test_the_ipu_model_with_all_options(
    python: Any, port: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--show_progress_bar=false")
    monkeypatch.setenv("POPLAR_ENGINE_OPTIONS", '{"debug.allowOutOfMemory": "true"}')
    monkeypatch.setenv("POPLAR_LOG_LEVEL", "WARN")
    options = ["--backend", "ipu-model", "--executable-cache", tmp_path / "e", "--profile", tmp_path / "p"]
    code, told, err = run(capfd, *options, "--python", python, port)
    assert code == 3 and err.startswith("ran on the IPU Model (")
    flags = f"--show_progress_bar=false --use_ipu_model --executable_cache_path={tmp_path}/e"
    assert told["environment"]["TF_POPLAR_FLAGS"] == flags
    assert told["environment"]["POPLAR_LOG_LEVEL"] == "WARN"
    assert json.loads(told["environment"]["POPLAR_ENGINE_OPTIONS"]) == {
        "debug.allowOutOfMemory": "true",
        "autoReport.all": "true",
        "autoReport.directory": f"{tmp_path}/p",
    }


def test_a_machine_without_a_device(
    python: Any, port: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sdk.gc_info(tmp_path / "bin", "", 1)
    for backend, words in [("ipu", "lists no IPU on this machine"), ("auto", "and no IPU is found")]:
        code, told, err = run(capfd, "--backend", backend, "--python", python, port)
        assert (code, told) == (2, {}) and words in err and err.count("\n") == 1
    code, told, _ = run(capfd, "--backend", "ipu-model", "--python", python, port)
    assert (code, told["environment"]["TF_POPLAR_FLAGS"]) == (3, "--use_ipu_model")


def test_the_sdk_of_a_device_is_its_own(python: Any, port: Any, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "--sdk", "3.4", "--python", python, port)[0] == 3
    code, told, err = run(capfd, "--sdk", "2.6", "--python", python, port)
    assert (code, told) == (2, {})
    assert err == f"--sdk 2.6: {python} has SDK 3.4, and a port runs there as it is.\n"


@pytest.fixture(params=["here", pytest.param("2.6", marks=pytest.mark.tf26)])
def device(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An interpreter in which the modules of the SDK are there without the help of this tool."""
    python = sys.executable if request.param == "here" else request.getfixturevalue("python38")
    root = Path(commands.__file__).parents[2]
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        f"import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('finder', {str(root / 'gpu2ipu/simulator/finder.py')!r})\n"
        "finder = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(finder)\n"
        "finder.load_package().install()\n"
    )
    examine = interpreters.examine

    def with_sdk(path: Path, option: str, launcher: tuple[str, ...] = ()) -> Interpreter:
        return replace(examine(path, option, launcher), graphcore=True, sdk="3.4", gc_info="gc-info", ipus=1)

    monkeypatch.setattr(interpreters, "examine", with_sdk)
    monkeypatch.delenv("TF_POPLAR_FLAGS", raising=False)
    return sdk.program(tmp_path / "python", f'PYTHONPATH={tmp_path / "site"} exec {python} "$@"')


@pytest.mark.tensorflow
class TestCompare:
    """Original and port in one interpreter, which has the modules for the IPU."""

    def compare(
        self, tmp_path: Path, device: Path, port: str, original: str = ORIGINAL, **more: Any
    ) -> tuple[int, dict[str, Any]]:
        (tmp_path / "train.py").write_text(original)
        (tmp_path / "train_ipu.py").write_text(port)
        target = tmp_path / "out.json"
        options = CompareOptions(python=device, json=target, **more)
        code = commands.compare(tmp_path / "train.py", tmp_path / "train_ipu.py", (), options)
        return code, json.loads(target.read_text())

    def test_what_can_be_recorded(
        self, tmp_path: Path, device: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        without_dropout = [text.replace("layers.Dropout(0.3), ", "") for text in (PORT, ORIGINAL)]
        code, report = self.compare(tmp_path, device, *without_dropout)
        captured = capsys.readouterr()
        assert code == 0, captured.out
        assert (report["verdict"], report["backend"]) == ("agree", "ipu")
        assert "running the port on the IPU, as " in captured.err
        assert "running the original as it is" in captured.err
        fit, evaluate, predict = report["calls"]
        assert fit["port"]["losses"] == [] and len(fit["original"]["losses"]) == 18
        assert len(fit["port"]["epochs"]) == 2 and fit["port"]["epochs"][0]["val_loss"] > 0
        for call, rows, batch in [(fit, 576, 32), (evaluate, 330, 30)]:
            assert (call["port"]["rows"], call["port"]["batch_size"]) == (rows, batch)
            assert call["port"]["steps"] == rows // batch
        assert predict["port"]["rows"] == 352
        assert report["notes"].count(
            "on a device the losses of single steps are not recorded, only those of epochs"
        )
        assert (
            "an IPU rounds differently from a CPU: more is allowed after the first steps" in report["notes"]
        )
        assert not any("draws random numbers" in note for note in report["notes"])

    @pytest.mark.parametrize("device", ["here"], indirect=True)
    def test_random_numbers_of_the_device(
        self, tmp_path: Path, device: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, report = self.compare(tmp_path, device, PORT)
        assert code == 1, capsys.readouterr().out
        drawing = [note for note in report["notes"] if "draws random numbers of the device" in note]
        assert len(drawing) == 1 and "dropout" in drawing[0]
        assert report["first_difference"]["cause"].startswith(
            "the runs part during training: data order, random"
        )

    @pytest.mark.parametrize("device", ["here"], indirect=True)
    def test_loops_of_the_script_are_not_cut_on_either_side(
        self, tmp_path: Path, device: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, report = self.compare(tmp_path, device, PORT_OF_LOOP, LOOP, epochs=1, steps=2)
        assert code == 0, capsys.readouterr().out
        (loop,) = report["calls"]
        assert (loop["kind"], loop["original"]["steps"]) == ("loop", 6)
        assert "on a device custom training loops are not shortened" in report["notes"]
        assert not any("has not shortened" in note for note in report["notes"])
