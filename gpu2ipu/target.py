"""Target: the IPU system that a port is for, as far as the options say it.

What they do not say has the value that changes nothing: one IPU, one replica, one pipeline stage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpu2ipu.config import EXACT, Config, Written
from gpu2ipu.records import record
from gpu2ipu.schedules import DEFAULT, SCHEDULES, Schedule

if TYPE_CHECKING:
    from gpu2ipu.plan.plan_file import Plan


#: Executions of an epoch; more of them are slow, since the host has work between them.
MANY_EXECUTIONS = 10


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
    # the order in which a pipeline runs its stages
    schedule: Schedule = SCHEDULES[DEFAULT]
    # the backward pass computes the activations of a pipeline again
    recompute: bool = False
    # what the layers compute in; empty means as the script has it
    precision: str = ""
    # recurrent layers come from `ipu_tensorflow_addons`, where they compute the same
    addons: bool = False
    # loops over datasets that run a step for each batch become loops on the IPU, where they can
    device_loop: bool = False
    # names of layers whose outputs and gradients are printed each epoch
    inspected: tuple[str, ...] = ()
    # the stages that models get; None where they are estimated
    plan: Plan | None = None
    # `evaluate` takes the remainder of the samples as a batch of its own; else it drops them
    exact_evaluation: bool = True
    # what the script says by itself, and not the port that is being made of it
    written: Written = Written()

    @classmethod
    def of(cls, config: Config) -> Target:
        """Return the target that the options ask for."""
        micro_batch, stages = config.micro_batch or None, config.pipeline_stages or 1
        unsaid = None if micro_batch or stages > 1 else 1
        return cls(
            sdk=config.sdk,
            ipus=config.replicas * ipus_of(stages),
            replicas=config.replicas,
            gradient_accumulation=config.gradient_accumulation or unsaid,
            micro_batch=micro_batch,
            stages=stages,
            schedule=SCHEDULES[config.schedule],
            recompute=config.recompute,
            precision=config.precision,
            addons=config.addons,
            device_loop=config.device_loop,
            inspected=config.inspect,
            plan=config.planned,
            exact_evaluation=config.evaluation == EXACT,
            written=config.written,
        )

    @property
    def without_pipeline(self) -> Target:
        """The same for models that get no stages."""
        unsaid = None if self.micro_batch else 1
        accumulation = self.gradient_accumulation or unsaid
        return replace(
            self, ipus=self.replicas, gradient_accumulation=accumulation, stages=1, recompute=False
        )

    def with_replicas(self, replicas: int) -> Target:
        """Return the same for so many copies of each model."""
        return replace(self, ipus=replicas * ipus_of(self.stages), replicas=replicas)

    @property
    def splits_batches(self) -> bool:
        """True if a batch of the script may be computed in parts, of which a pipeline wants to know the number."""
        return self.gradient_accumulation != 1 or self.stages > 1 or self.replicas > 1

    @property
    def inference_round(self) -> int:
        """The batches that evaluation and prediction take together, so that their number must be a multiple."""
        return self.round_of_replica * self.replicas

    @property
    def round_of_replica(self) -> int:
        """Those of them that one replica takes."""
        return self.schedule.round_of(self.stages)

    def accumulation_of(self, batch: int | None) -> int | None:
        """Return how many micro-batches of a replica a batch is computed in; None where its size must be known."""
        if self.gradient_accumulation is not None:
            return self.gradient_accumulation
        least = self.schedule.accumulated_by(self.stages)
        if self.micro_batch is not None:
            together = self.micro_batch * self.replicas * least
            return None if batch is None else max(least, round(batch / together) * least)
        if batch is None:
            return least
        numbers = range(least, batch + 1, least)
        return next((number for number in numbers if batch % (number * self.replicas) == 0), least)


def ipus_of(stages: int) -> int:
    """Return the IPUs that a replica of so many stages takes: a power of two, as devices have; the rest is idle."""
    return 1 << (stages - 1).bit_length()
