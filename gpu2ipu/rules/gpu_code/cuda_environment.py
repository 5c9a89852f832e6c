"""IPU505: variables of the environment that only CUDA, cuDNN and NCCL read.

https://docs.nvidia.com/cuda/cuda-c-programming-guide/#env-vars; the IPU's own are `TF_POPLAR_FLAGS` and its like.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.gpu_code.outcomes import CudaVariable
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule, Words

_VARIABLE = "only CUDA reads this environment variable"


def _words(variable: CudaVariable) -> Words:
    return Words(_VARIABLE, "remove it") if variable.edits else Words(f"{_VARIABLE}: remove it")


class CudaEnvironment(Rule):
    """An environment variable that nothing reads."""

    id = "IPU505"
    name = "cuda-environment"
    severity = Severity.WARNING
    effort = Effort.LOW
    alone = True
    words = ((CudaVariable, _words),)
    what = "The script sets an environment variable such as `CUDA_VISIBLE_DEVICES` or `TF_FORCE_GPU_ALLOW_GROWTH`."
    why = "Nothing on an IPU host reads it; `IPUConfig.auto_select_ipus` selects the IPUs."
    fix = "remove it, with an import that nothing else reads"
    before = """\
import os

from tensorflow import keras

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each statement."""
        yield from self.reported(port, gpu_code_of(port))
