"""What the tool takes for a program, how it judges endings, and what it counts of `check`."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tools.loading import tool

public_programs = tool("public_programs")
Ending, Program, Verdict = public_programs.Ending, public_programs.Program, public_programs.Verdict
NOT_EMULATED = "ipu.serving is part of Graphcore's SDK, but gpu2ipu's simulator does not emulate it."


@pytest.mark.parametrize(
    "source, program",
    [
        ("import tensorflow as tf\nif __name__ == '__main__':\n    main()\n", True),
        ("from keras import layers\nlayers.Dense(1)\n", True),
        ("import tensorflow as tf\nwith strategy.scope():\n    pass\n", True),
        ("import tensorflow as tf\ndef build():\n    return tf.keras.Model()\n", False),
        ("import torch\ntorch.train()\n", False),
        ("import tensorflow as tf\nfrom .layers import build\nbuild()\n", False),
    ],
)
def test_a_program_uses_tensorflow_and_does_something(source: str, program: bool) -> None:
    tree = ast.parse(source)
    found = public_programs.uses_tensorflow(tree) and public_programs.does_something(tree)
    assert found is program


@pytest.mark.parametrize(
    "code, said, expected",
    [
        (0, "loss: 0.5", Ending(Verdict.RAN)),
        (None, "", Ending(Verdict.STOPPED)),
        (1, f"NotEmulated: {NOT_EMULATED}", Ending(Verdict.NOT_EMULATED, "ipu.serving")),
        (1, "ModuleNotFoundError: No module named 'wandb'", Ending(Verdict.DATA, "package wandb")),
        (
            2,
            "a.py: error: the following arguments are required: --restore-path",
            Ending(Verdict.DATA, "a.py: error: the following arguments are required: --restore-path"),
        ),
        (1, "FileNotFoundError: a.csv", Ending(Verdict.DATA, "FileNotFoundError: a.csv")),
        (
            1,
            "ModuleNotFoundError: No module named 'keras.optimizer_v2'",
            Ending(Verdict.FAULT, "ModuleNotFoundError: No module named 'keras.optimizer_v2'"),
        ),
        (1, "ValueError: odd\n  in a line of the user", Ending(Verdict.FAULT, "ValueError: odd")),
        (
            1,
            "ValueError: in user code:\n    File 'a.py', line 1\n    TypeError: odd\n",
            Ending(Verdict.FAULT, "TypeError: odd"),
        ),
        (-11, "", Ending(Verdict.FAULT, "exit code -11")),
    ],
)
def test_endings(code: int | None, said: str, expected: Any) -> None:
    assert public_programs.ending(Program(Path(), "a.py", "3.4"), code, said) == expected


def test_a_refusal_of_the_sdk_is_expected_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_programs, "REFUSED", {"*/a.py": "Out of memory"})
    program = Program(Path(), "folder/a.py", "3.4")
    assert public_programs.ending(program, 1, "Error: Out of memory").verdict is Verdict.REFUSED
    assert public_programs.ending(program, 1, "Error: other").verdict is Verdict.FAULT
    monkeypatch.setattr(public_programs, "REFUSED_BY_NEWER", {"*/a.py": "other"})
    assert public_programs.ending(program, 1, "Error: other").verdict is Verdict.NEWER


def test_files_with_the_magic_of_a_notebook_are_no_programs(checkout: Path) -> None:
    (checkout / "notebook.py").write_text("import tensorflow\n%pip install x\nprint(1)\n")
    assert [each.path for each in public_programs.programs(checkout, "3.4")] == ["port.py", "tests/test_a.py"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a program that trains outside of the scope, one that fails, and a test."""
    root = tmp_path / "repository"
    (root / "tests").mkdir(parents=True)
    (root / "tests" / "test_a.py").write_text("import tensorflow\nprint(1)\n")
    (root / "port.py").write_text(
        "from tensorflow import keras\n"
        "from tensorflow.python import ipu\n"
        "strategy = ipu.ipu_strategy.IPUStrategy()\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\n"
        "model.compile('sgd', 'mse', steps_per_execution=2)\n"
    )
    return root


def test_findings_are_counted_until_they_are_judged(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert public_programs.main(["check", f"{checkout}@3.4"]) == 1
    said = capsys.readouterr().out
    assert "port.py:4: IPU103" in said and "2 files, 1 of them" in said
    rules = {line.split()[1] for line in said.splitlines() if line.startswith("port.py")}
    monkeypatch.setattr(public_programs, "TRUE", {("*/port.py", rule): "wrong" for rule in rules})
    assert public_programs.main(["check", f"{checkout}@3.4"]) == 0


def test_a_checkout_has_an_sdk(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        public_programs.main(["check", str(checkout)])
    assert "is no FOLDER@SDK" in capsys.readouterr().err


@pytest.mark.tensorflow
def test_programs_run_in_a_copy(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "port.py").write_text(
        "import tensorflow as tf\n"
        "from tensorflow.python import ipu\n"
        "open('made', 'w').close()\n"
        "ipu.config.IPUConfig().configure()\n"
    )
    assert public_programs.main(["run", f"{checkout}@3.4", "--python", sys.executable]) == 1
    said = capsys.readouterr().out
    assert "| port.py | 3.4 | FAULT | ValueError: 'configure'" in said
    assert "not run: 1, a test" in said and "1 FAULT" in said
    assert not (checkout / "made").exists()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ()),
        (["--epochs", "1"], ("--epochs", "1", "--record", os.devnull)),
        (["--epochs", "1", "--steps", "8"], ("--epochs", "1", "--steps", "8", "--record", os.devnull)),
    ],
)
def test_programs_are_shortened_on_request(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: list[str], expected: tuple[str, ...]
) -> None:
    (tmp_path / "port.py").write_text("import tensorflow\nprint()\n")
    shortenings = []

    def run(program: object, python: str, seconds: int, shortening: tuple[str, ...]) -> object:
        shortenings.append(shortening)
        return Ending(Verdict.RAN)

    monkeypatch.setattr(public_programs, "run", run)
    assert public_programs.main(["run", f"{tmp_path}@3.4", *given]) == 0
    assert shortenings == [expected]
