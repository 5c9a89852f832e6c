"""IPU511: a TPU is looked for and set up, and no strategy needs it.

https://www.tensorflow.org/guide/tpu; IPUs are set up by `IPUConfig`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.gpu_code.outcomes import TpuSetup
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_SETUP = "this call looks for a TPU or sets one up; there is no TPU on IPU hosts"


def _words(setup: TpuSetup) -> Words:
    return Words(_SETUP, "remove it") if setup.edits else Words(f"{_SETUP}: remove it")


class TpuSetupRule(Rule):
    """There is no TPU on IPU hosts."""

    id = "IPU511"
    name = "tpu-setup"
    severity = Severity.ERROR
    effort = Effort.LOW
    alone = True
    words = ((TpuSetup, _words),)
    what = "`TPUClusterResolver`, `experimental_connect_to_cluster` or `initialize_tpu_system` is called."
    why = (
        'There is no TPU on IPU hosts: `TPUClusterResolver()` raises ValueError, "Please provide a TPU Name to connect '
        'to". Strategies for TPUs are replaced first (IPU504).'
    )
    fix = "remove it, with code that only prints the TPU"
    before = (
        SET_UP.replace(
            "from tensorflow import keras\n", "import tensorflow as tf\nfrom tensorflow import keras\n"
        ).replace(
            "\nipu_config",
            """
resolver = tf.distribute.cluster_resolver.TPUClusterResolver()
tf.config.experimental_connect_to_cluster(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
ipu_config""",
            1,
        )
        + """\
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    )
    after = "".join(line for line in before.splitlines(keepends=True) if "resolver" not in line)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each group of statements."""
        yield from self.reported(port, gpu_code_of(port))
