"""Machines and small models for the tests of several IPUs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def on_ipus(ipu: Any) -> Callable[[int], Any]:
    """Configures so many IPUs, and gives a strategy for them."""

    def configure(count: int) -> Any:
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = count
        config.configure_ipu_system()
        return ipu.ipu_strategy.IPUStrategy()

    return configure


@pytest.fixture
def three_layers(tf: Any) -> Callable[..., Any]:
    """Makes a Sequential model of three layers with constant weights; give it a strategy's scope."""

    def make(stages: Any = None) -> Any:
        def dense(units: int, start: float) -> Any:
            initializer = tf.keras.initializers.Constant(start)
            return tf.keras.layers.Dense(units, activation="tanh", kernel_initializer=initializer)

        model = tf.keras.Sequential([tf.keras.Input((3,)), dense(4, 0.1), dense(3, -0.2), dense(2, 0.3)])
        if stages is not None:
            model.set_pipeline_stage_assignment(stages)
        return model

    return make
