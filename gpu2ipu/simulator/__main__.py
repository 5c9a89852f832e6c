"""Run a script on the simulator: `PYTHON .../gpu2ipu/simulator [options] SCRIPT ARGS…`, in any interpreter
with TensorFlow.

Without options the script runs as Python would run it, and finds Graphcore's modules. `--report FILE` (for `gpu2ipu
run`) also writes what an IPU would do, see `recording.reporter`; `--record FILE` (for `gpu2ipu compare`) writes what
the script trains and predicts, see `recording.recorder`. `--plan FILE` (for `gpu2ipu plan`) trains nothing and writes
what the models need, see `planning.planner`. `--real-ipu` emulates nothing: the interpreter belongs to
Graphcore's SDK, whose modules stay in place. `--probe` only prints what the interpreter has, see `probe`.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import sys
from types import ModuleType

#: Options that take no value -> their help text. All other options take one.
_FLAGS = {
    "--no-ipu": "run an original, without the emulated SDK",
    "--real-ipu": "emulate nothing: use the SDK of this interpreter",
    "--allow-oom": "run programs that are too large for an IPU",
    "--synthetic-data": "use synthetic files for keras.datasets",
    "--whole-batches": "record an original by its own batches, whatever micro-batches its port takes",
}


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit code: that of the script, or 2 if the script cannot be started."""
    simulator = _package()
    if arguments == ["--probe"]:
        print(json.dumps(importlib.import_module(simulator.__name__ + ".probe").probe()))
        return 0
    options, script, rest = _parse(arguments)
    if not options.real_ipu and not _emulate(simulator, options.sdk, options.no_ipu):
        return 2
    session = importlib.import_module(simulator.__name__ + ".session")
    return int(session.run(options, script, rest))


def _emulate(simulator: ModuleType, sdk: str, no_ipu: bool) -> bool:
    """Install the emulated modules (none of them for an original). Return whether this interpreter can run them."""
    try:
        simulator.install(sdk)
    except (simulator.Unavailable, ValueError) as reason:
        print(f"gpu2ipu: {reason}", file=sys.stderr)
        return False
    if no_ipu:
        # An original runs in the same Python as without this tool, except that Keras is Keras 2.
        for package in ("tensorflow.python.ipu", "keras.ipu", "popdist", "ipu_tensorflow_addons"):
            sys.modules[package] = None  # type: ignore[assignment]
    return True


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, str, list[str]]:
    """Split the command line into our options, the script, and the arguments after it, which belong to the script."""
    parser = argparse.ArgumentParser(prog="gpu2ipu/simulator", usage="%(prog)s [options] SCRIPT [ARGUMENTS]")
    for flag, what in _FLAGS.items():
        parser.add_argument(flag, action="store_true", help=what)
    parser.add_argument("--sdk", default="3.4", metavar="VERSION", help="the SDK to emulate (default: 3.4)")
    parser.add_argument("--path-of", metavar="ORIGINAL", help="run SCRIPT as if it were the file ORIGINAL")
    parser.add_argument("--module", metavar="NAME", help="run SCRIPT as `python -m NAME` does")
    parser.add_argument(
        "--scratch", metavar="FOLDER", help="replace links below FOLDER by copies when written to"
    )
    parser.add_argument("--record", metavar="FILE", help="write what the script does to FILE, as JSON lines")
    parser.add_argument(
        "--follow", metavar="FILE", help="record an original with the weights and rows of the port in FILE"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of Python, numpy and TensorFlow while recording"
    )
    parser.add_argument("--report", metavar="FILE", help="write what an IPU would do to FILE, as JSON lines")
    parser.add_argument("--data-folder", metavar="FOLDER", help="where synthetic files are made, and kept")
    parser.add_argument("--plan", metavar="FILE", help="train nothing; write what the models need to FILE")
    parser.add_argument("--micro-batch", type=int, metavar="N", help="plan for micro-batches of N rows")
    chips = ("mk1", "mk2", "bow")
    parser.add_argument("--chip", choices=chips, default="mk2", help="the IPU whose memory is simulated")
    for name, what in (
        ("epochs", "epochs per fit"),
        ("steps", "batches per epoch"),
        ("samples", "rows per call"),
    ):
        parser.add_argument("--" + name, type=int, metavar="N", help=f"record at most N {what}")
    position = _script_position(arguments)
    options = parser.parse_args(arguments[:position])
    if position == len(arguments):
        parser.error("which script?")
    return options, arguments[position], arguments[position + 1 :]


def _script_position(arguments: list[str]) -> int:
    """Return the position of the script, the first argument after our options, or the end if there is none."""
    position = 0
    while position < len(arguments) and arguments[position].startswith("-"):
        takes_value = arguments[position] not in (*_FLAGS, "-h", "--help") and "=" not in arguments[position]
        position += 2 if takes_value else 1
    return min(position, len(arguments))


def _package() -> ModuleType:
    """Import this folder as a package. When the folder is run as a program it is on `sys.path`: it is removed there."""
    if __package__:
        return importlib.import_module(__package__)
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    spec = importlib.util.spec_from_file_location("gpu2ipu_finder", os.path.join(folder, "finder.py"))
    assert spec is not None and spec.loader is not None
    finder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(finder)
    package: ModuleType = finder.load_package()
    return package


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
