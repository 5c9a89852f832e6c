"""IPU502: GPUs are set up: memory, visibility, logical devices.

https://www.tensorflow.org/guide/gpu; IPUs are set up by `IPUConfig`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.gpu_code.outcomes import GpuSetting, SessionSetup
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule, Words

_SETTING = "this call sets up GPU memory or GPU visibility; there is no GPU on IPU hosts"


def _words(setting: GpuSetting) -> Words:
    return Words(_SETTING, "remove it") if setting.edits else Words(f"{_SETTING}: remove it")


def _session_words(_: SessionSetup) -> Words:
    return Words(
        "Keras of TensorFlow 2 does not run in this session, nor do its options have an effect", "remove it"
    )


class MemoryGrowth(Rule):
    """A setting for a GPU, which IPU hosts do not have."""

    id = "IPU502"
    name = "memory-growth"
    severity = Severity.WARNING
    effort = Effort.LOW
    alone = True
    words = ((GpuSetting, _words), (SessionSetup, _session_words))
    what = (
        "`set_memory_growth`, `set_visible_devices`, `set_logical_device_configuration` and the like for GPUs, or a "
        "session with options for them."
    )
    why = (
        'There is no GPU on IPU hosts: `set_memory_growth(gpus[0], True)` is an IndexError, "list index out of range". '
        "`IPUConfig.auto_select_ipus` selects the IPUs."
    )
    fix = "remove it, with code that only looks for GPUs and prints them"
    before = """\
import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    try:
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
    except RuntimeError as error:
        print(error)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each group of statements."""
        yield from self.reported(port, gpu_code_of(port))
