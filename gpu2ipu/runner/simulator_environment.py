"""`gpu2ipu doctor --setup-simulator`: a virtual environment with what the simulator needs, and no more.

TensorFlow for CPUs alone where there is one, since a port never runs on a GPU here; tf_keras beside it without its
requirements, which are TensorFlow for GPUs too; no bytecode before it is needed; and without what only compiles
operations in C++: headers and libclang. `run`, `compare` and `plan` use the environment in the default folder where
their own interpreter has no TensorFlow.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import installation
from gpu2ipu.runner.child.interpreters import Interpreter, environment, examine
from gpu2ipu.runner.child.process import ProcessOutcome, Request
from gpu2ipu.runner.child.process import run as run_process

# Megabytes that are downloaded, that lie on the disk at most, and in the end, measured with TensorFlow 2.21 on Linux;
# elsewhere than on x86-64, where `tensorflow` has no GPUs either, they are about the same.
DOWNLOAD, AT_MOST, ON_DISK = 340, 1500, 1200
_MB = 1_000_000
# where TensorFlow for CPUs is published
_CPU_ONLY = {("Linux", "x86_64"), ("Windows", "AMD64")}
_LEAST = "2.16"

Say = Callable[[str], None]


def set_up(folder: Path | None, base: Path | None, say: Say) -> None:
    """Make an environment, or find that it is there; `base` is the Python that it is of, else this tool's own.

    Raises Trouble where it cannot be made; nothing of it is left then.
    """
    target = (folder or installation.simulator_folder()).absolute()
    python = installation.python_in(target)
    if _is_there(target, python):
        found = examine(python, "--setup-simulator")
        say(f"{target} is there already, with TensorFlow {found.tensorflow}")
    else:
        package = tensorflow_package()
        _check_space(target)
        say(
            f"makes {target}: downloads about {DOWNLOAD} MB with {package}, and takes about {ON_DISK / 1000:.1f} GB"
        )
        with _removed_on_trouble(target):
            found = _made(target, python, base or Path(sys.executable), package, say)
        say(f"made {target}: TensorFlow {found.tensorflow}, {_size_of(target) / 1e9:.1f} GB")
    for line in _usage(target, python):
        say(line)


def tensorflow_package() -> str:
    """Return the name of the TensorFlow to install on this machine."""
    return "tensorflow-cpu" if (platform.system(), platform.machine()) in _CPU_ONLY else "tensorflow"


def _is_there(target: Path, python: Path) -> bool:
    """True if a folder is an environment that works. Raises Trouble for another one that has something in it."""
    if not target.exists() or (target.is_dir() and not any(target.iterdir())):
        return False
    if python.exists():
        with contextlib.suppress(Trouble):
            found = examine(python, "--setup-simulator")
            if found.tensorflow is not None and found.keras is not None and not found.broken_by:
                return True
    raise Trouble(
        f"--setup-simulator {target} is there already and is no environment of the simulator: name another folder, "
        "or remove it."
    )


def _check_space(target: Path) -> None:
    above = next(folder for folder in target.parents if folder.exists())
    free = shutil.disk_usage(above).free / _MB
    if free < AT_MOST:
        raise Trouble(
            f"--setup-simulator {target}: takes up to {AT_MOST / 1000:.1f} GB, and {above} has {free / 1000:.1f} GB "
            "left; name another folder."
        )


@contextlib.contextmanager
def _removed_on_trouble(target: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise


def _made(target: Path, python: Path, base: Path, package: str, say: Say) -> Interpreter:
    done = _run((str(base), "-m", "venv", str(target)))
    if not done:
        raise Trouble(
            f"{base} cannot make a virtual environment in {target}: {_last_line(done)}; on Debian and Ubuntu the "
            "package python3-venv is needed."
        )
    _install(python, (f"{package}>={_LEAST}",), say)
    found = examine(python, "--setup-simulator")
    if found.tensorflow is None:
        raise Trouble(f"pip has installed {package} in {target}, and there is no TensorFlow: {_REPORT}")
    series = ".".join(found.tensorflow.split(".")[:2])
    _install(python, ("--no-deps", f"tf_keras=={series}.*"), say)
    _run((str(python), "-m", "pip", "uninstall", "--yes", "--quiet", "libclang"))
    for headers in target.glob("[Ll]ib*/**/site-packages/tensorflow/include"):
        shutil.rmtree(headers, ignore_errors=True)
    done = _run((str(python), "-c", "import tensorflow, tf_keras"))
    if not done:
        raise Trouble(f"TensorFlow {found.tensorflow} cannot be imported on this machine: {_last_line(done)}")
    return examine(python, "--setup-simulator")


_REPORT = "please report it."


def _install(python: Path, what: tuple[str, ...], say: Say) -> None:
    options = ("--no-compile", "--only-binary=:all:", "--disable-pip-version-check", "--progress-bar=off")
    command = (str(python), "-m", "pip", "install", *options, *what)
    said = list[str]()

    def hear(line: str) -> None:
        said.append(line)
        if line.lstrip().startswith(("Collecting", "Downloading", "Installing", "Successfully")):
            say(f"  {line.strip()[:200]}")

    if not _run(command, hear):
        errors = [line for line in said if line.startswith("ERROR:")] or said[-1:] or ["it says nothing"]
        reason = errors[-1].removeprefix("ERROR:").strip()
        raise Trouble(f"pip could not install {shlex.join(what)}: {reason}")


def _run(command: tuple[str, ...], echo: Say | None = None) -> ProcessOutcome:
    variables = environment() | {"TF_CPP_MIN_LOG_LEVEL": "3", "PIP_NO_INPUT": "1"}
    try:
        return run_process(Request(command, variables, echo=echo))
    except OSError as error:
        raise Trouble(f"{command[0]} cannot be run: {error.strerror}.") from error


def _last_line(done: ProcessOutcome) -> str:
    return done.output.rstrip().rpartition("\n")[2].strip() or f"exit code {done.exit_code}"


def _size_of(folder: Path) -> int:
    return sum(
        os.lstat(os.path.join(place, name)).st_size for place, _, names in os.walk(folder) for name in names
    )


def _usage(target: Path, python: Path) -> Iterator[str]:
    if target == installation.simulator_folder().absolute():
        yield "run, compare and plan use it by themselves where their own Python has no TensorFlow:"
        yield "  gpu2ipu compare train.py"
    else:
        yield "use it by:"
        yield f"  gpu2ipu compare --python {shlex.quote(str(python))} train.py"
