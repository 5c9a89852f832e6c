"""IPU507: `multi_gpu_model`, which copies a model to several GPUs.

Keras deprecated it for `tf.distribute.MirroredStrategy` and does not have it in 2.6 (`dir(tf.keras.utils)`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule

_FUNCTION = "multi_gpu_model"


class MultiGpuModel(Rule):
    """A model is copied to several GPUs."""

    id = "IPU507"
    name = "multi-gpu-model"
    severity = Severity.ERROR
    what = "A model is created with `multi_gpu_model(model, gpus=...)`."
    why = (
        "It is not in TensorFlow 2.6: \"has no attribute 'multi_gpu_model'\". An IPUStrategy replicates "
        "a model over the IPUs of its device."
    )
    fix = "needs manual work"
    before = """\
from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
parallel_model = multi_gpu_model(model, gpus=2)
parallel_model.compile("sgd", "mse")
"""
    after = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        script = port.script
        for node, name in facts_of(script).qualified.items():
            if name.startswith("keras.") and name.endswith(f".{_FUNCTION}") and isinstance(node, ast.Call):
                message = (
                    f"`{_FUNCTION}` is not in TensorFlow 2.6: use the model itself; an IPUStrategy replicates it "
                    "over the configured IPUs, with the batch size of one replica"
                )
                yield self.finding(script.span(node), message)
