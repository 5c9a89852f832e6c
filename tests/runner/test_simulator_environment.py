"""The environment that `doctor --setup-simulator` makes, with a stand-in for pip, whose TensorFlow does nothing."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from gpu2ipu import cli
from gpu2ipu.errors import Trouble
from gpu2ipu.runner import installation, simulator_environment
from gpu2ipu.runner.child import interpreters
from tests.runner import sdk

Printed = pytest.CaptureFixture[str]

# What is in the place of `python -m pip install OPTIONS REQUIREMENT` of a new environment.
PIP = """
import pathlib, sys
*options, requirement = sys.argv[2:]
site = pathlib.Path({site!r})
with open({log!r}, "a") as log:
    print(*sys.argv[1:], file=log)
print("Collecting", requirement)
if sys.argv[1] == "uninstall":
    sys.exit()
if requirement.startswith({refused!r}):
    print("WARNING: something else")
    sys.exit("ERROR: No matching distribution found for " + requirement)
name = requirement.partition("=")[0].partition(">")[0]
package, version = {{"tf_keras": ("tf_keras", "2.99.1")}}.get(name, ("tensorflow", "2.99.0"))
(site / package).mkdir(parents=True)
(site / package / "__init__.py").write_text({body!r})
info = site / f"{{name}}-{{version}}.dist-info"
info.mkdir()
(info / "METADATA").write_text(f"Metadata-Version: 2.1\\nName: {{name}}\\nVersion: {{version}}\\n")
print("Successfully installed", name)
"""


class Machine(NamedTuple):
    """A base interpreter whose environments have the stand-in, and what was asked of that."""

    python: Path
    log: Path


def machine(folder: Path, refused: str = "none", body: str = "") -> Machine:
    """Make one; pip refuses a package, or what it installs has a body."""
    site, log, pip = folder / "site", folder / "pip.log", folder / "pip.py"
    pip.write_text(PIP.format(site=str(site), log=str(log), refused=refused, body=body))
    inner = sdk.program(
        folder / "inner",
        f'if [ "$1" = -m ] && [ "$2" = pip ]; then shift 2; exec {sys.executable} {pip} "$@"; fi\n'
        f'PYTHONPATH={site} exec {sys.executable} -S "$@"',
    )
    headers = '"$3/lib/python3.99/site-packages/tensorflow/include"'
    made = f'mkdir -p "$3/bin" {headers} && touch "$3/pyvenv.cfg" && cp {inner} "$3/bin/python"'
    python = sdk.program(folder / "base", f'[ "$2" = venv ] && {made}')
    return Machine(python, log)


@pytest.fixture(autouse=True)
def _data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")


def set_up(*words: object) -> int:
    return cli.main(["doctor", *map(str, words)])


def test_an_environment_is_made_and_then_found(tmp_path: Path, capsys: Printed) -> None:
    python, log = machine(tmp_path)
    target = tmp_path / "env"
    assert set_up("--python", python, "--setup-simulator", target) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"makes {target}: downloads about ") and "tensorflow-cpu" in out[0]
    assert out[1:3] == ["  Collecting tensorflow-cpu>=2.16", "  Successfully installed tensorflow-cpu"]
    assert out[-3].startswith(f"made {target}: TensorFlow 2.99.0, ")
    assert out[-2:] == ["use it by:", f"  gpu2ipu compare --python {target}/bin/python train.py"]
    first, second, third = log.read_text().splitlines()
    assert "--no-compile" in first and first.endswith(" tensorflow-cpu>=2.16")
    assert second.endswith(" --no-deps tf_keras==2.99.*")
    assert third == "uninstall --yes --quiet libclang"
    assert not list(target.rglob("include")) and (target / "lib/python3.99/site-packages/tensorflow").exists()
    assert set_up("--python", python, "--setup-simulator", target) == 0
    again = capsys.readouterr().out.splitlines()
    assert again == [f"{target} is there already, with TensorFlow 2.99.0", *out[-2:]]
    assert len(log.read_text().splitlines()) == 3


def test_the_default_folder_is_what_other_commands_use(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = sdk.program(tmp_path / "own" / "python", f'exec {sys.executable} -S -E "$@"')
    monkeypatch.setattr(sys, "executable", str(own))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert set_up() == 1
    verdict = capsys.readouterr().out.splitlines()[-1]
    assert verdict.startswith(f"not fine: {own} has no TensorFlow. `gpu2ipu doctor --setup-simulator` makes")
    with pytest.raises(Trouble, match="gpu2ipu doctor --setup-simulator"):
        interpreters.interpreter(None, "--python")
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    python, _ = machine(tmp_path)
    assert set_up("--setup-simulator", "--python", python) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "  gpu2ipu compare train.py"
    monkeypatch.setattr(sys, "executable", str(own))
    made = tmp_path / "data" / "gpu2ipu" / "simulator" / "bin" / "python"
    assert interpreters.interpreter(None, "--python").path == made
    assert interpreters.interpreter(made, "--python").tensorflow == "2.99.0"
    assert set_up() == 0
    assert capsys.readouterr().out.splitlines()[0] == str(made)


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (
            "tensorflow",
            "pip could not install 'tensorflow-cpu>=2.16': "
            "No matching distribution found for tensorflow-cpu>=2.16",
        ),
        ("tf_keras", "pip could not install --no-deps 'tf_keras==2.99.*': No matching distribution found"),
    ],
)
def test_a_pip_that_fails_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, capsys: Printed, refused: str, sentence: str
) -> None:
    python, _ = machine(tmp_path, refused)
    assert set_up("--python", python, "--setup-simulator", tmp_path / "env") == 2
    err = capsys.readouterr().err
    assert err.startswith(sentence) and err.count("\n") == 1
    assert not (tmp_path / "env").exists()


def test_a_tensorflow_that_this_machine_cannot_run(tmp_path: Path, capsys: Printed) -> None:
    python, _ = machine(tmp_path, body="raise ImportError('needs AVX')")
    assert set_up("--python", python, "--setup-simulator", tmp_path / "env") == 2
    assert capsys.readouterr().err == (
        "TensorFlow 2.99.0 cannot be imported on this machine: ImportError: needs AVX\n"
    )
    assert not (tmp_path / "env").exists()


def test_a_python_without_venv(tmp_path: Path, capsys: Printed) -> None:
    python = sdk.program(tmp_path / "base", "echo No module named venv; exit 1")
    assert set_up("--python", python, "--setup-simulator", tmp_path / "env") == 2
    err = capsys.readouterr().err
    assert "cannot make a virtual environment" in err and "No module named venv; on Debian" in err
    assert set_up("--python", tmp_path / "none", "--setup-simulator", tmp_path / "env") == 2
    assert f"{tmp_path}/none cannot be run: No such file or directory." in capsys.readouterr().err


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, capsys: Printed) -> None:
    python, log = machine(tmp_path)
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "thesis.tex").touch()
    (tmp_path / "file").touch()
    for name in ("env", "file"):
        assert set_up("--python", python, "--setup-simulator", tmp_path / name) == 2
        assert "is there already and is no environment of the simulator" in capsys.readouterr().err
    assert (tmp_path / "env" / "thesis.tex").exists() and not log.exists()
    (tmp_path / "env" / "thesis.tex").unlink()
    assert set_up("--python", python, "--setup-simulator", tmp_path / "env") == 0  # an empty one is taken


def test_a_disk_that_is_full(tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    python, log = machine(tmp_path)
    full = shutil.disk_usage(tmp_path)._replace(free=100_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    assert set_up("--python", python, "--setup-simulator", tmp_path / "deep" / "env") == 2
    assert f"and {tmp_path} has 0.1 GB left; name another folder." in capsys.readouterr().err
    assert not log.exists() and not (tmp_path / "deep").exists()


@pytest.mark.parametrize(
    ("system", "processor", "package"),
    [
        ("Linux", "x86_64", "tensorflow-cpu"),
        ("Windows", "AMD64", "tensorflow-cpu"),
        ("Linux", "aarch64", "tensorflow"),
        ("Darwin", "arm64", "tensorflow"),
    ],
)
def test_the_package_of_a_machine(
    monkeypatch: pytest.MonkeyPatch, system: str, processor: str, package: str
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: processor)
    assert simulator_environment.tensorflow_package() == package


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert installation.simulator_folder() == tmp_path / "data" / "gpu2ipu" / "simulator"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for system, inner in (("linux", ".local/share"), ("darwin", "Library/Application Support")):
        monkeypatch.setattr(sys, "platform", system)
        assert installation.simulator_folder() == tmp_path / inner / "gpu2ipu" / "simulator"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert installation.simulator_folder() == tmp_path / "gpu2ipu" / "simulator"
    assert installation.python_in(tmp_path) == tmp_path / "Scripts" / "python.exe"
