"""`run` and `compare` from the outside: exit codes, JSON, bad input, and whole comparisons."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import commands
from gpu2ipu.runner.child import launch
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.options import CompareOptions, RunOptions
from tests import warm_simulator

HEAD = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

rng = np.random.RandomState(0)
x = rng.normal(size=(330, 6)).astype("float32")
y = (x @ rng.normal(size=(6, 3))).argmax(axis=1).astype("int32")
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
"""
RISING = HEAD + """
class Rising(tf.keras.callbacks.Callback):
    def on_batch_end(self, batch, logs=None):
        self.model.optimizer.learning_rate = self.model.optimizer.learning_rate * 1.01

model = models.Sequential([layers.Dense(3)])
model.compile(tf.keras.optimizers.SGD(0.1), loss)
model.fit(x, y, batch_size=33, callbacks=[Rising()], verbose=0)
"""
IPU = """
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
"""
ORIGINAL = HEAD + """
model = models.Sequential([layers.Dense(16, activation="relu"), layers.Dropout(0.3), layers.Dense(3)])
model.compile("adam", loss, metrics=["accuracy"])
model.fit(x, y, batch_size=32, epochs=2, validation_split=0.1, verbose=0)
model.evaluate(x, y, verbose=0)
print(model.predict(x).shape)
"""
PORT = HEAD + IPU + """
x_val, y_val = x[297:], y[297:]
steps = 297 // 32
with strategy.scope():
    model = models.Sequential([layers.Dense(16, activation="relu"), layers.Dropout(0.3), layers.Dense(3)])
    model.compile("adam", loss, metrics=["accuracy"], steps_per_execution=steps)
model.fit(x[: steps * 32], y[: steps * 32], batch_size=32, epochs=2, validation_data=(x_val, y_val),
          validation_batch_size=33, verbose=0)
with strategy.scope():
    model.compile("adam", loss, metrics=["accuracy"], steps_per_execution=11)
model.evaluate(x, y, batch_size=30, verbose=0)
padded = np.concatenate([x, np.zeros((22, 6), "float32")])
print(model.predict(padded)[:330].shape)
"""
NORMALIZED = HEAD + """
model = models.Sequential([layers.Dense(8), layers.BatchNormalization(name="norm"), layers.Dense(3)])
model.compile("sgd", loss)
model.fit(x[:320], y[:320], batch_size=32, verbose=0)
"""
ACCUMULATED = HEAD + IPU + """
with strategy.scope():
    model = models.Sequential([layers.Dense(8), layers.BatchNormalization(name="norm"), layers.Dense(3)])
    model.compile("sgd", loss, steps_per_execution=40)
    model.set_gradient_accumulation_options(4, gradient_accumulation_reduction_method="{}")
model.fit(x[:320], y[:320], batch_size=8, verbose=0)
"""


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(text: str, name: str = "train.py") -> Path:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    return write


@pytest.fixture
def no_tensorflow_needed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let any interpreter pass, for scripts that are never run."""

    def any_one(path: Path | None, option: str, launcher: tuple[str, ...] = ()) -> Interpreter:
        return Interpreter(path or Path(sys.executable), "3.10.0", tensorflow="2.16.0", keras="2.16.0")

    monkeypatch.setattr("gpu2ipu.runner.child.interpreters.interpreter", any_one)


@pytest.mark.usefixtures("no_tensorflow_needed")
@pytest.mark.parametrize("command", ["run", "compare"])
@pytest.mark.parametrize(
    ("name", "words"), [("none.py", "does not exist"), (".", "is a folder; name a script")]
)
def test_scripts_that_are_not_there(tmp_path: Path, command: Any, name: Any, words: Any) -> None:
    path = tmp_path / name
    with pytest.raises(Trouble, match=words):
        if command == "run":
            commands.run(path, (), RunOptions())
        else:
            commands.compare(path, None, (), CompareOptions())


@pytest.mark.usefixtures("no_tensorflow_needed")
def test_ports_that_cannot_be_compared(script: Any, tmp_path: Path) -> None:
    path = script("print(1)")
    (tmp_path / "link.py").symlink_to(path)
    with pytest.raises(Trouble, match="is the original itself"):
        commands.compare(path, tmp_path / "link.py", (), CompareOptions())
    with pytest.raises(Trouble, match=r"port\.py does not exist"):
        commands.compare(path, tmp_path / "port.py", (), CompareOptions())


@pytest.mark.usefixtures("no_tensorflow_needed")
@pytest.mark.parametrize(
    "line",
    [
        "from tensorflow.python import ipu",
        "import tensorflow.python.ipu.config as c",
        "    from tensorflow.python.ipu import utils",
        "from tensorflow.python import keras, ipu as device",
    ],
)
def test_a_port_in_the_place_of_the_original(script: Any, line: Any) -> None:
    with pytest.raises(Trouble, match=r"train\.py imports tensorflow\.python\.ipu: it is a port already"):
        commands.compare(script(f"x = 1\n{line}\n"), None, (), CompareOptions())


@pytest.mark.usefixtures("no_tensorflow_needed")
@pytest.mark.parametrize(("target", "words"), [(".", "is a folder"), ("no/out.json", "there is no folder")])
def test_json_targets_that_cannot_be_written_are_refused_before_anything_runs(
    script: Any, tmp_path: Path, target: Any, words: Any
) -> None:
    path = script("raise SystemExit('was run')")
    with pytest.raises(Trouble, match=words):
        commands.compare(path, None, (), CompareOptions(json=tmp_path / target))


@pytest.mark.usefixtures("no_tensorflow_needed")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"backend": "ipu"}, "--backend ipu needs the TensorFlow of Graphcore's SDK"),
        ({"backend": "ipu-model"}, "--backend ipu-model needs the TensorFlow of Graphcore's SDK"),
        ({"profile": Path("reports")}, "--profile is for --backend ipu and ipu-model"),
        ({"executable_cache": Path("cache")}, "--executable-cache is for --backend ipu and ipu-model"),
    ],
)
def test_backends_that_are_not_there(script: Any, options: Any, words: Any) -> None:
    path = script("raise SystemExit('was run')")
    with pytest.raises(Trouble, match=words):
        commands.run(path, (), RunOptions(**options))
    with pytest.raises(Trouble, match=words):
        commands.compare(path, None, (), CompareOptions(**options))


def test_launchers_that_cannot_be_used(script: Any) -> None:
    path = script("print(1)")
    with pytest.raises(Trouble, match=r"--launcher /no/srun cannot be run: No such file"):
        commands.compare(path, None, (), CompareOptions(launcher=("/no/srun",)))
    with pytest.raises(Trouble, match="--launcher starts one process"):
        commands.run(path, (), RunOptions(launcher=("srun",), instances=2))


@pytest.mark.usefixtures("no_tensorflow_needed")
def test_a_script_that_cannot_be_converted(script: Any) -> None:
    with pytest.raises(Trouble, match=r"train\.py:1: cannot be parsed"):
        commands.compare(script("print 1"), None, (), CompareOptions())


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("body", "code"),
    [("", 0), ("sys.exit(7)", 7), ("raise ValueError", 1), ("os.kill(os.getpid(), 15)", 143)],
)
def test_run_gives_the_exit_code_of_the_script(
    script: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, body: Any, code: Any
) -> None:
    monkeypatch.delenv("KERAS_HOME", raising=False)  # or TensorFlow is imported to look there
    text = f"import os, sys\nprint(sys.argv[1:], 'tensorflow' in sys.modules, flush=True)\n{body}"
    assert commands.run(script(text), ("--a", "--", "b"), RunOptions()) == code
    assert capfd.readouterr().out == "['--a', '--', 'b'] False\n"


@pytest.mark.tensorflow
def test_run_of_a_module(
    script: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KERAS_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pkg").mkdir()
    script("value = 7", "pkg/other.py")
    script("import sys\nfrom .other import value\nprint(value, __package__, sys.argv[1:])", "pkg/train.py")
    assert commands.run(Path("pkg.train"), ("x",), RunOptions(module=True)) == 0
    assert capfd.readouterr().out == "7 pkg ['x']\n"
    assert commands.run(Path("pkg/train.py"), (), RunOptions()) == 1
    assert "-m package.train" in capfd.readouterr().err


@pytest.mark.usefixtures("no_tensorflow_needed")
def test_an_sdk_that_is_not_known(script: Any) -> None:
    with pytest.raises(Trouble, match=r"option --sdk: unknown SDK '2\.7'"):
        commands.run(script(""), (), RunOptions(sdk="2.7"))


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_the_sdk_of_the_project_is_simulated_unless_another_one_is_asked_for(
    script: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.gpu2ipu]\nsdk = "2.5"\n')
    path = script("from tensorflow.python import ipu\nprint(hasattr(ipu, 'keras'))\n")
    assert commands.run(path, (), RunOptions()) == 0
    assert commands.run(path, (), RunOptions(sdk="3.1")) == 0
    assert capfd.readouterr().out.split() == ["True", "False"]


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
class TestWholeComparison:
    """A port with another steps_per_execution, other batches in evaluation, and padded predictions."""

    def interpreters(self, *paths: str) -> CompareOptions:
        """Of the port, and of the original where it is another one."""
        python, original = (*map(Path, paths), None, None)[:2]
        return CompareOptions(python=python, original_python=original)

    def check(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: CompareOptions
    ) -> None:
        target = tmp_path / "out.json"
        options = CompareOptions(**{**vars(options), "json": target})
        code = commands.compare(script(ORIGINAL), script(PORT, "port.py"), (), options)
        out = capsys.readouterr().out
        assert code == 0, out
        report = json.loads(target.read_text())
        assert report["verdict"] == "agree" and report["first_difference"] is None
        assert [call["kind"] for call in report["calls"]] == ["fit", "evaluate", "predict"]
        fit, evaluate, predict = report["calls"]
        assert fit["original"]["losses"] == pytest.approx(fit["port"]["losses"], rel=1e-5)
        assert len(fit["port"]["losses"]) == 18
        assert (fit["original"]["rows"], fit["original"]["rows_given"]) == (576, 297)
        assert evaluate["original"]["rows"] == evaluate["port"]["rows"] == 330
        assert (predict["original"]["rows"], predict["port"]["rows"]) == (330, 352)
        assert "skips the remainder of 9 of 297 rows" in out and "22 rows of padding" in out
        assert "verdict: agree" in out

    def test_here(self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.check(script, tmp_path, capsys, CompareOptions())

    @pytest.mark.tf26
    def test_in_tensorflow_26(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], python38: str
    ) -> None:
        self.check(script, tmp_path, capsys, self.interpreters(python38))

    def test_a_port_that_learns_something_else(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = tmp_path / "out.json"
        port = script(PORT.replace('compile("adam"', "compile(tf.keras.optimizers.Adam(0.01)"), "port.py")
        assert commands.compare(script(ORIGINAL), port, (), CompareOptions(json=target)) == 1
        report = json.loads(target.read_text())
        assert report["verdict"] == "differ"
        assert (report["first_difference"]["call"], report["first_difference"]["step"]) == (1, 2)
        assert "learning rate scaled: 0.001 in the original, 0.01 in the port" in capsys.readouterr().out

    def test_a_model_that_is_loaded_where_it_was_saved_before(
        self, script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def resuming(text: str) -> str:
            fit = text.index("model.fit(")
            trained = textwrap.indent(text[fit:].replace("\n          ", ""), "    ")
            return f"import os\n{text[:fit]}if not os.path.exists('saved.h5'):\n{trained}\n    model.save('saved.h5')\n"

        monkeypatch.chdir(tmp_path)
        original, port = script(resuming(ORIGINAL)), script(resuming(PORT), "port.py")
        assert commands.compare(original, port, (), CompareOptions(epochs=1)) == 0
        assert not Path("saved.h5").exists()

    def test_files_of_the_user_stay_as_they_are_and_what_is_written_can_be_kept(
        self, script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "log.txt").write_text("old\n")
        (tmp_path / "large.bin").write_bytes(bytes(2_000_000))
        text = ORIGINAL + f"""
import os
os.makedirs("out")
here = os.path.dirname(os.path.realpath(__file__))
for name in ("log.txt", {str(tmp_path / "log.txt")!r}, os.path.join(here, "log.txt"), sys.argv[1]):
    print("new", file=open(name, "a"))
open("large.bin", "r+b").write(b"changed")
model.save("out/model.h5")
assert open("large.bin", "rb").read(7) == b"changed" and len(open("log.txt").readlines()) == 5
"""
        path = script(text)
        before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
        kept = tmp_path.parent / f"{tmp_path.name}-kept"
        options = CompareOptions(epochs=1, steps=2, keep_files=kept)
        assert commands.compare(path, None, (str(tmp_path / "log.txt"),), options) == 0
        assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before
        for side in ("original", "port"):
            names = {each.relative_to(kept / side).as_posix() for each in (kept / side).rglob("*")}
            assert names == {"log.txt", "large.bin", "out", "out/model.h5"}
        captured = capsys.readouterr()
        assert "outside of their scratch copies" not in captured.out and "kept in" in captured.err

    def test_json_on_standard_output_is_all_that_is_there(
        self, script: Any, capfd: pytest.CaptureFixture[str]
    ) -> None:
        options = CompareOptions(epochs=1, steps=2, json=Path("-"))
        assert commands.compare(script(ORIGINAL), None, (), options) == 0
        captured = capfd.readouterr()
        assert json.loads(captured.out)["verdict"] == "agree"
        assert "verdict: agree" in captured.err and "running" not in captured.err
        with pytest.raises(Trouble, match="standard output of run is the script's own"):
            commands.run(script(ORIGINAL), (), RunOptions(json=Path("-")))

    def test_output_of_the_scripts(self, script: Any, capfd: pytest.CaptureFixture[str]) -> None:
        options = CompareOptions(epochs=1, steps=2, show_output=True)
        assert commands.compare(script(ORIGINAL), None, (), options) == 0
        captured = capfd.readouterr()
        assert "port | (330, 3)" in captured.err and "original | (330, 3)" in captured.err
        assert "verdict: agree" in captured.out

    def test_a_launcher_starts_both_sides(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        launcher = tmp_path / "launch"
        launcher.write_text(f'#!/bin/sh\necho "$1 $PWD" >> {tmp_path}/started\nshift\nON_NODE=1 exec "$@"\n')
        launcher.chmod(0o755)
        path = script(ORIGINAL + "\nimport os\nassert os.environ['ON_NODE']\n")
        options = CompareOptions(epochs=1, steps=2, launcher=(str(launcher), "node7"))
        assert commands.compare(path, None, (), options) == 0, capsys.readouterr().out
        started = (tmp_path / "started").read_text().splitlines()
        assert len(started) == 3 and all(line.startswith("node7 ") for line in started)
        assert "gpu2ipu-compare-" in started[1] and "gpu2ipu-compare-" in started[2]

    def test_several_seeds(self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        options = CompareOptions(epochs=1, steps=2, seed=3, repeat=2, json=tmp_path / "out.json")
        path = script(ORIGINAL)
        assert commands.compare(path, None, (), options) == 0
        assert "2 of 2 seeds agree" in capsys.readouterr().out
        found = json.loads((tmp_path / "out.json").read_text())["seeds"]
        assert found["verdicts"] == {"3": "agree", "4": "agree"}
        assert all(each["original"]["standard_deviation"] > 0 for each in found["results"][:1])

    def test_progress_is_recorded(self, script: Any, tmp_path: Path) -> None:
        path = tmp_path / "record.jsonl"
        side = Side(Path(sys.executable), script(ORIGINAL), is_port=False, record=path, epochs=1)
        assert warm_simulator.run(launch.request(side))
        at = [json.loads(line)["at"] for line in path.read_text().splitlines() if "at" in json.loads(line)]
        first = at[0].pop("loss")
        assert at[0] == {"call": 0, "epoch": 1, "epochs": 1, "step": 1, "steps": 10} and first > 0

    def test_errors_have_the_paths_of_the_user(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path, port = script("raise SystemExit"), script("import os\n\nos.remove('gone')", "port.py")
        assert commands.compare(path, port, (), CompareOptions()) == 2
        out = capsys.readouterr().out
        assert f'File "{port}", line 3' in out and "gpu2ipu-compare-" not in out

    @pytest.mark.parametrize("reduction", ["mean", "sum"])
    def test_statistics_of_micro_batches(
        self, script: Any, capsys: pytest.CaptureFixture[str], reduction: str
    ) -> None:
        code = commands.compare(
            script(NORMALIZED), script(ACCUMULATED.format(reduction), "port.py"), (), CompareOptions()
        )
        out = capsys.readouterr().out
        assert code == (reduction == "sum"), out
        assert "'norm' normalizes each micro-batch by its own statistics" in out
        assert ("with the statistics of its own batches the original ends at loss" in out) == (code == 0)
        assert ("4 micro-batches may be added up" in out) == (code == 1)

    def test_a_rate_that_a_callback_changes_at_batches(
        self, script: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert commands.compare(script(RISING), None, (), CompareOptions(steps=4)) == 1
        out = capsys.readouterr().out
        assert "IPU306: `on_batch_end` is called once per execution" in out
        assert "first difference: call 1 (fit), epoch 1, step 3: loss" in out
        assert "the learning rate ends at 0.10406 in the original, at 0.101 in the port" in out

    def test_a_port_that_the_simulator_refuses(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = tmp_path / "out.json"
        port = script(PORT.replace("x[: steps * 32], y[: steps * 32]", "x[:297], y[:297]"), "port.py")
        assert commands.compare(script(ORIGINAL), port, (), CompareOptions(json=target)) == 2
        assert json.loads(target.read_text())["verdict"] == "error"
        assert "has a partial batch" in capsys.readouterr().out

    def test_the_command_that_shows_a_port_made_on_the_fly(
        self, script: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        original = script(ORIGINAL + "\nraise KeyError('gone')\n", "my train.py")
        assert commands.compare(original, None, (), CompareOptions(epochs=1)) == 2
        assert f"`gpu2ipu convert '{original}' -o FOLDER`" in capsys.readouterr().out

    def test_an_original_that_fails_after_its_port(
        self, script: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        original = script(ORIGINAL + "\nif 'fail' in sys.argv: raise KeyError('gone')\n")
        port = script(PORT, "port.py")
        assert commands.compare(original, port, ("fail",), CompareOptions(epochs=1)) == 2
        out = capsys.readouterr().out
        assert "KeyError: 'gone'" in out and "The original failed with exit code 1" in out
        assert "original and port agree up to call 3; then the original alone fails" in out

    def test_an_original_with_names_that_its_tensorflow_lacks(
        self, script: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        original = script(ORIGINAL + "\nprint(model.predict_classes(x).shape)\n")
        assert commands.compare(original, None, (), CompareOptions(epochs=1)) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert "the original was run with the names of TensorFlow 2.6" in out
        assert "has no attribute 'predict_classes'" in out and "4 predict" in out

    def test_sides_that_fail_alike(self, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
        ending = "\nraise KeyError('gone')\n"
        original, port = script(ORIGINAL + ending), script(PORT + ending, "port.py")
        assert commands.compare(original, port, (), CompareOptions(epochs=1)) == 2
        out = capsys.readouterr().out
        assert "agree up to call 3; then both fail alike, with KeyError: 'gone'" in out

    @pytest.mark.parametrize(
        ("ending", "code"),
        [
            ("sys.exit(3 if history.history['accuracy'][-1] < 2 else 0)", 3),
            ("def main():\n    return -1\n\nif __name__ == '__main__':\n    sys.exit(main())", -1),
            ("raise SystemExit('not learnt enough')", 1),
        ],
    )
    def test_scripts_that_end_with_an_exit_code_of_their_own(
        self, script: Any, capsys: pytest.CaptureFixture[str], ending: Any, code: Any
    ) -> None:
        fit = ORIGINAL.partition("model.evaluate")[0].replace("model.fit", "history = model.fit")
        path = script(f"{textwrap.dedent(fit)}\n{ending}\n")
        assert commands.compare(path, None, (), CompareOptions(steps=2, epochs=1)) == 0
        out = capsys.readouterr().out
        assert f"note: both end by themselves with exit code {code}\n" in out and "verdict: agree" in out

    def test_a_script_that_catches_its_failure_and_exits_has_failed(
        self, script: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        port = PORT.replace("x[: steps * 32], y[: steps * 32]", "x[:297], y[:297]")
        caught = textwrap.indent(textwrap.dedent(port), "    ")
        port = f"import sys\ntry:\n{caught}\nexcept Exception as error:\n    sys.exit(f'failed: {{error}}')\n"
        assert commands.compare(script(ORIGINAL), script(port, "port.py"), (), CompareOptions()) == 2
        out = capsys.readouterr().out
        assert "has a partial batch" in out and "The port failed with exit code 1" in out
        assert "what ended the port is IPU202: see `gpu2ipu explain IPU202`" in " ".join(out.split())

    def test_a_port_that_hangs(self, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
        port = script("import time\nprint('waiting', flush=True)\nwhile True: time.sleep(1)", "port.py")
        assert commands.compare(script(ORIGINAL), port, (), CompareOptions(timeout=15)) == 2
        out = capsys.readouterr().out
        assert "waiting" in out and "did not end within 15 seconds" in out

    def test_an_original_as_its_own_port_is_not_judged(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = tmp_path / "out.json"
        copy = script(ORIGINAL, "port.py")
        assert commands.compare(script(ORIGINAL), copy, (), CompareOptions(json=target)) == 2
        assert json.loads(target.read_text())["verdict"] == "error"
        out = capsys.readouterr().out
        assert "the port trains on the CPU, and nothing on an IPU" in out and "verdict: error" in out

    def test_scripts_without_training(self, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
        assert commands.compare(script("print(1)"), script("print(1)", "port.py"), (), CompareOptions()) == 2
        assert "there is nothing to compare" in capsys.readouterr().out

    def test_without_a_port_the_script_is_converted_and_runs_in_its_own_place(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        script("NAME = 'beside'", "settings_of_train.py")
        text = (
            ORIGINAL
            + "\nimport settings_of_train\nassert __file__.endswith('train.py') and len(sys.argv) == 2\n"
        )
        assert commands.compare(script(text), None, ("x",), CompareOptions(steps=2)) == 0
        assert sorted(path.name for path in tmp_path.glob("*.py")) == ["settings_of_train.py", "train.py"]

    def test_a_module_is_compared_in_its_package(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "pkg").mkdir()
        script("SIZE = 'beside'\n", "pkg/settings.py")
        script(
            textwrap.dedent(ORIGINAL) + "\nfrom .settings import SIZE\nassert __package__ == 'pkg'\n",
            "pkg/train.py",
        )
        options = CompareOptions(module=True, steps=2, epochs=1)
        assert commands.compare(Path("pkg.train"), None, (), options) == 0
        assert "verdict: agree" in capsys.readouterr().out
        script("from . import settings", "pkg/port.py")
        assert commands.compare(Path("pkg/train.py"), Path("pkg/port.py"), (), CompareOptions()) == 2
        assert "-m package.train" in capsys.readouterr().out


BOTH = HEAD + """
try:
    from tensorflow.python import ipu
except ImportError:
    ipu = None

if ipu is not None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
else:
    strategy = tf.distribute.get_strategy()
rows = 320 {choice}
with strategy.scope():
    model = models.Sequential([layers.Dense(3)])
    model.compile("adam", loss, steps_per_execution=10 if ipu else 1)
model.fit(x[:rows], y[:rows], batch_size=32, verbose=0)
"""
FOR_GPU = HEAD + """
model = models.Sequential([layers.Dense(3)])
model.compile("adam", loss)
model.fit(x, y, batch_size=32, verbose=0)
"""


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("choice", "verdict"), [("if ipu else len(x)", "agree"), ("", "differ")])
def test_a_port_for_both_devices_is_compared_on_both(
    script: Any, tmp_path: Path, choice: str, verdict: str
) -> None:
    original, port = script(FOR_GPU), script(BOTH.replace("{choice}", choice), "both.py")
    target = tmp_path / "out.json"
    commands.compare(original, port, (), CompareOptions(json=target))
    report = json.loads(target.read_text())
    assert (report["verdict"], report["without_ipu"]["verdict"]) == (verdict, verdict)
    assert report["calls"][0]["agree"]
    if verdict == "differ":
        difference = report["without_ipu"]["first_difference"]
        assert difference["cause"] == "samples dropped or added: 330 rows in the original, 320 in the port"
