"""Execute a script in this process as Python itself would: the same `__main__`, exit codes and tracebacks.

The script runs by `exec` in a fresh module that stays in `sys.modules`. `runpy` removes its module again at the end,
so that an `atexit` handler that pickles a class of the script would fail.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import re
import sys
import types
from dataclasses import dataclass
from typing import Callable

from . import abort

# The exit code that a shell reports for an interrupted process.
INTERRUPTED = 130

_SIMULATOR = os.path.dirname(os.path.abspath(__file__)) + os.sep

#: Folders of emulated modules: their frames stay in tracebacks, as those of the SDK do on a device.
_EMULATED = tuple(_SIMULATOR + folder + os.sep for folder in ("ipu", "keras", "addons", "memory"))


@dataclass(frozen=True)
class Ending:
    """How a script ended: the exit code for `sys.exit`, and the exception that ended it, if any."""

    code: int
    error: BaseException | None = None


def plainly_compiled(source: bytes, path: str) -> types.CodeType:
    """Compile a script, from bytes: the compiler itself handles encoding declarations and byte order marks."""
    code: types.CodeType = compile(source, path, "exec", dont_inherit=True)
    return code


Compiler = Callable[[bytes, str], types.CodeType]

# https://peps.python.org/pep-0263/
_ENCODING = re.compile(rb"[^\n]*\n?[ \t\f]*#.*?coding[:=]|[ \t\f]*#.*?coding[:=]")


def _check_encoding(source: bytes, path: str) -> None:
    """Raise the SyntaxError of Python's command line; newer compilers pass over bytes in comments."""
    try:
        source.decode()
    except UnicodeDecodeError as error:
        if not _ENCODING.match(source):
            byte, line = source[error.start], source.count(b"\n", 0, error.start) + 1
            raise SyntaxError(
                f"Non-UTF-8 code starting with '\\x{byte:02x}' in file {path} on line {line}, but no encoding "
                "declared; see https://peps.python.org/pep-0263/ for details"
            ) from None


def execute(
    code_path: str,
    shown_path: str,
    arguments: list[str],
    compiler: Compiler = plainly_compiled,
    module: str | None = None,
) -> Ending:
    """Run the code in `code_path` as the script `shown_path`, or as the module named `module`.

    The two paths differ for a port in another folder: it sees the path, folder and name of its original. Raises
    OSError if the code cannot be read. Exit handlers and threads of the script may still be running on return; they
    end when the caller passes the exit code to `sys.exit`.
    """
    with open(code_path, "rb") as file:
        source = file.read()
    if module is not None:
        shown_path = os.path.abspath(shown_path)
    sys.argv = [shown_path, *arguments]
    sys.path.insert(0, _folder_of_imports(shown_path, module))
    ending = _run(source, code_path, compiler, _fresh_main(shown_path, module))
    if not abort.DeviceAborted.raised:
        return ending
    fatal = abort.DeviceAborted.raised[0]
    if ending.error is not fatal:  # the script has caught it, which is impossible on an IPU
        _show(fatal)
    return Ending(abort.EXIT_CODE, fatal)


def _run(source: bytes, code_path: str, compiler: Compiler, module: types.ModuleType) -> Ending:
    try:
        if module.__package__:
            importlib.import_module(module.__package__)
        _check_encoding(source, code_path)
        exec(compiler(source, code_path), module.__dict__)
    except SystemExit as stop:
        return Ending(_exit_code(stop))
    except KeyboardInterrupt as interrupt:
        _show(interrupt)
        return Ending(INTERRUPTED, interrupt)
    except BaseException as error:
        _show(error)
        return Ending(1, error)
    return Ending(0)


def _folder_of_imports(path: str, module: str | None) -> str:
    """Return the folder of a script, or the folder from which a module is imported."""
    folder = os.path.dirname(os.path.realpath(path) if module is None else path)
    for _ in range(module.count(".") if module is not None else 0):
        folder = os.path.dirname(folder)
    return folder


def _fresh_main(path: str, name: str | None) -> types.ModuleType:
    module = types.ModuleType("__main__")
    spec = None if name is None else importlib.machinery.ModuleSpec(name, None, origin=path)
    package = None if spec is None else spec.parent
    vars(module).update(
        {"__file__": path, "__builtins__": __builtins__, "__spec__": spec, "__package__": package}
    )
    sys.modules["__main__"] = module
    return module


def _exit_code(stop: SystemExit) -> int:
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return int(stop.code)  # of a bool, too
    print(stop.code, file=sys.stderr)
    return 1


def _show(error: BaseException) -> None:
    """Print a traceback as Python would: through `sys.excepthook` and without the frames of this tool."""
    traceback = _own_frames_cut(error.__traceback__)
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)


def _own_frames_cut(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """Return the traceback without the frames of this tool, except those of the emulated modules."""
    if traceback is None:
        return None
    rest = _own_frames_cut(traceback.tb_next)
    path = traceback.tb_frame.f_code.co_filename
    if path.startswith(_SIMULATOR) and not path.startswith(_EMULATED):
        return rest
    return types.TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)
