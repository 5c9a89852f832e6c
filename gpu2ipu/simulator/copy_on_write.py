"""Files that a run was given as links become copies of its own when the script opens them to write.

A scratch copy (`gpu2ipu/runner/child/scratch.py`) links what is large. Python says by audit events what is about to be
opened, created or removed, before it is; HDF5 and TensorFlow, which open files by themselves, are wrapped.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sys
import threading
from typing import Any, Callable

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_TRUNC | os.O_CREAT

#: Event -> the numbers of the arguments that are paths, of files whose content or state changes.
_CHANGES = {
    "os.chmod": (0,),
    "os.utime": (0,),
    "os.truncate": (0,),
    "os.chown": (0,),
    "sqlite3.connect": (0,),
}
#: The same of entries that appear in a folder or disappear from it.
_ENTRIES = {
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.rename": (0, 1),
    "os.link": (1,),
    "os.symlink": (1,),
}

#: Functions of TensorFlow's C++ -> module, name, number of the argument that is the path, and whether it is written to.
_FUNCTIONS = (
    ("_pywrap_file_io", "WritableFile", 0, True),
    ("_pywrap_file_io", "CopyFile", 1, True),
    ("_pywrap_file_io", "CreateDir", 0, False),
    ("_pywrap_file_io", "RecursivelyCreateDir", 0, False),
    ("_pywrap_file_io", "DeleteFile", 0, False),
    ("_pywrap_file_io", "DeleteRecursively", 0, True),
    ("_pywrap_file_io", "RenameFile", 1, False),
    ("tf_record.TFRecordWriter", "__init__", 1, True),
)


class CopyOnWrite:
    """Replaces links below a folder by copies before anything is written to them."""

    def __init__(self, root: str) -> None:
        """Nothing happens before `install`."""
        self._root = os.path.join(os.path.realpath(root), "")
        self._busy = threading.local()

    def install(self) -> None:
        """Listen to this process, for as long as it runs."""
        sys.addaudithook(self._hear)

    def wrap_libraries(self) -> None:
        """Wrap the libraries that open files by themselves; they have been imported."""
        h5py = sys.modules.get("h5py")
        if h5py is not None:
            _before(h5py.File, "__init__", self._hdf5)
        for module, name, number, itself in _FUNCTIONS:
            module, _, class_name = module.partition(".")
            owner: Any = sys.modules.get("tensorflow.python.lib.io." + module)
            owner = getattr(owner, class_name, None) if class_name else owner
            if owner is not None and hasattr(owner, name):
                _before(owner, name, functools.partial(self._own_argument, number, itself))

    def _hdf5(self, _file: Any, name: Any, mode: str = "r", *_: Any, **__: Any) -> None:
        if mode != "r":
            self.own(name)

    def _own_argument(self, number: int, itself: bool, *arguments: Any, **_: Any) -> None:
        self.own(arguments[number], itself)

    def own(self, path: Any, itself: bool = True) -> None:
        """Make a path, or only the folder that it is in, the run's own; what is not below the root is let be."""
        if isinstance(path, int) or getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            full = os.path.abspath(os.fsdecode(path))
            if (full + os.sep).startswith(self._root):
                self._own_all(full, itself)
        except (OSError, TypeError, ValueError):
            pass  # the script's own call says what is wrong
        finally:
            self._busy.now = False

    def _own_all(self, path: str, itself: bool) -> None:
        parts = path[len(self._root) :].split(os.sep)
        place = self._root.rstrip(os.sep)
        for number, part in enumerate(parts, start=1):
            place = os.path.join(place, part)
            if not os.path.islink(place) or (number == len(parts) and not itself):
                continue
            target = os.path.join(os.path.dirname(place), os.readlink(place))
            target = os.path.normpath(target)
            if (target + os.sep).startswith(self._root):  # a link of the user's to another place in the copy
                self._own_all(os.path.join(target, *parts[number:]), itself)
                return
            _become_own(place, target)

    def _hear(self, event: str, arguments: Any) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITES:
                self.own(path)
            return
        if event == "shutil.rmtree":
            self.own(arguments[0])
        for number in _CHANGES.get(event, ()):
            self.own(arguments[number])
        for number in _ENTRIES.get(event, ()):
            self.own(arguments[number], itself=False)


def _become_own(place: str, target: str) -> None:
    """Replace a link by a copy of the file, or by a folder of links to what is in the folder."""
    own = place + ".gpu2ipu"
    if os.path.isdir(target):
        os.mkdir(own)
        for entry in os.listdir(target):
            os.symlink(os.path.join(target, entry), os.path.join(own, entry))
        os.unlink(place)
    elif os.path.isfile(target):
        shutil.copy2(target, own)
    else:
        return
    os.rename(own, place)


def _before(owner: Any, name: str, first: Callable[..., Any]) -> None:
    """Let a function do something first; arguments that it does not take are for the function itself to refuse."""
    stock = getattr(owner, name)

    @functools.wraps(stock)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with contextlib.suppress(TypeError, IndexError):
            first(*args, **kwargs)
        return stock(*args, **kwargs)

    setattr(owner, name, wrapped)
