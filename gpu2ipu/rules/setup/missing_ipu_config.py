"""IPU102: no IPU is configured before the first model.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/configuring_ipu.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import ipu_configurations
from gpu2ipu.port.strategy.outcomes import IpuConfiguration
from gpu2ipu.rules.rule import Effort, Rule, Words


def _words(outcome: IpuConfiguration) -> Words:
    message = "a Keras model is created before an IPU is configured"
    if not outcome.edits:
        return Words(f"{message}: configure one in the script that is run, before it calls this function")
    strategy = " and create a strategy" if outcome.with_strategy else ""
    ipus = "one IPU" if outcome.ipus == 1 else f"{outcome.ipus} IPUs"
    return Words(message, f"configure {ipus}{strategy}")


class MissingIpuConfig(Rule):
    """The IPU is not configured."""

    id = "IPU102"
    name = "missing-ipu-config"
    severity = Severity.ERROR
    effort = Effort.LOW
    words = ((IpuConfiguration, _words),)
    what = "A script creates a Keras model before it configures an IPU."
    why = (
        "Without `IPUConfig.configure_ipu_system()` there is no device to compile for: "
        '"No device target has been configured. Did you configure the IPU devices".'
    )
    fix = "add it before the first model, under the main guard where there is one"
    before = """\
from tensorflow import keras
from tensorflow.python import ipu

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding, at the first model that a file which is run makes."""
        yield from self.reported(port, ipu_configurations(port))
