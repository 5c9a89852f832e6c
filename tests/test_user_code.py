"""`check`, `convert`, `review` and `explain` read scripts: they run nothing of them, and open no connection."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """\
import dataset
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(*dataset.load(), batch_size=32)
"""
DATASET = """\
import numpy as np

open("was_run", "w").close()


def load():
    return np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
"""
# what Python, its tools and tests run by themselves, modules of the standard library, and packages: of gpu2ipu, and of
# scripts
NAMES = (
    *("conftest", "setup", "sitecustomize", "usercustomize"),
    *(
        "ast",
        "importlib_metadata",
        "logging",
        "pickle",
        "random",
        "selectors",
        "socket",
        "tempfile",
        "tokenize",
    ),
    *("black", "click", "libcst", "mypy", "pathspec", "rich", "tomli", "pytest"),
    *("keras", "numpy", "popdist", "tensorflow", "tf_keras"),
)
PYPROJECT = """\
[build-system]
requires = []
build-backend = "setup"
backend-path = ["."]

[project.entry-points."libcst.codemod"]
plugin = "setup"

[tool.pytest.ini_options]
addopts = "-p conftest"

[tool.mypy]
plugins = ["setup.py"]
"""
# what Python tells of while the command runs: https://docs.python.org/3/library/audit_events.html
AUDITED = """\
import json, os, runpy, sys

top, work, seen = {top!r}, {work!r}, []


def hook(event, arguments):
    if event == "exec" and os.path.abspath(getattr(arguments[0], "co_filename", "")).startswith(top):
        seen.append(["ran", arguments[0].co_filename])
    elif event in ("socket.connect", "socket.getaddrinfo", "socket.bind", "os.system", "os.exec", "os.posix_spawn"):
        seen.append([event])
    elif event == "open" and isinstance(arguments[0], (str, bytes, os.PathLike)):
        path = os.path.abspath(os.fsdecode(arguments[0]))
        if path.startswith(top) and not path.startswith(work):
            seen.append(["opened", path])


sys.addaudithook(hook)
sys.argv[0] = "gpu2ipu"
sys.path[:] = [entry for entry in sys.path if entry]
try:
    runpy.run_module("gpu2ipu", run_name="__main__")
finally:
    with open({log!r}, "w") as file:
        json.dump([each for each in seen if each[-1] != {log!r}], file)
"""
COMMANDS = [
    ["check", "."],
    ["check", "train.py"],
    ["convert", "."],
    ["convert", "train.py", "--diff"],
    ["convert", ".", "--in-place"],
    ["convert", "train.py", "-o", "port.py"],
    ["check", ".", "--fix"],
    ["review", "train.py", "--accept", "all"],
    ["explain", "keras.optimizers.AdamW"],
    ["explain", "IPU101"],
]
# a command with workers that are interpreters of their own, as on macOS and Windows, or forks of one, as in Python 3.14
OTHER_WORKERS = """\
import sys
from gpu2ipu.cli import main
from gpu2ipu.convert import worker_pool

if __name__ == "__main__":
    worker_pool.START = sys.argv.pop(1)
    sys.exit(main())
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "train.py").write_text(SCRIPT)
    (folder / "dataset.py").write_text(DATASET)
    (tmp_path / "secret.py").write_text("import keras\n")
    (folder / "pyproject.toml").write_text(PYPROJECT)
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'was_run')!r}, 'w').close()\n")
    return folder


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_nothing_of_a_tree_is_run(work: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "gpu2ipu", *arguments]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr and done.returncode in (0, 1), done.stderr
    assert not (work / "was_run").exists()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="there they do without workers")
@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_nothing_of_a_tree_is_run_by_workers(work: Path, start: str) -> None:
    program = work.parent / "program.py"
    program.write_text(OTHER_WORKERS)
    command = [sys.executable, str(program), start, "check", "-j2", "--no-cache", "."]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    assert "train.py:5:9: IPU101" in done.stdout and not done.stderr, done.stderr
    assert not (work / "was_run").exists()


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_what_python_tells_of(work: Path, arguments: list[str]) -> None:
    log = work.parent / "seen.json"
    program = AUDITED.format(top=str(work.parent), work=str(work), log=str(log))
    command = [sys.executable, "-c", program, *arguments]
    subprocess.run(command, cwd=work, capture_output=True, check=False)
    assert json.loads(log.read_text()) == []


def test_the_hook_sees_what_is_run(work: Path) -> None:
    log = work.parent / "seen.json"
    program = AUDITED.format(top=str(work.parent), work=str(work), log=str(log))
    program = program.replace(
        'runpy.run_module("gpu2ipu", run_name="__main__")', 'runpy.run_path("dataset.py")'
    )
    subprocess.run([sys.executable, "-c", program], cwd=work, capture_output=True, check=False)
    assert (work / "was_run").exists() and ["ran", "dataset.py"] in json.loads(log.read_text())
