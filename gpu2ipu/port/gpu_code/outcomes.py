"""What becomes of code for GPUs: the statements that are removed, and those that need manual work."""

from __future__ import annotations

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


@record
class GpuQuery(Outcome):
    """Statements that only ask for GPUs, print them or stop without them; `node` is the first question."""


@record
class GpuCount(Outcome):
    """A number of GPUs with which the script computes; the number of replicas takes its place."""

    replicas: int


@record
class GpuBranch(Outcome):
    """A condition on which code depends that does something else; it is never removed."""


@record
class GpuTool(Outcome):
    """The first use of a tool of NVIDIA's driver that ends a script on an IPU host; it is never removed."""

    tool: str


@record
class GpuSetting(Outcome):
    """Statements that set GPUs up, with those that only ask for them; `node` is the first call that does."""


@record
class SessionSetup(Outcome):
    """Statements that make a session of TensorFlow 1 and its options, which Keras does not run in."""


@record
class CudaVariable(Outcome):
    """Statements that set environment variables for CUDA; `node` is the first value."""


@record
class TpuSetup(Outcome):
    """Statements that look for a TPU and set it up, without a strategy that needs it; `node` is the first call."""
