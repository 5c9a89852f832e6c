"""Target: the IPU system that a port is for, as far as the options say it.

What has no option yet has the value that changes nothing: one IPU, one replica, one pipeline stage.
"""

from __future__ import annotations

from dataclasses import replace

from gpu2ipu.config import Config, accumulated_by
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
    # batches whose gradients are accumulated before the weights change; None: as many as `micro_batch` makes of one,
    # or a pipeline takes
    gradient_accumulation: int | None = 1
    # samples that one replica computes at a time; None: a share of the batch of the script
    micro_batch: int | None = None
    # pipeline stages of a replica
    stages: int = 1

    @classmethod
    def of(cls, config: Config) -> Target:
        """Return the target that the options ask for."""
        micro_batch, stages = config.micro_batch or None, config.pipeline_stages
        unsaid = None if micro_batch or stages > 1 else 1
        return cls(
            sdk=config.sdk,
            ipus=ipus_of(stages),
            gradient_accumulation=config.gradient_accumulation or unsaid,
            micro_batch=micro_batch,
            stages=stages,
        )

    @property
    def without_pipeline(self) -> Target:
        """The same for models that get no stages."""
        unsaid = None if self.micro_batch else 1
        return replace(self, ipus=1, gradient_accumulation=self.gradient_accumulation or unsaid, stages=1)

    @property
    def splits_batches(self) -> bool:
        """True if a batch of the script may be computed in parts."""
        return self.gradient_accumulation != 1

    @property
    def inference_round(self) -> int:
        """The batches that evaluation and prediction take together, so that their number must be a multiple.

        In a grouped schedule those of all stages: pipeline_visitor.cc of the SDK.
        """
        return self.stages

    def accumulation_of(self, batch: int | None) -> int | None:
        """Return how many micro-batches a batch of the script is computed in; None where its size must be known."""
        if self.gradient_accumulation is not None:
            return self.gradient_accumulation
        least = accumulated_by(self.stages)
        if self.micro_batch is not None:
            return None if batch is None else max(least, round(batch / self.micro_batch / least) * least)
        if batch is None:
            return least
        return next((number for number in range(least, batch + 1, least) if batch % number == 0), least)


def ipus_of(stages: int) -> int:
    """Return the IPUs that a replica of so many stages takes: a power of two, as devices have; the rest is idle."""
    return 1 << (stages - 1).bit_length()
