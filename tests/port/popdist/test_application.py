"""What a script says to be an instance, with the modules of the SDK asked for."""

from __future__ import annotations

import pytest

from gpu2ipu.port.popdist.application import sdk_imports, set_up_lines
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("sdk", "package", "initialized"),
    [
        ("2.5", "horovod", ["horovod.init()"]),
        ("2.6", "horovod", ["horovod.init()"]),
        ("3.0", "distributed", ["distributed.init()"]),
        ("3.1", "distributed", []),
        ("3.4", "distributed", []),
    ],
)
def test_order_and_modules(sdk: str, package: str, initialized: list[str]) -> None:
    script = script_of("ipu_config = 1\n")
    port = Port(script, Target(sdk=sdk))
    config, selected, configured, *rest = set_up_lines(port, "s").split("\n")
    assert config == "ipu_device_config = ipu.config.IPUConfig()"
    assert selected == "popdist.tensorflow.set_ipu_config(ipu_device_config)"
    assert configured == "ipu_device_config.configure_ipu_system()"
    assert rest == [*initialized, "s = PopDistStrategy()"]
    lines = sdk_imports(port, script, with_popdist=True).template.split("\n")
    assert lines[:3] == ["import popdist", "import popdist.tensorflow", "from tensorflow.python import ipu"]
    assert lines[-1] == f"from tensorflow.python.ipu.{package}.popdist_strategy import PopDistStrategy"
    assert (f"from tensorflow.python.ipu import {package}" in lines) is bool(initialized)
