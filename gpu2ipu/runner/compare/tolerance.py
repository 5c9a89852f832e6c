"""How far two runs of the same arithmetic may drift apart.

Two runs that do the same sums in another order differ by a few units of float32 (6e-8) in a step; 1e-5
relative is two orders above that, and far below what a lost sample, another batch or a scaled gradient does
to a loss. Every update carries the difference of all earlier ones along, so what is allowed grows with the
number of steps. Differences add up linearly as long as the two runs stay close; the cap keeps a long training
from excusing everything. Two versions of TensorFlow differ in every operation: a small convolution net under 2.6
and 2.21 was 4e-5 apart after 38 steps, and 1e-4 in its validation after 46; theirs may grow ten times as fast. So may
those of gradients that are added up from micro-batches: a dense layer on pixels from 0 to 255 was 3e-5 apart after 21,
a Transformer with Adam, which divides what gradients of zero leave in rounding by itself, 2e-5 after 8.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# So many steps are held to the tolerance itself, or fewer where differences grow faster.
EXACT_STEPS = 20

# No growth beyond this: at a percent, two runs do not learn the same.
CAP = 1e-2

# Means over an epoch, and results of evaluations, come after an unknown number of sums of their own.
EPOCH_FLOOR = 1e-4

# The largest of many differences lies this far beyond a usual one.
EXTREME = 10.0

# How much faster differences grow between two versions of TensorFlow, or from micro-batches.
ROUNDING_GROWTH = 10.0

# float16 rounds each number by up to 5e-4 of it: so far apart are losses of layers that compute in it.
HALF = 1e-2

# A loss this far below the largest of its call is compared with that instead of with itself.
SMALL = 1e-2


@dataclass(frozen=True)
class Tolerance:
    """`loss` is the relative difference of losses that is allowed in the first steps."""

    loss: float = 1e-5
    # how many times `loss` is added in each EXACT_STEPS steps; once leaves the first ones at `loss`
    growth: float = 1.0

    def at_step(self, step: int) -> float:
        """Return what is allowed in a step; steps count from 0 over all trainings of the model."""
        return min(max(CAP, self.loss), self.loss * max(1.0, self.growth * (step + 1) / EXACT_STEPS))

    def of_epoch(self, steps: int) -> float:
        """What is allowed in logs and evaluations of a model that was trained for a number of steps."""
        return max(EPOCH_FLOOR, self.at_step(steps))

    def of_predictions(self, steps: int) -> float:
        """What is allowed in the one prediction of all that is farthest off."""
        return max(EPOCH_FLOOR, EXTREME * self.at_step(steps))


def relative_difference(one: float, other: float, scale: float = 0.0) -> float:
    """Return how far two numbers are apart, relative to the larger one; what is not finite alike is 0 apart."""
    if one == other or (math.isnan(one) and math.isnan(other)):
        return 0.0
    if not (math.isfinite(one) and math.isfinite(other)):
        return math.inf
    return abs(one - other) / max(abs(one), abs(other), SMALL * scale)


def is_close(one: float, other: float, allowed: float, scale: float = 0.0) -> bool:
    """True if two numbers are at most so far apart, relative to the larger of them."""
    return relative_difference(one, other, scale) <= allowed
