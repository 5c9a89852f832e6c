"""The system that a port is for."""

from __future__ import annotations

from gpu2ipu.config import Config
from gpu2ipu.target import Target


def test_without_options_a_port_is_for_one_ipu() -> None:
    assert Target.of(Config()) == Target()
    assert (Target().ipus, Target().replicas, Target().gradient_accumulation, Target().stages) == (1, 1, 1, 1)


def test_the_sdk_is_that_of_the_options() -> None:
    assert Target.of(Config(sdk="2.6")) == Target(sdk="2.6")
