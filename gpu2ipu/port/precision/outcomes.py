"""What becomes of a script that is to compute in another precision."""

from __future__ import annotations

import enum

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


class Setting(enum.Enum):
    """What a script needs for float16 besides its layers, in words."""

    POLICY = "the dtype policy"
    EPSILON = "an epsilon that float16 can hold"
    ROUNDING = "stochastic rounding"
    SAME_ROUNDING = "the same rounding in all replicas"


@record
class MissingSettings(Outcome):
    """A script that is run lacks settings for the precision that is asked for."""

    precision: str
    settings: tuple[Setting, ...]


@record
class OtherPolicy(Outcome):
    """The script sets another policy than the one that is asked for, or one that IPUs do not have."""

    precision: str  # empty if none is asked for
    given: str  # empty if it is not known


@record
class KeptPolicy(Outcome):
    """The script itself computes in float16, and nothing asks for another precision."""

    given: str


@record
class GraphRewrite(Outcome):
    """The script switches the automatic mixed precision of GPUs on."""


@record
class UnscaledLoss(Outcome):
    """The optimizer of a mixed precision does not scale the loss, or by a factor that looks for overflows."""

    is_dynamic: bool = False


@record
class SmallEpsilon(Outcome):
    """An optimizer divides by what float16 cannot hold."""


@record
class HalfOutput(Outcome):
    """A layer gives the outputs of a model in float16, of which the loss is computed."""
