"""JSON lines that a process writes for the one that started it: one object per line, flushed at once.

A journal is readable up to its last complete line even if the process is killed. A recording (`recorder`) and the
report of a plain run (`reporter`) are both journals, with the same entries for exceptions, warnings and the end:

    {"warning": text}   {"exception": {"type", "message", "violation"}}
    {"end": exit code}                                                     last

A violation is an exception that the simulator raises because the software of an IPU would.
"""

from __future__ import annotations

import json
import logging
import os
import re
import warnings
from typing import Any, Callable

from ..execution import Compiler, plainly_compiled

_SIMULATOR = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

#: File names in the message that TensorFlow gives an exception in traced code, in its older and its newer form.
_FILE_IN_TEXT = re.compile(r'^\s+(?:File ")?(/[^":\n]+\.py)', re.MULTILINE)
_TRACED = "in user code:"


class Journal:
    """A file of JSON lines."""

    def __init__(self, path: str, plain: Callable[[Any], Any] = str) -> None:
        """Open the file; `plain` converts values that JSON does not have. Raises OSError if it cannot be written."""
        self._path = path
        self._plain = plain
        # compiles the script
        self.compiler: Compiler = plainly_compiled
        # stays open until `end`, or until the process is killed
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115

    def write(self, **entry: Any) -> None:
        """Write an entry of another listener."""
        self._write(**entry)

    def exception(self, error: BaseException) -> None:
        """Write the exception that ended the script."""
        self._write(
            exception={"type": type(error).__name__, "message": words_of(error), "violation": is_ours(error)}
        )

    def end(self, code: int) -> None:
        """Write the exit code, and close the file."""
        self._write(end=code)
        self._file.close()

    def _write(self, **entry: Any) -> None:
        if not self._file.closed:
            self._file.write(json.dumps(entry, default=self._plain) + "\n")
            self._file.flush()

    def _hear_warnings(self, only_ours: bool = False) -> None:
        """Write warnings to the journal: all that TensorFlow logs and Python shows, or only those of the simulator."""
        logging.getLogger("tensorflow").addHandler(_WarningHandler(self._write, only_ours))
        if only_ours:
            return
        show = warnings.showwarning

        def record(message: Any, *args: Any, **kwargs: Any) -> None:
            self._write(warning=str(message))
            show(message, *args, **kwargs)

        warnings.showwarning = record


def is_ours(error: BaseException) -> bool:
    """Return whether the simulator has raised an exception, also if TensorFlow has wrapped it."""
    text = str(error)
    if _TRACED in text:
        files = _FILE_IN_TEXT.findall(text)
        return bool(files) and files[-1].startswith(_SIMULATOR)
    innermost = ""
    traceback = error.__traceback__
    while traceback is not None:
        innermost = traceback.tb_frame.f_code.co_filename
        traceback = traceback.tb_next
    return innermost.startswith(_SIMULATOR)


def words_of(error: BaseException) -> str:
    """Return the message of an exception without the stack that TensorFlow puts before it."""
    text = str(error)
    if _TRACED not in text:
        return text
    parts = [part for part in text.split("\n\n") if part.strip()]
    return re.sub(r"^\s*\w+(Error|Exception)?: ", "", parts[-1].strip()) if len(parts) > 1 else text


class _WarningHandler(logging.Handler):
    """Writes the warnings that TensorFlow and the simulator log to the journal."""

    def __init__(self, write: Callable[..., None], only_ours: bool) -> None:
        super().__init__(logging.WARNING)
        self._write_line = write
        self._only_ours = only_ours

    def emit(self, record: logging.LogRecord) -> None:
        """Write one warning."""
        if not self._only_ours or record.pathname.startswith(_SIMULATOR):
            self._write_line(warning=record.getMessage())
