"""Target: the IPU system that a port is for, as far as the options say it.

What has no option yet has the value that changes nothing: one IPU, one replica, one pipeline stage.
"""

from __future__ import annotations

from gpu2ipu.config import Config
from gpu2ipu.records import record


@record
class Target:
    """The Poplar SDK, and how the training is spread over IPUs."""

    # the Poplar SDK; decides which APIs a port may use
    sdk: str = Config.sdk
    # IPUs that a port selects, all replicas together
    ipus: int = 1
    # copies of the model, each on IPUs of its own
    replicas: int = 1
    # batches whose gradients are added up before the weights change
    gradient_accumulation: int = 1
    # samples that one replica computes at a time; None: the batch size of the script
    micro_batch: int | None = None
    # pipeline stages of a replica
    stages: int = 1

    @classmethod
    def of(cls, config: Config) -> Target:
        """Return the target that the options ask for."""
        stages = config.pipeline_stages
        return cls(sdk=config.sdk, ipus=_ipus(stages), stages=stages)


def _ipus(stages: int) -> int:
    """The IPUs of a pipeline: devices have 1, 2, 4, 8 ... of them, and what a pipeline leaves over is idle."""
    return 1 << (stages - 1).bit_length()
