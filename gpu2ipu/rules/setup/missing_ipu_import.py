"""IPU101: a Keras script that never imports `tensorflow.python.ipu`.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/api.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import first_models
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import imports_ipu, ipu_import
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.rules.rule import Rule


class MissingIpuImport(Rule):
    """The IPU import is missing."""

    id = "IPU101"
    name = "missing-ipu-import"
    severity = Severity.ERROR
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
        script = port.script
        message = "a Keras model is created, but `tensorflow.python.ipu` is not imported"
        for file, first in first_models(script).items():
            facts = facts_of(file)
            if imports_ipu(facts):
                continue
            fix = None
            if scopes_of(port).runs:
                fix = Fix("import the IPU module", Safety.SAFE, (ipu_import(file, facts),))
            yield self.finding(script.span(first), message, fix)
        facts = facts_of(script)
        if facts.models and not first_models(script) and not imports_ipu(facts):
            yield self.finding(
                script.span(first_of(facts.models)), f"{message}: import it in the script that is run"
            )
