"""Emulates `tensorflow.python.ipu.ops`: operations that the SDK adds to TensorFlow."""

from __future__ import annotations

import importlib
from typing import Any

from gpu2ipu.simulator.sdk.public_names import is_module

from .._errors import refuse_others

_refuse = refuse_others(__name__)


def __getattr__(name: str) -> Any:
    # The SDK imports all modules of this package with `ipu`.
    module = f"{__name__}.{name}"
    return importlib.import_module(module) if is_module(module) else _refuse(name)
