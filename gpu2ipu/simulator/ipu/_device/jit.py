"""Run programs for the IPU with TensorFlow's ordinary kernels even if `jit_compile=True` asks for XLA.

Stock XLA has no operations for feeds, and compiled code for the CPU is slower. `compiler.hlo` checks whether an IPU
could run the program.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import scopes


def install() -> None:
    """Make `tf.function` ignore `jit_compile` while an `IPUStrategy` is the current strategy."""
    function: Any = type(tf.function(lambda: None))
    if isinstance(vars(function).get("_jit_compile"), property):
        return

    def read(self: Any) -> bool | None:
        asked = vars(self).get("_jit_compile")
        return None if asked and scopes.in_strategy() else asked

    def write(self: Any, asked: bool | None) -> None:
        vars(self)["_jit_compile"] = asked

    function._jit_compile = property(read, write)
