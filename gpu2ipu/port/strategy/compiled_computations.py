"""Programs of TensorFlow 1 for an IPU: `ipu_compiler.compile` compiles their graph, and an `ipu_scope` places it.

They need no strategy, and no eager execution. The same goes for a graph that is compiled for the embedded runtime.
Source: tensorflow/python/ipu/ipu_compiler.py and ops/application_compile_op.py of the SDK.
"""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.callers import IPU_COMPILERS
from gpu2ipu.analysis.syntax.script import Script


def compiles_computations(script: Script) -> bool:
    """True if a script compiles a graph for an IPU itself."""
    return not set(IPU_COMPILERS).isdisjoint(facts_of(script).qualified.values())
