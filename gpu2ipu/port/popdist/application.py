"""A PopDist application: what a script imports and says to be one of its instances, in the order that the SDK needs.

Sources: tensorflow/python/ipu/horovod and ipu/distributed of the SDKs, whose strategy needs its own Horovod before 3.1.
"""

from __future__ import annotations

from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Insert
from gpu2ipu.port.code.added_imports import insert_at_top
from gpu2ipu.port.port import Port

POPDIST_IMPORTS = "import popdist\nimport popdist.tensorflow"
INDEX = "popdist.getInstanceIndex()"
INSTANCES = "popdist.getNumInstances()"
REPLICAS = "popdist.getNumTotalReplicas()"

# SDK -> the package with the strategy, where that is another one, or has to be initialized.
_PACKAGES = {"2.5": "horovod", "2.6": "horovod", "3.0": "distributed"}
# SDK -> where its exchanges of values between hosts are, where that is not `ipu.distributed`
HOST_COLLECTIVES = {"2.5": "horovod", "2.6": "horovod", "3.0": "ipu.distributed.host_collective_ops"}


def sdk_imports(port: Port, file: Script, with_popdist: bool = False) -> Insert:
    """Return the edit that imports the SDK and its strategy into a file."""
    package = _PACKAGES.get(port.target.sdk, "")
    lines = (
        *((POPDIST_IMPORTS,) if with_popdist else ()),
        "from tensorflow.python import ipu",
        *((f"from tensorflow.python.ipu import {package}",) if package else ()),
        f"from tensorflow.python.ipu.{package or 'distributed'}.popdist_strategy import PopDistStrategy",
    )
    return insert_at_top(file, "\n".join(lines))


def set_up_lines(port: Port, strategy: str) -> str:
    """Return the statements that configure the IPUs of an instance, and make its strategy."""
    config = fresh_name(port.script, "ipu_config", "ipu_device_config")
    package = _PACKAGES.get(port.target.sdk)
    lines = (
        f"{config} = ipu.config.IPUConfig()",
        f"popdist.tensorflow.set_ipu_config({config})",
        f"{config}.configure_ipu_system()",
        *((f"{package}.init()",) if package else ()),
        f"{strategy} = PopDistStrategy()",
    )
    return "\n".join(lines)
