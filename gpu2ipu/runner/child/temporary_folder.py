"""Temporary folders of a command: gone when it ends, also by a signal, with what its children have left there."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.runner.child import process_tree
from gpu2ipu.runner.child.process import ending_on_signals


@contextlib.contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """A folder that is removed at the end, also where TERM or HUP ends this process; Ctrl-C does not stop that."""
    with ending_on_signals():
        folder = Path(os.path.realpath(tempfile.mkdtemp(prefix=f"gpu2ipu-{name}-")))
        try:
            yield folder
        finally:
            with _uninterrupted():
                remove(folder)


@contextlib.contextmanager
def folder_for_all(name: str) -> Iterator[Path]:
    """A temporary folder in which what this process starts makes its own ones; at the end none of that runs.

    What ran before stays.
    """
    with temporary_folder(name) as folder:
        others = {each.identity for each in process_tree.started_by_this()}
        places = variables_of(folder)
        before = {variable: os.environ.get(variable) for variable in places}
        os.environ.update(places)
        try:
            yield folder
        finally:
            process_tree.kill(
                [each for each in process_tree.started_by_this() if each.identity not in others]
            )
            for variable, value in before.items():
                if value is None:
                    del os.environ[variable]
                else:
                    os.environ[variable] = value


def variables_of(folder: Path) -> dict[str, str]:
    """Return the environment variables by which a child makes its temporary files in a folder.

    What tensorflow_hub has loaded is found where it is without that: https://www.tensorflow.org/hub/caching
    """
    hub = os.environ.get("TFHUB_CACHE_DIR") or os.path.join(tempfile.gettempdir(), "tfhub_modules")
    return {"TMPDIR": str(folder), "TFHUB_CACHE_DIR": hub}


def remove(folder: Path) -> None:
    """Remove a folder, with folders in it that a script has closed."""

    def open_up(function: object, path: str, _: object) -> None:
        os.chmod(os.path.dirname(path), 0o700)
        os.chmod(path, 0o700) if not os.path.islink(path) else None
        shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else Path(path).unlink(missing_ok=True)

    with contextlib.suppress(OSError):
        shutil.rmtree(folder, onerror=open_up)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
