"""What the doctor finds, on machines that are made up."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu import cli
from gpu2ipu.errors import Trouble
from gpu2ipu.runner import doctor
from gpu2ipu.runner.child.interpreters import Interpreter
from tests.runner import sdk


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("POPLAR_SDK_ENABLED", "TF_POPLAR_FLAGS"):
        monkeypatch.delenv(name, raising=False)


def doctor_of(*arguments: object) -> int:
    return cli.main(["doctor", *map(str, arguments)])


def test_a_stock_tensorflow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = sdk.interpreter(tmp_path, "2.6.5", graphcore=False)
    assert doctor_of("--python", python) == 0
    version = sys.version.split()[0]
    assert capsys.readouterr().out.splitlines() == [
        str(python),
        f"    Python {version}, TensorFlow 2.6.5, Keras 2.6.0",
        "    ports run on the simulator",
        "IPUs: none known, as gc-info of the Poplar SDK is not on the PATH",
        f"fine: `gpu2ipu run PORT` runs on the simulator, in {python}",
    ]


def test_a_machine_with_ipus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    python = sdk.interpreter(tmp_path)
    monkeypatch.setenv("PATH", f"{sdk.gc_info(tmp_path / 'bin')}:/usr/bin:/bin")
    assert doctor_of("--python", python) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].endswith("TensorFlow 2.6.3+gc3.4.0, Keras 2.6.0, Graphcore's SDK 3.4")
    assert out[2:] == [
        "    ports run on the IPU and on the IPU Model",
        f"IPUs: 2, by {tmp_path}/bin/gc-info",
        f"fine: `gpu2ipu run PORT` runs on the IPU, in {python}",
    ]


def test_an_sdk_without_ipus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ports run there if they are asked to, not by themselves."""
    python = sdk.interpreter(tmp_path)
    assert doctor_of("--python", python) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[2] == "    ports run on the IPU Model"
    assert out[-1].startswith(f"not fine: {python} has Graphcore's TensorFlow") and "ipu-model" in out[-1]


@pytest.mark.parametrize(
    ("version", "beside", "words"),
    [
        ("2.6.5", ("protobuf", "4.25.1"), 'does not work with protobuf 4.25.1: install "protobuf<3.21".'),
        ("2.5.2", ("protobuf", "3.19.6"), "has TensorFlow 2.5.2; the simulator needs 2.6 or newer."),
    ],
)
def test_tensorflows_that_do_not_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], version: Any, beside: Any, words: Any
) -> None:
    python = sdk.interpreter(tmp_path, version, graphcore=False)
    sdk.distribution(tmp_path / "site", *beside)
    assert doctor_of("--python", python) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[2].startswith("    no port runs here: ") and out[2].endswith(words)
    assert out[-1] == "not fine: " + out[2].partition("here: ")[2]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = sdk.interpreter(tmp_path / "a", "2.6.5", graphcore=False)
    bare = sdk.program(tmp_path / "b" / "python", f'exec {sys.executable} -S -E "$@"')
    assert doctor_of("--json", "--python", bare, "--python", good) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["version"], report["fine"]) == (1, False)
    first, second = report["interpreters"]
    assert (first["path"], first["tensorflow"], first["backends"]) == (str(bare), None, [])
    assert first["problem"] == f"{bare} has no TensorFlow." and first["auto"] is None
    assert (second["tensorflow"], second["keras"], second["graphcore"]) == ("2.6.5", "2.6.0", False)
    assert (second["backends"], second["auto"], second["problem"]) == (["simulator"], "simulator", None)


def test_what_is_no_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor_of("--python", tmp_path / "none") == 2
    assert capsys.readouterr().err == (
        f"--python {tmp_path / 'none'} cannot be run: No such file or directory. Name a Python interpreter.\n"
    )


def test_interpreters_on_the_path_are_found_once_whatever_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the environment that they say they are in; what does not answer is left out."""
    for folder, name in [("a", "python3"), ("a", "python3.8"), ("b", "python"), ("c", "python3.9")]:
        sdk.program(tmp_path / folder / name, "")
    (tmp_path / "a" / "python").symlink_to("python3")
    asked: list[str] = []

    def examine(python: Path, option: str) -> Interpreter:
        asked.append(str(python.relative_to(tmp_path)) if python.is_relative_to(tmp_path) else "own")
        if python.parent.name == "c":
            raise Trouble("a launcher")
        return Interpreter(python, "3.9.0", python.parent.name)

    monkeypatch.setattr(doctor, "examine", examine)
    monkeypatch.setenv("PATH", f"{tmp_path}/a:{tmp_path}/b:{tmp_path}/c:{tmp_path}/a")
    found = doctor.diagnose().reports
    assert asked == ["own", "a/python3.8", "a/python3", "b/python", "c/python3.9"]
    assert [finding.interpreter.path for finding in found] == [
        Path(sys.executable),
        tmp_path / "a" / "python3.8",
        tmp_path / "b" / "python",
    ]


@pytest.mark.tensorflow
def test_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor_of("--json") == 0
    own = json.loads(capsys.readouterr().out)["interpreters"][0]
    assert (own["path"], own["prefix"], own["auto"]) == (sys.executable, sys.prefix, "simulator")
