"""Emulates `tensorflow.python.ipu`.

Importing it also imports `keras.ipu`, which gives Keras models created in a strategy's scope the rules of an IPU. The
source of each module is the file of the same name in tensorflow/python/ipu of graphcore/tensorflow, branch
r2.6/sdk-release-3.4; modules and folders whose names begin with an underscore are our own and name theirs.
"""

from __future__ import annotations

import importlib
from typing import Any

from gpu2ipu.simulator.keras2 import installed
from gpu2ipu.simulator.sdk import older
from gpu2ipu.simulator.sdk.public_names import is_module

from . import config, ipu_infeed_queue, ipu_outfeed_queue, ipu_strategy, loops, utils
from ._errors import refuse_others

__all__ = ["config", "ipu_infeed_queue", "ipu_outfeed_queue", "ipu_strategy", "loops", "utils"]

_refuse = refuse_others(__name__)


def __getattr__(name: str) -> Any:
    # In the SDK `ipu.scopes` needs no import of its own, nor do the modules of `ops` and `optimizers`.
    for module in (f"{__name__}.{name}", f"{__name__}.ops.{name}", f"{__name__}.optimizers.{name}"):
        if is_module(module):
            return importlib.import_module(module)
    if name == "outlined_function":
        return importlib.import_module(f"{__name__}.ops.functional_ops").outlined_function
    return _refuse(name)


importlib.import_module("keras.ipu")
older.adapt("keras.ipu")
installed.show_version()
