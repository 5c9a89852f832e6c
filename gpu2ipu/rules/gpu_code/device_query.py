"""IPU501: a script asks whether there is a GPU.

https://www.tensorflow.org/api_docs/python/tf/config/list_physical_devices; on IPU hosts the list is empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.gpu_code.outcomes import GpuBranch, GpuCount, GpuQuery, GpuTool
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule, Words

_QUERY = "the script looks for a GPU; there is no GPU on IPU hosts"
_BRANCH = (
    "the following code depends on a GPU, and there is no GPU on IPU hosts: keep only the branch for the IPU"
)


def _count_words(count: GpuCount) -> Words:
    message = "the script computes with the number of GPUs, and there is none on IPU hosts"
    return Words(message, f"{count.replicas}, the number of replicas", Safety.REVIEW)


def _tool_words(tool: GpuTool) -> Words:
    message = f"`{tool.tool}` needs NVIDIA's driver, which IPU hosts do not have"
    return Words(f"{message}: remove it; `gc-monitor` shows the IPUs")


class DeviceQuery(Rule):
    """There is no GPU on IPU hosts."""

    id = "IPU501"
    name = "device-query"
    severity = Severity.WARNING
    effort = Effort.LOW
    alone = True
    prepares = True
    words = (
        (GpuQuery, lambda _: Words(_QUERY, "remove it")),
        (GpuCount, _count_words),
        (GpuBranch, lambda _: Words(_BRANCH)),
        (GpuTool, _tool_words),
    )
    what = (
        "A script looks for GPUs to print them, to stop without one, to choose what to do, or to count them."
    )
    why = (
        '`tf.config.list_physical_devices("GPU")` is empty on IPU hosts, so `gpus[0]` is an IndexError, '
        "`assert gpus` fails, the branch for the CPU runs, and a batch size of `32 * len(gpus)` is 0. A list that "
        "other code reads is kept. `pynvml`, `GPUtil` and `nvidia-smi` fail without NVIDIA's driver."
    )
    fix = (
        "remove code that only prints GPUs or stops the script; their number becomes that of replicas; the rest needs "
        "manual work"
    )
    before = """\
import tensorflow as tf

if not tf.config.list_physical_devices("GPU"):
    raise SystemError("no GPU found")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each group of statements."""
        yield from self.reported(port, gpu_code_of(port))
