"""A simulator that has imported TensorFlow already, as a program: each request is run in a fork of it.

Requests are JSON objects, a line each, on standard input; each is answered with the exit code of its run, which is that
of `subprocess`. It runs in any interpreter that the simulator runs in: this file keeps to the syntax of Python 3.8.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
from typing import Any


def serve(simulator: str) -> int:
    """Answer requests until there are no more; a fork comes back with the exit code of its run."""
    sys.path.pop(0)  # the folder in which this is started, which is not the script's
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # a script finds them untouched
        os.dup2(nothing, stream)
    before = dict(os.environ)
    program = runpy.run_path(os.path.join(simulator, "__main__.py"), run_name="warm")
    _import_tensorflow(program["_package"]())
    set_by_imports = {name: value for name, value in os.environ.items() if before.get(name) != value}
    gc.collect()
    gc.freeze()
    for line in requests:
        child = os.fork()
        if child == 0:
            os.close(requests.fileno())
            os.close(answers.fileno())
            request = json.loads(line)
            _become(request, set_by_imports)
            return int(program["main"](request["arguments"]))
        _, status = os.waitpid(child, 0)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what it has left behind
        print(
            -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
            file=answers,
            flush=True,
        )
    return 0


def _import_tensorflow(simulator: Any) -> None:
    """Import what a run needs in any case, before it is forked; nothing is computed, which would start threads."""
    simulator.install()
    import tensorflow

    assert tensorflow.keras.layers  # that comes late
    importlib.import_module(simulator.__name__ + ".session")


def _become(request: dict[str, Any], set_by_imports: dict[str, str]) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update({**request["environment"], **set_by_imports})
    os.chdir(request["cwd"])
    tempfile.tempdir = None  # $TMPDIR may be another one
    for stream in (1, 2):
        os.dup2(os.open(request["output"][stream - 1], os.O_WRONLY | os.O_APPEND), stream)
    importlib.import_module("numpy").random.seed()  # forks of one process would draw the same
    signal.alarm(request["timeout"])


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1]))
