"""A simulator that has imported TensorFlow already: each run is a fork of it, so that many short ones are quick.

Run as a program, this file reads requests from standard input, a JSON object a line, and answers each with the exit
code of its run. `WarmSimulator` starts it and stands in for `gpu2ipu.runner.process.run`.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gpu2ipu.runner.child.interpreters import SIMULATOR
from gpu2ipu.runner.child.process import ProcessOutcome, Request


class WarmSimulator:
    """Runs requests of this interpreter's simulator in forks of one process."""

    def __init__(self) -> None:
        """Start the process; it imports TensorFlow while the first request is on its way."""
        environment = os.environ | {
            "PYTHONHASHSEED": "0",
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8",
        }
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=Path(__file__).parent.parent,
        )

    def run(self, request: Request) -> ProcessOutcome:
        """Run a request to its end, or to its timeout."""
        assert request.command[:2] == (sys.executable, str(SIMULATOR))
        begin = time.monotonic()
        with tempfile.NamedTemporaryFile() as output:
            asked = {
                "arguments": request.command[2:],
                "environment": dict(request.environment or os.environ),
                "cwd": str(request.cwd or Path.cwd()),
                "output": output.name,
                "timeout": int(request.timeout or 0),
            }
            assert self._process.stdin and self._process.stdout
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            code = int(self._process.stdout.readline())
            said = Path(output.name).read_text(encoding="utf-8", errors="replace")
        timed_out = code == -signal.SIGALRM
        return ProcessOutcome(request.command, code, said, time.monotonic() - begin, timed_out)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def serve() -> int:
    """Answer requests until there are no more; a fork comes back with the exit code of its run."""
    sys.path.pop(0)  # the folder of this file, which is not the script's
    program: dict[str, Any] = runpy.run_path(str(SIMULATOR / "__main__.py"), run_name="warm")
    program["_package"]().install()
    import tensorflow

    assert tensorflow.keras.layers  # that comes late
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            request = json.loads(line)
            _become(request)
            return int(program["main"](request["arguments"]))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return 0


def _become(request: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    output = os.open(request["output"], os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(old, new)
    signal.alarm(request["timeout"])


if __name__ == "__main__":
    sys.exit(serve())
