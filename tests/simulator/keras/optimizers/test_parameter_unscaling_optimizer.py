"""Optimizers whose moments are scaled with the loss: the SDK's formulas, in NumPy, on one replica and on several."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .scaled import ROUNDS, Factor, X, Y, gradient

pytestmark = pytest.mark.tensorflow

RATE = 0.125
OPTIONS = {"initial_loss_scaling_factor": 4, "update_frequency": 2}


def descent(momentum: float) -> Callable[..., Any]:
    def step(slots: dict[str, Any], grad: Any, factor: Factor) -> Any:
        if momentum:
            kept = momentum * factor.now / factor.before
            grad = slots["momentum"] = kept * slots.get("momentum", 0) + grad
        return RATE / factor.now * grad

    return step


def adam(slots: dict[str, Any], grad: Any, factor: Factor) -> Any:
    slots["m"] = 0.9 * factor.now * slots.get("m", 0) + 0.1 * grad
    slots["v"] = 0.5 * factor.now**2 * slots.get("v", 0) + 0.5 * grad**2
    rate = RATE * np.sqrt(0.5) / 0.1  # the correction of the first step
    return rate * slots["m"] / (np.sqrt(slots["v"]) + 1e-3 * factor.now)


def rmsprop(momentum: float, centered: bool) -> Callable[..., Any]:
    def step(slots: dict[str, Any], grad: Any, factor: Factor) -> Any:
        below = (1 + centered) * grad**2 + 1e-3 * factor.now**2  # nothing is kept of the averages
        slots["momentum"] = momentum * slots.get("momentum", 0) + grad / np.sqrt(below)
        return RATE * slots["momentum"]

    return step


KINDS = {
    "plain descent": ("SGD", {}, descent(0)),
    "descent": ("SGD", {"momentum": 0.25}, descent(0.25)),
    "Adam": ("Adam", {"beta_2": 0.5, "epsilon": 1e-3}, adam),
    "plain RMSprop": ("RMSProp", {"epsilon": 1e-3}, rmsprop(0, False)),
    "RMSprop": ("RMSProp", {"epsilon": 1e-3, "momentum": 0.25}, rmsprop(0.25, False)),
    "centered RMSprop": (
        "RMSProp",
        {"epsilon": 1e-3, "momentum": 0.25, "centered": True},
        rmsprop(0.25, True),
    ),
}


@pytest.fixture
def als(ipu: Any) -> Any:
    return importlib.import_module("keras.ipu.optimizers")


@pytest.mark.parametrize("kind, accumulation", [*((kind, 1) for kind in KINDS), ("descent", 2), ("Adam", 2)])
def test_the_formulas_of_the_sdk(tf: Any, on_ipus: Any, als: Any, kind: str, accumulation: int) -> None:
    name, given, step = KINDS[kind]
    with on_ipus(1).scope():
        optimizer = getattr(als, f"ALSOptimizer{name}")(RATE, **given, **OPTIONS)
        dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        model = tf.keras.Sequential([tf.keras.Input((3,)), dense])
        model.compile(optimizer, "mse", steps_per_execution=4)
        model.set_gradient_accumulation_options(accumulation)
    model.fit(X, Y, batch_size=2, shuffle=False, verbose=0)
    weight, factor = np.ones((3, 1)), Factor(4, 2)
    slots: dict[str, Any] = {}
    for update in range(ROUNDS // accumulation):
        rows = range(update * accumulation, (update + 1) * accumulation)
        total = sum(factor.now * gradient(weight, batch) for batch in rows)
        factor.count()
        weight = weight - step(slots, total, factor)
    np.testing.assert_allclose(model.get_weights()[0], weight, rtol=2e-5)
    assert float(optimizer.loss_scaling_factor) == factor.now > 4
    assert float(optimizer.previous_loss_scaling_factor) == factor.before


def test_moments_of_adam_overflow_as_those_of_the_sdk_do(tf: Any, on_ipus: Any, als: Any) -> None:
    with on_ipus(1).scope():
        optimizer = als.ALSOptimizerAdam(0.125, initial_loss_scaling_factor=1024, update_frequency=100)
        dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        model = tf.keras.Sequential([tf.keras.Input((1,)), dense])
        model.compile(optimizer, lambda y_true, y_pred: y_pred[:, 0])
    row, factor, seen = np.ones((1, 1), np.float32), np.float32(1024), []
    note = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda *_: seen.append(float(dense.kernel[0, 0])))
    model.fit(row, row, batch_size=1, epochs=16, callbacks=[note], verbose=0)
    weight, first, second, expected = np.float32(1), np.float32(0), np.float32(0), []
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(16):
            first = np.float32(0.9) * factor * first + np.float32(0.1) * factor
            second = np.float32(0.999) * factor * factor * second + np.float32(0.001) * factor * factor
            rate = np.float32(0.125 * np.sqrt(0.001) / 0.1)
            weight = weight - rate * first / (np.sqrt(second) + np.float32(1e-7) * factor)
            expected.append(float(weight))
    np.testing.assert_allclose(seen, expected, rtol=1e-4)
    assert np.isfinite(seen[8]) and seen[8] == seen[7] and np.isnan(seen[-1])


def test_replicas_scale_sums_back_with_factors_of_their_own(tf: Any, on_ipus: Any, als: Any) -> None:
    with on_ipus(2).scope():
        optimizer = als.ALSOptimizerSGD(RATE, 0.0, 2, 1, histogram_bin_edge=5.0)
        dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", dtype="float16")
        model = tf.keras.Sequential([tf.keras.Input((1,), dtype="float16"), dense])
        model.compile(optimizer, lambda y_true, y_pred: y_pred[:, 0], steps_per_execution=4)
        model.set_gradient_accumulation_options(2)
    x = np.tile(np.array([[1], [8]], np.float16), (4, 1))  # of the loss y, the gradients are x
    model.fit(x, x, batch_size=1, shuffle=False, verbose=0)
    # Replica 0 has gradients that are too small, and doubles its factor twice; replica 1 halves it at once.
    first, second = 2 * (1 * 2 + 8 * 2), 2 * (1 * 4 + 8 * 1)
    assert model.get_weights()[0].tolist() == [[1 - RATE * (first / 4 + second / 8)]]
    assert float(optimizer.loss_scaling_factor) == 8.0


@pytest.mark.parametrize("name", ["ALSOptimizerSGD", "ALSOptimizerAdam", "ALSOptimizerRMSProp"])
def test_configurations(als: Any, name: str) -> None:
    optimizer = getattr(als, name)(0.5, initial_loss_scaling_factor=4, update_frequency=3)
    config = optimizer.get_config()
    assert (config["name"], config["learning_rate"], config["update_frequency"]) == (name, 0.5, 3)
    again = type(optimizer).from_config(config)
    assert again.get_config() == config and float(again.lr) == 0.5
    again.lr = 0.25
    assert again.get_config()["learning_rate"] == 0.25


@pytest.mark.parametrize("factor, message", [(0, "greater than or equal to one"), (3, "a power of two")])
def test_factors_that_do_not_suit(als: Any, factor: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"loss_scale_factor must be {message}"):
        als.ALSOptimizerSGD(initial_loss_scaling_factor=factor)
