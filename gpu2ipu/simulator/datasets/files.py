"""Redirect the loaders of `keras.datasets` to synthetic files, or to files below $KERAS_HOME.

The loaders themselves run unchanged, with all of their options; only `get_file`, which downloads a file, is replaced in
their modules.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from typing import Any, Callable

from ..keras2 import installed
from .synthetic import MAKERS


def redirect(synthetic: bool, seed: int, folder: str | None = None) -> None:
    """Replace `get_file`: it reads $KERAS_HOME also in Keras before 2.11, and creates synthetic files if asked to.

    They are made in a folder that whoever started this process removes; without one in a folder that ends with it.
    """
    stock = installed.module("utils.data_utils").get_file
    home = os.environ.get("KERAS_HOME")
    below_home = _below(home, stock) if home else stock
    known = [utilities.get_file for utilities in installed.copies("utils.data_utils")]
    for module in installed.loaded_modules():
        if vars(module).get("get_file") in known:
            module.get_file = below_home  # type: ignore[attr-defined]
    for module in installed.datasets() if synthetic else ():
        module.get_file = _made(seed, below_home, folder)  # type: ignore[attr-defined]


@functools.lru_cache(maxsize=None)
def _folder() -> str:
    """Return a folder for synthetic files, created on first use and removed at exit."""
    folder = tempfile.mkdtemp(prefix="gpu2ipu-data-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _below(home: str, stock: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `get_file` that looks below a folder first and takes a file there as it is.

    Keras itself would delete a file with another checksum, such as a copy with another compression, and download it.
    """

    def get_file(fname: Any = None, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("cache_dir") is None:
            kwargs["cache_dir"] = home
        path = os.path.join(kwargs["cache_dir"], kwargs.get("cache_subdir", "datasets"), str(fname))
        return path if os.path.exists(path) else stock(fname, *args, **kwargs)

    return get_file


def _made(seed: int, otherwise: Callable[..., Any], folder: str | None) -> Callable[..., Any]:
    def get_file(fname: Any = None, origin: Any = None, *args: Any, **kwargs: Any) -> Any:
        name = str(origin).rsplit("/", 1)[-1]
        maker = MAKERS.get(name)
        if maker is None:
            return otherwise(fname, origin, *args, **kwargs)
        path = os.path.join(folder or _folder(), name)
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            # several processes may make it at the same time
            own = os.path.join(os.path.dirname(path), f"{os.getpid()}-{name}")
            maker(own, seed)
            os.replace(own, path)
        return path

    return get_file
