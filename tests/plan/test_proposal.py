"""How many stages are proposed, and what is said about them."""

from __future__ import annotations

import re

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.plan.layers import LayerCall, Layers
from gpu2ipu.plan.measured import MeasuredModel
from gpu2ipu.plan.proposal import Proposal, propose
from gpu2ipu.plan.terminal import remarks
from gpu2ipu.target import ipus_of

# three quarters are planned for
CAPACITY = 400 << 20


def model(*weights: int) -> MeasuredModel:
    """A model with so many MiB of weights in each layer."""
    calls = (
        LayerCall(f"layer{n}", None, None, None, 1, size << 20, 0, 0, 0, 5) for n, size in enumerate(weights)
    )
    return MeasuredModel("net", "Sequential", 32, 16, Layers(tuple(calls)))


def proposed(*weights: int, stages: int | None = None) -> tuple[list[int], Proposal]:
    found = propose(model(*weights), "grouped", False, CAPACITY, stages)
    return [len(stage.layers) for stage in found.model.stages], found


@pytest.mark.parametrize(
    ("weights", "stages", "sizes", "words"),
    [
        ([100, 100, 100], None, [3], "one IPU is enough for net: it takes 75% of its memory"),
        (
            [100, 100, 101],
            None,
            [2, 1],
            "one IPU is too small for net: 2 stages on 2 IPUs fit, the fullest takes 50%",
        ),
        ([100, 100, 100], 3, [1, 1, 1], "net needs no pipeline: one IPU is enough"),
        ([200] * 3, None, [1, 1, 1], "one IPU is too small for net: 3 stages on 4 IPUs fit"),
        (
            [200] * 3,
            2,
            [2, 1],
            "2 stages are too few for net: the fullest takes 400 MiB, and a plan fills 75% of",
        ),
        ([200] * 3, 2, [2, 1], "the IPU's 400 MiB; 3 stages on 4 IPUs suffice"),
        (
            [200] * 2,
            1,
            [2],
            "one IPU is too few for net: the fullest takes 400 MiB, .* 2 stages on 2 IPUs suffice",
        ),
        (
            [100, 500],
            None,
            [1, 1],
            "no number of stages fits net: in the best split the fullest takes 500 MiB",
        ),
        ([100, 500], None, [1, 1], "smaller micro-batches, such as --micro-batch 1"),
    ],
)
def test_proposals(weights: list[int], stages: int | None, sizes: list[int], words: str) -> None:
    found, proposal = proposed(*weights, stages=stages)
    assert found == sizes
    (said,) = remarks(proposal)
    assert re.search(words, said)


def test_more_stages_than_layers() -> None:
    with pytest.raises(Trouble, match="--stages 4: model net has only 3 parts that can be stages"):
        proposed(1, 1, 1, stages=4)
    with pytest.raises(Trouble, match="has only 1 layer"):
        proposed(1, stages=2)


def test_ipus_are_a_power_of_two() -> None:
    assert [ipus_of(stages) for stages in (1, 2, 3, 4, 5, 9)] == [1, 2, 4, 4, 8, 16]
