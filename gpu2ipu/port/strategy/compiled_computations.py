"""Programs of TensorFlow 1 for an IPU: `ipu_compiler.compile` compiles their graph, and an `ipu_scope` places it.

They need no strategy, and no eager execution. Source: tensorflow/python/ipu/ipu_compiler.py of the SDK.
"""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script

_COMPILE = "tensorflow.python.ipu.ipu_compiler.compile"


def compiles_computations(script: Script) -> bool:
    """True if a script compiles a graph for an IPU itself."""
    return _COMPILE in facts_of(script).qualified.values()
