"""The streams as whoever started the command has left them: a terminal, closed, full, or with nobody who reads."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gpu2ipu.review.walk import Terminal

NOT_WRITTEN = "gpu2ipu: the output cannot be written: {}"


def prepare() -> None:
    """Let closed streams take what is written, and any stream any character: a diff holds whatever the script holds."""
    for name in ("stdout", "stderr"):
        setattr(sys, name, getattr(sys, name) or io.StringIO())
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")


def flush() -> OSError | None:
    """Write what standard output has kept; return the error if that fails, and let Python not try it again."""
    try:
        sys.stdout.flush()
    except OSError as error:
        sys.stdout = io.StringIO()
        return error
    return None


def is_of_output(error: Exception) -> bool:
    """True if an error is one of a stream, and of no file that was opened by its name."""
    return isinstance(error, OSError) and error.filename is None


def has_colours() -> bool:
    """True if this is a terminal, unless $NO_COLOR is set (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@contextlib.contextmanager
def terminal() -> Iterator[Terminal | None]:
    """Where keys can be asked for, if this is a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    import shutil

    from gpu2ipu.cli.keys import single_keys
    from gpu2ipu.review.walk import Terminal

    with single_keys() as key:
        yield Terminal(click.echo, key, has_colours(), min(shutil.get_terminal_size().columns, 120))
