"""The system that a port is for."""

from __future__ import annotations

import pytest

from gpu2ipu.config import Config
from gpu2ipu.target import Target


def test_without_options_a_port_is_for_one_ipu() -> None:
    assert Target.of(Config()) == Target()
    assert (Target().ipus, Target().replicas, Target().gradient_accumulation, Target().stages) == (1, 1, 1, 1)


@pytest.mark.parametrize(("stages", "ipus"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (16, 16)])
def test_a_device_has_a_power_of_two_of_ipus(stages: int, ipus: int) -> None:
    target = Target.of(Config(pipeline_stages=stages))
    assert (target.stages, target.ipus) == (stages, ipus)


def test_the_sdk_is_that_of_the_options() -> None:
    assert Target.of(Config(sdk="2.6")) == Target(sdk="2.6")
