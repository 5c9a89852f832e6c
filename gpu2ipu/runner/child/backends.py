"""Where a port runs: on the simulator, on IPUs or on Graphcore's IPU Model, and which environment variables that takes.

The SDK reads two variables. TF_POPLAR_FLAGS holds flags as on a command line; what is there stays, and a flag that
this module sets is set once. POPLAR_ENGINE_OPTIONS is a JSON object; the two keys that `--profile` is about are
replaced, all others stay. An option that the chosen backend would not heed is refused.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import installation
from gpu2ipu.runner.child.interpreters import Interpreter

NAMES = ("auto", "ipu", "ipu-model", "simulator")

# Each backend in words.
PLACES = {"ipu": "on the IPU", "ipu-model": "on the IPU Model", "simulator": "on the simulator"}

_FLAGS, _ENGINE = "TF_POPLAR_FLAGS", "POPLAR_ENGINE_OPTIONS"

# The value of a flag: quoted as the SDK reads it, or up to the next blank.
_VALUE = r"""(?:=(?P<value>'[^']*'|"(?:\\.|[^"\\])*"|\S*))?(?!\S)"""


@dataclass(frozen=True)
class Backend:
    """A backend, why it was taken, and the variables that a child on it gets."""

    name: str
    why: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def simulated(self) -> bool:
        """True if the SDK is emulated."""
        return self.name == "simulator"

    @property
    def place(self) -> str:
        """Where it runs, in words, with the reason if it was chosen by this tool."""
        return PLACES[self.name] + (f", as {self.why}" if self.why else "")


def choose(name: str, python: Interpreter, cache: Path | None = None, profile: Path | None = None) -> Backend:
    """Return the backend with this name in an interpreter; "auto" chooses what the interpreter can do.

    `cache` and `profile` are the folders of `--executable-cache` and `--profile`. Raises Trouble for a backend
    that the interpreter or the machine does not have, and for options that cannot be heeded.
    """
    why = ""
    if name == "auto":
        name, why = _best(python)
    if name == "simulator":
        _check_simulator(python, cache, profile)
        return Backend(name, why)
    if not python.graphcore:
        raise Trouble(
            f"--backend {name} needs the TensorFlow of Graphcore's SDK, which {python.path} does not have: "
            "name an interpreter that has it with --python."
        )
    if name == "ipu":
        _check_device(python)
    return Backend(name, why, _variables(name == "ipu-model", cache, profile))


def _best(python: Interpreter) -> tuple[str, str]:
    """IPUs where there are any; the IPU Model, which is slow, only if the environment asks for it."""
    if not python.graphcore:
        return "simulator", f"TensorFlow {python.tensorflow} of {python.path} is not that of Graphcore's SDK"
    sdk = f"{python.path} has Graphcore's SDK {python.sdk or '(of unknown version)'}"
    if _asks_for_model():
        return "ipu-model", f"{sdk} and {_FLAGS} says --use_ipu_model"
    if python.ipus:
        return "ipu", f"{sdk} and gc-info lists {python.ipus} IPU{'s' if python.ipus > 1 else ''}"
    return "simulator", "no IPU is found"


def _check_simulator(python: Interpreter, cache: Path | None, profile: Path | None) -> None:
    if python.graphcore:
        raise Trouble(
            f"{python.path} has Graphcore's TensorFlow, which the simulator cannot replace"
            f"{'' if python.ipus else ', and no IPU is found'}: choose --backend "
            f"{'ipu' if python.ipus else 'ipu-model'}, or name an interpreter with stock TensorFlow with --python."
        )
    if python.has_old_tensorflow:
        raise Trouble(f"{python.path} has TensorFlow {python.tensorflow}; the simulator needs 2.6 or newer.")
    if python.keras is None:
        raise Trouble(
            f"{python.path} has TensorFlow {python.tensorflow} without Keras 2, with which IPUs are programmed: "
            f"install tf_keras with `{installation.with_extra('simulator', python.path)}`."
        )
    for option, folder in (("--executable-cache", cache), ("--profile", profile)):
        if folder is not None:
            raise Trouble(f"{option} is for --backend ipu and ipu-model; the simulator makes no executables.")


def _check_device(python: Interpreter) -> None:
    if _asks_for_model():
        raise Trouble(f"{_FLAGS} says --use_ipu_model: unset that, or choose --backend ipu-model.")
    if python.gc_info is None:
        raise Trouble(
            "--backend ipu: no gc-info is on the PATH to list IPUs: enable the Poplar SDK (source its "
            "enable.sh), or choose --backend ipu-model or simulator."
        )
    if not python.ipus:
        raise Trouble(
            f"--backend ipu: {python.gc_info} lists no IPU on this machine: choose --backend ipu-model or simulator."
        )


def _variables(model: bool, cache: Path | None, profile: Path | None) -> dict[str, str]:
    variables = {}
    flags = os.environ.get(_FLAGS, "")
    if (model or cache is not None) and flags.strip() and not flags.lstrip().startswith("-"):
        raise Trouble(
            f"{_FLAGS} names a file of flags, to which none can be added: write the flags themselves."
        )
    if model and not _asks_for_model():
        flags = variables[_FLAGS] = _with_flag(flags, "use_ipu_model")
    if cache is not None:
        folder = _folder(cache, "--executable-cache")
        variables[_FLAGS] = _with_flag(flags, "executable_cache_path", _quoted(str(folder)))
    if profile is not None:
        options = _engine_options()
        folder = _folder(profile, "--profile")
        options |= {"autoReport.all": "true", "autoReport.directory": str(folder)}
        variables[_ENGINE] = json.dumps(options)
    return variables


def _asks_for_model() -> bool:
    """True if the environment itself puts programs on the IPU Model."""
    found = re.search(r"(?<!\S)--use_ipu_model" + _VALUE, os.environ.get(_FLAGS, ""))
    return found is not None and found["value"] in (None, "true")


def _with_flag(flags: str, name: str, value: str | None = None) -> str:
    """Flags with one more at the end, in place of all of its name."""
    others = re.sub(rf"(?<!\S)--{name}{_VALUE}\s*", "", flags).strip()
    return f"{others} --{name}{'' if value is None else '=' + value}".lstrip()


def _quoted(value: str) -> str:
    if re.fullmatch(r"""[^\s'"\\]+""", value):
        return value
    return f"'{value}'" if "'" not in value else '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _engine_options() -> dict[str, object]:
    text = os.environ.get(_ENGINE, "").strip()
    try:
        options = json.loads(text or "{}")
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Trouble(
            f"{_ENGINE} in the environment is not a JSON object, so that --profile cannot add to it: "
            f"correct or unset it; it is {' '.join(text.split())[:80]}"
        )
    return options


def _folder(path: Path, option: str) -> Path:
    """A folder that can be written into, made if need be; the script may change its own folder."""
    path = path.absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is no folder" if path.exists() else error.strerror
        raise Trouble(f"{option} {path} cannot be used: {reason}.") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise Trouble(f"{option} {path} cannot be used: permission denied.")
    return path
