"""Functions of libraries that call one of the script: command lines, timers, profilers, Estimators."""

from __future__ import annotations

import builtins
from typing import NamedTuple


class Caller(NamedTuple):
    """How a library function takes the function that it calls, and how it calls it."""

    parameter: str
    position: int | None = 0
    # calls it several times
    repeats: bool = False
    # the arguments of the call: those behind the function, none, or what the command line says
    passes_on: bool = False
    is_command: bool = False
    # configures IPUs by itself and runs the function there, with arguments of its own
    on_ipus: bool = False


_COMMAND = {
    "absl.app.run": "main",
    "argh.dispatch_command": "function",
    "argh.dispatch_commands": "functions",
    "clize.run": "func",
    "defopt.run": "funcs",
    "fire.Fire": "component",
    "jsonargparse.CLI": "components",
    "jsonargparse.auto_cli": "components",
    "plac.call": "obj",
    "tensorflow.app.run": "main",
    "tensorflow.compat.v1.app.run": "main",
    "typer.run": "function",
    "tyro.cli": "f",
}

# The Estimators of the SDK, which put what a function of the script builds on the IPUs of their options:
# tensorflow/python/ipu/ipu_estimator.py and ipu_pipeline_estimator.py
IPU_ESTIMATORS = tuple(
    f"tensorflow.python.ipu.{name}"
    for name in ("ipu_estimator.IPUEstimator", "ipu_pipeline_estimator.IPUPipelineEstimator")
)

# Functions of the SDK that compile a function of the script, of a graph of TensorFlow 1, for an IPU:
# tensorflow/python/ipu/ipu_compiler.py and ops/application_compile_op.py
IPU_COMPILERS = tuple(
    f"tensorflow.python.ipu.{name}"
    for name in (
        "ipu_compiler.compile",
        "application_compile_op.experimental_application_compile_op",
        "ops.application_compile_op.experimental_application_compile_op",
    )
)

# qualified name -> how it calls the function
CALLERS: dict[str, Caller] = {
    **{name: Caller(parameter, is_command=True) for name, parameter in _COMMAND.items()},
    **{name: Caller("model_fn", on_ipus=True) for name in IPU_ESTIMATORS},
    "atexit.register": Caller("func", passes_on=True),
    "cProfile.run": Caller("statement"),
    "profile.run": Caller("statement"),
    "timeit.repeat": Caller("stmt", repeats=True),
    "timeit.timeit": Caller("stmt", repeats=True),
    "wandb.agent": Caller("function", position=1, repeats=True),
}

# the builtins that call a function that they are given; others hold it, or only look at it
_CALLING_BUILTINS = ("filter", "iter", "map", "max", "min", "property", "sorted")

# these run `main` of the script where they are given nothing
RUN_MAIN = ("absl.app.run", "tensorflow.app.run", "tensorflow.compat.v1.app.run")

# methods of an object, of typer, click or sacred, whose decorators register commands: calling the object runs them
REGISTERING = ("command", "callback", "main")
RUNNING_COMMANDS = ("run", "run_commandline")
# likewise, and the command is run at once
AUTOMATIC = "automain"


def calls_back(name: str) -> bool:
    """True if a builtin may call the functions that it is given, or a name is of no builtin: of `import *`, say."""
    called = name.removeprefix("builtins.")
    return called in _CALLING_BUILTINS or not hasattr(builtins, called)
