"""IPU101: a Keras script that never imports `tensorflow.python.ipu`.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/api.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import ipu_imports
from gpu2ipu.port.strategy.outcomes import IpuImport
from gpu2ipu.rules.rule import Effort, Rule, Words


def _words(outcome: IpuImport) -> Words:
    message = "a Keras model is created, but `tensorflow.python.ipu` is not imported"
    if not outcome.is_run:
        return Words(f"{message}: import it in the script that is run")
    return Words(message, "import the IPU module")


class MissingIpuImport(Rule):
    """The IPU import is missing."""

    id = "IPU101"
    name = "missing-ipu-import"
    severity = Severity.ERROR
    effort = Effort.LOW
    words = ((IpuImport, _words),)
    what = "A script creates a Keras model and never imports `tensorflow.python.ipu`."
    why = "The configuration and the strategy for IPUs are in that module."
    fix = "add the import after the last top-level import"
    before = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
from tensorflow import keras
from tensorflow.python import ipu

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding, at the first model that a file which is run makes."""
        yield from self.reported(port, ipu_imports(port))
