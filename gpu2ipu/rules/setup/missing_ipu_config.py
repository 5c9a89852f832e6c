"""IPU102: no IPU is configured before the first model.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/configuring_ipu.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import first_models, is_run
from gpu2ipu.analysis.values.library_objects import IpuConfig
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import configuration
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.rules.rule import Rule

_ELSEWHERE = "configure one in the script that is run, before it calls this function"


class MissingIpuConfig(Rule):
    """The IPU is not configured."""

    id = "IPU102"
    name = "missing-ipu-config"
    severity = Severity.ERROR
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
        script = port.script
        message = "a Keras model is created before an IPU is configured"
        facts = facts_of(script)
        configuring = [
            call.stack[0].call for call in facts.method_calls if isinstance(call.receiver, IpuConfig)
        ]
        configured = {script.file_of(call) for call in configuring}
        everywhere = any(not is_run(script, call) for call in configuring)  # by a module that is imported
        for file, first in first_models(script).items():
            if file not in configured and not everywhere:
                edits = configuration(port, [file])
                if edits:
                    strategy = " and create a strategy" if scopes_of(port).needs_strategy else ""
                    fix = Fix(f"configure one IPU{strategy}", Safety.SAFE, edits)
                    yield self.finding(script.span(first), message, fix)
                else:
                    yield self.finding(script.span(first), f"{message}: {_ELSEWHERE}")
        if facts.models and not first_models(script) and not configuring:
            yield self.finding(script.span(first_of(facts.models)), f"{message}: {_ELSEWHERE}")
