"""What interpreters have, and those that cannot be used."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.interpreters import Interpreter, examine, interpreter
from tests.runner import sdk


@pytest.fixture(autouse=True)
def no_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("POPLAR_SDK_ENABLED", raising=False)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("echo not python >&2; exit 64", "not python"),
        ("echo Traceback; echo SyntaxError: future feature; exit 1", "works: SyntaxError: future feature"),
        ("echo '{}'", r"works: \{\}"),
        ("kill -9 $$", "it says nothing"),
    ],
)
def test_what_is_no_python_that_works(tmp_path: Path, body: Any, words: Any) -> None:
    with pytest.raises(Trouble, match=words) as trouble:
        examine(sdk.program(tmp_path / "python", body), "--python")
    assert str(trouble.value).startswith(f"--python {tmp_path / 'python'} is not a Python 3.8 or newer")
    assert "\n" not in str(trouble.value)


@pytest.mark.parametrize("make", ["missing", "folder", "text"])
def test_what_is_no_program(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "python"
    if make == "folder":
        path.mkdir()
    elif make == "text":
        path.write_text("#!/bin/sh\n")
    with pytest.raises(Trouble, match=r"--python .* cannot be run"):
        examine(path, "--python")


def test_an_interpreter_without_tensorflow(tmp_path: Path) -> None:
    bare = sdk.program(tmp_path / "python", f'exec {sys.executable} -S -E "$@"')
    found = examine(bare, "--python")
    assert found == Interpreter(bare, platform.python_version(), found.prefix)
    with pytest.raises(Trouble) as trouble:
        interpreter(bare, "--original-python")
    sentence = str(trouble.value)
    assert all(word in sentence for word in ["has no TensorFlow", "-m pip install ", "[simulator]"])
    assert sentence.endswith("with --original-python.") and "\n" not in sentence


def test_a_stock_tensorflow(tmp_path: Path) -> None:
    python = sdk.interpreter(tmp_path, "2.6.5", graphcore=False)
    found = interpreter(python, "--python")
    python_version = platform.python_version()
    assert found == Interpreter(python, python_version, found.prefix, tensorflow="2.6.5", keras="2.6.0")


@pytest.mark.parametrize(
    ("version", "enabled", "expected"),
    [
        ("2.6.3+gc3.1.0", "", "3.1"),
        ("2.6.3", "/opt/gc/poplar_sdk-ubuntu_20_04-3.4.0+1507-69d9d03fd8/poplar-ubuntu_20_04-3.4.0+9", "3.4"),
        ("2.5.2", "/opt/poplar", None),
    ],
)
def test_the_tensorflow_of_graphcore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: Any, enabled: Any, expected: Any
) -> None:
    monkeypatch.setenv("POPLAR_SDK_ENABLED", enabled)
    found = examine(sdk.interpreter(tmp_path, version), "--python")
    assert (found.tensorflow, found.graphcore, found.sdk) == (version, True, expected)
    assert (found.gc_info, found.ipus) == (None, None)


@pytest.mark.parametrize(
    ("listing", "exit_code", "ipus"),
    [
        (sdk.LISTING, 0, 2),
        ("-+- Id:  [0], type:      [PCIe], PCI Domain: [0000:1a:00.0]\n", 0, 1),
        ("-+- Id: [32], type: [Multi IPU]\n |--- PCIe Id: [0], DNC Id: [0]\n", 0, 0),
        ("No devices found\n", 1, 0),
    ],
)
def test_ipus_are_those_that_gc_info_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listing: Any, exit_code: Any, ipus: Any
) -> None:
    tools = sdk.gc_info(tmp_path / "bin", listing, exit_code)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    found = examine(Path(sys.executable), "--python")
    assert (found.gc_info, found.ipus) == (str(tools / "gc-info"), ipus)


def test_what_an_interpreter_prints_at_its_start_is_no_answer(tmp_path: Path) -> None:
    python = sdk.program(tmp_path / "python", f'echo "[1]"; echo hello; {sys.executable} -S "$@"; echo bye')
    assert examine(python, "--python").python == platform.python_version()


def test_nothing_is_imported_but_the_probe(tmp_path: Path) -> None:
    python = sdk.interpreter(tmp_path)
    (tmp_path / "site" / "tensorflow" / "__init__.py").write_text("raise SystemExit(1)")
    assert examine(python, "--python").graphcore


@pytest.mark.parametrize(
    ("tensorflow", "protobuf", "keras", "words"),
    [
        ("2.6.5", "3.19.6", "2.6.0", ""),
        ("2.6.5", "3.20.3", "2.6.0", ""),
        ("2.6.5", "4.25.1", "2.6.0", 'protobuf 4.25.1: install "protobuf<3.21"'),
        ("2.6.0", None, "2.15.0", 'Keras 2.15.0: install "keras==2.6.0"'),
        ("2.21.0", "7.34.0", "2.21.0", ""),
        (None, "4.25.1", None, ""),
    ],
)
def test_what_breaks_tensorflow_26(tensorflow: Any, protobuf: Any, keras: Any, words: Any) -> None:
    python = Interpreter(Path("p"), "3.8.18", "", tensorflow, keras, protobuf)
    assert python.broken_by == words


@pytest.mark.parametrize(
    ("tensorflow", "old"),
    [("1.15.5", True), ("2.5.2", True), ("2.6.5", False), ("2.21.0", False), (None, False)],
)
def test_old_tensorflows(tensorflow: Any, old: Any) -> None:
    assert Interpreter(Path("p"), "3.8.18", tensorflow=tensorflow).has_old_tensorflow is old


@pytest.mark.tensorflow
def test_this_one() -> None:
    import tensorflow

    found = interpreter(None, "--python")
    assert (found.path, found.tensorflow) == (Path(sys.executable), tensorflow.__version__)
    assert found.keras is not None and found.keras.startswith("2.") and not found.graphcore


@pytest.mark.tf26
def test_tensorflow_26(python38: str) -> None:
    found = interpreter(Path(python38), "--python")
    assert found.tensorflow is not None and found.tensorflow.startswith("2.6.")
    assert (found.python[:4], found.keras, found.graphcore, found.sdk) == ("3.8.", "2.6.0", False, None)
