"""What all tests share: an environment of their own, the other interpreter, and which tests can run here.

Parts of the suite also run under Python 3.8 with TensorFlow 2.6: this file keeps to the syntax of 3.8.
"""

from __future__ import annotations

import gc
import importlib.metadata
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import warm_simulator

# The variable that names the Python 3.8 with TensorFlow 2.6.
PYTHON38 = "GPU2IPU_PYTHON38"

# Scripts that are input: one of them may be named like a test, and importing it would load its TensorFlow.
collect_ignore_glob = ["cases/*", "variants/*", "rules/cases/*"]


def pytest_configure() -> None:
    """Hear interrupts: a shell lets what it starts in the background ignore them, and children inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if importlib.util.find_spec("hypothesis"):  # the environment of TensorFlow 2.6 does without
        from hypothesis import HealthCheck, settings

        # how long an example takes says something of the machine, and nothing of what is tested
        settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
        settings.load_profile("untimed")
    # rewriting and compiling the tests takes longer than running most of them
    sys.dont_write_bytecode = False
    gc.disable()


def pytest_collection_finish() -> None:
    """Refuse a test module that imports TensorFlow, which takes time, and Keras 3, which the simulator cannot use.

    What was collected stays to the end: it is left out of every collection of garbage from now on.
    """
    if "tensorflow" in sys.modules:
        raise pytest.UsageError("a test module imports TensorFlow: import it in its tests")
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs an interpreter or a package that is not here, and say which."""
    missing = {"tensorflow": _missing_packages(), "tf26": _missing_python38()}
    for item in items:
        for mark, reason in missing.items():
            if reason and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def python38() -> str:
    """The interpreter with TensorFlow 2.6."""
    if reason := _missing_python38():
        pytest.skip(reason)
    return os.environ[PYTHON38]


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`run`, `compare` and `plan` run scripts in simulators that have imported TensorFlow already.

    The working folder is a small one, since a comparison makes copies of it.
    """
    monkeypatch.chdir(tmp_path)
    for module in ("gpu2ipu.runner.commands", "gpu2ipu.runner.compared_runs", "gpu2ipu.plan.measuring"):
        monkeypatch.setattr(f"{module}.run_process", warm_simulator.run)


class CommandOutcome(NamedTuple):
    """How a command ended, and what it and its children printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(
    warm: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., CommandOutcome]:
    """The command line of gpu2ipu, run in this process and in an empty folder, since scripts may write files."""
    from gpu2ipu.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> CommandOutcome:
        capfd.readouterr()
        return CommandOutcome(main(arguments), *capfd.readouterr())

    return run


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests leave the user's caches and data sets alone; their children use the CPU and log little.

    Their temporary files are gone at the end, and those of scripts that they run.
    """
    home, temporary = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch, warm_simulator.closing():
        patch.setenv("TMPDIR", str(temporary))
        patch.setattr(tempfile, "tempdir", None)
        patch.setenv("KERAS_HOME", str(home / "keras"))
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        patch.setenv("CUDA_VISIBLE_DEVICES", "-1")
        patch.setenv("TF_CPP_MIN_LOG_LEVEL", "2")
        patch.setenv("TF_ENABLE_ONEDNN_OPTS", "0")
        for name in (
            "PYTHONPATH",
            "PYTHONHASHSEED",
            "PYTHONDONTWRITEBYTECODE",
            "TF_POPLAR_FLAGS",
            "FORCE_COLOR",
            "COLUMNS",
        ):
            patch.delenv(name, raising=False)
        yield
    shutil.rmtree(temporary, ignore_errors=True)


def _missing_packages() -> str:
    """Why tests with TensorFlow cannot run in this interpreter, or nothing. Imports neither."""
    if importlib.util.find_spec("tensorflow") is None:
        return "TensorFlow is not installed; pip install 'gpu2ipu[simulator]'"
    major, minor = importlib.metadata.version("tensorflow").split(".")[:2]
    if (int(major), int(minor)) >= (2, 16) and importlib.util.find_spec("tf_keras") is None:
        return "tf_keras is not installed; pip install 'gpu2ipu[simulator]'"
    return ""


def _missing_python38() -> str:
    python = os.environ.get(PYTHON38, "")
    if not python:
        return f"{PYTHON38} does not name a Python 3.8 with TensorFlow 2.6"
    return "" if Path(python).is_file() else f"{PYTHON38} names {python}, which is no file"
