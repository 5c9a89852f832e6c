"""Single keys from a terminal, without Enter; those that are typed ahead count."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

import click

END = "\x04"  # Ctrl-D


@contextlib.contextmanager
def single_keys() -> Iterator[Callable[[str], str]]:
    """A function that shows a question and returns the key that is pressed, Enter as a line feed."""
    try:
        import termios
        import tty
    except ImportError:  # on Windows
        yield lambda question: _asked(question, click.getchar)
        return
    end = sys.stdin.fileno()
    before = termios.tcgetattr(end)
    tty.setcbreak(end, termios.TCSADRAIN)
    try:
        yield lambda question: _asked(question, lambda: _read(end))
    finally:
        termios.tcsetattr(end, termios.TCSADRAIN, before)


def _asked(question: str, read: Callable[[], str]) -> str:
    click.echo(question, nl=False)
    key = read().replace("\r", "\n")
    click.echo(key if key.isprintable() else "")
    return key


def _read(end: int) -> str:
    """One key; those that send several bytes, as arrows do, are one that nothing is asked for by."""
    key = os.read(end, 1)
    if key == b"\x1b" or key > b"\x7f":
        while select.select([end], [], [], 0.01)[0] and os.read(end, 1):
            pass
        return "\x1b"
    return key.decode() or END
