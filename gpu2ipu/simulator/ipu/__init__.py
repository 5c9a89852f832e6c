"""Emulates `tensorflow.python.ipu`.

Importing it also gives Keras models that are made in a strategy's scope their IPU rules.
"""

from __future__ import annotations

import importlib
from typing import Any

from gpu2ipu.simulator.keras2 import installed
from gpu2ipu.simulator.sdk import older
from gpu2ipu.simulator.sdk.public_names import is_module

from . import config, ipu_infeed_queue, ipu_outfeed_queue, ipu_strategy, loops, utils
from ._errors import NotEmulated, not_emulated, refuse_others

__all__ = ["config", "ipu_infeed_queue", "ipu_outfeed_queue", "ipu_strategy", "loops", "utils"]

_refuse = refuse_others(__name__)


def __getattr__(name: str) -> Any:
    # `ipu.scopes` works in the original without an import of its own; so do the modules of `ops` and
    # `optimizers`.
    for module in (f"{__name__}.{name}", f"{__name__}.ops.{name}", f"{__name__}.optimizers.{name}"):
        if is_module(module):
            return _load(module)
    if name == "outlined_function":
        return _load(f"{__name__}.ops.functional_ops").outlined_function
    return _refuse(name)


def _load(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except NotEmulated:
        raise not_emulated(module) from None  # by its own name, not by that of the package around it


importlib.import_module("keras.ipu")
older.adapt("keras.ipu")
installed.show_version()
