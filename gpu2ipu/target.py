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
    # batches whose gradients are accumulated before the weights change; None: as many as `micro_batch` makes of one
    gradient_accumulation: int | None = 1
    # samples that one replica computes at a time; None: a share of the batch of the script
    micro_batch: int | None = None
    # pipeline stages of a replica
    stages: int = 1

    @classmethod
    def of(cls, config: Config) -> Target:
        """Return the target that the options ask for."""
        micro_batch = config.micro_batch or None
        unsaid = None if micro_batch else 1
        return cls(
            sdk=config.sdk,
            ipus=_ipus(config.pipeline_stages),
            gradient_accumulation=config.gradient_accumulation or unsaid,
            micro_batch=micro_batch,
            stages=config.pipeline_stages,
        )

    @property
    def splits_batches(self) -> bool:
        """True if a batch of the script may be computed in parts."""
        return self.gradient_accumulation != 1

    def accumulation_of(self, batch: int | None) -> int | None:
        """Return how many micro-batches a batch of the script is computed in; None where its size must be known."""
        if self.gradient_accumulation is not None:
            return self.gradient_accumulation
        if batch is None or self.micro_batch is None:
            return None
        return max(1, round(batch / self.micro_batch))


def _ipus(stages: int) -> int:
    """The IPUs of a pipeline: devices have 1, 2, 4, 8 ... of them, and what a pipeline leaves over is idle."""
    return 1 << (stages - 1).bit_length()
