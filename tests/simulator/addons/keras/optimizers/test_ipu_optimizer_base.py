"""Optimizers against those of Keras, and LAMB against its formula."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(16, 3)).astype("float32")
WEIGHTS = [np.random.RandomState(1).normal(size=(3, 2)), np.ones(2)]


@pytest.mark.parametrize(
    "name, stock, options",
    [
        ("AdamIpuOptimizer", "Adam", {"learning_rate": 0.1}),
        ("AdamIpuOptimizer", "Adam", {"learning_rate": 0.1, "beta_1": 0.5, "clipnorm": 0.5}),
        ("SGDIpuOptimizer", "SGD", {"learning_rate": 0.1}),
        ("SGDIpuOptimizer", "SGD", {"learning_rate": 0.1, "momentum": 0.9, "decay": 0.1}),
        ("SGDIpuOptimizer", "SGD", {"learning_rate": 0.1, "momentum": 0.9, "nesterov": True}),
    ],
)
def test_training_is_that_of_keras(
    tf: Any, optimizers: Any, same: Any, trained: Any, name: str, stock: str, options: dict[str, Any]
) -> None:
    dense = tf.keras.layers.Dense
    ours = trained(dense(2), WEIGHTS, X, getattr(optimizers, name)(**options))
    legacy = getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)
    same(ours, trained(dense(2), WEIGHTS, X, getattr(legacy, stock)(**options)))


def step(tf: Any, optimizer: Any, value: Any, gradient: Any, name: str = "kernel") -> Any:
    """Apply a gradient to a variable; return its value."""
    variable = tf.Variable(value, name=name)
    optimizer.apply_gradients([(tf.constant(gradient), variable)])
    return variable.numpy()


VALUE, GRADIENT = np.array([3.0, 4.0], "float32"), np.array([0.5, -2.0], "float32")


@pytest.mark.parametrize(
    "options, name, expected",
    [
        # The change of the first step is 1 in each direction; the norm of the variable is 5.
        ({}, "kernel", VALUE - 0.1 * 5 / np.sqrt(2) * np.sign(GRADIENT)),
        ({"weight_norm_clip": 2.0}, "kernel", VALUE - 0.1 * 2 / np.sqrt(2) * np.sign(GRADIENT)),
        ({"exclude_from_layer_adaptation": ["bias"]}, "bias", VALUE - 0.1 * np.sign(GRADIENT)),
        (
            {"weight_decay_rate": 0.5, "exclude_from_layer_adaptation": ["kernel"]},
            "kernel",
            VALUE - 0.1 * (np.sign(GRADIENT) + 0.5 * VALUE),
        ),
        (
            {
                "weight_decay_rate": 0.5,
                "exclude_from_weight_decay": ["bias"],
                "exclude_from_layer_adaptation": ["b"],
            },
            "bias",
            VALUE - 0.1 * np.sign(GRADIENT),
        ),
    ],
)
def test_lamb_steps_in_proportion_to_the_variable(
    tf: Any, optimizers: Any, options: dict[str, Any], name: str, expected: Any
) -> None:
    optimizer = optimizers.LAMBIpuOptimizer(0.1, **options)
    np.testing.assert_allclose(step(tf, optimizer, VALUE, GRADIENT, name), expected, rtol=1e-4)


def test_adam_without_debiasing(tf: Any, optimizers: Any) -> None:
    optimizer = optimizers.AdamIpuOptimizer(0.1, debiasing=False)
    expected = VALUE - 0.1 * 0.1 / np.sqrt(0.001) * np.sign(GRADIENT)
    np.testing.assert_allclose(step(tf, optimizer, VALUE, GRADIENT), expected, rtol=1e-4)


def test_amsgrad_keeps_the_largest_square(tf: Any, optimizers: Any) -> None:
    optimizer = optimizers.AdamIpuOptimizer(0.1, beta_1=0.0, beta_2=0.5, amsgrad=True)
    variable = tf.Variable([0.0])
    for gradient, value in ((4.0, -0.1), (0.0, -0.1), (1.0, -0.125)):
        optimizer.apply_gradients([(tf.constant([gradient]), variable)])
        np.testing.assert_allclose(variable.numpy(), [value], rtol=1e-5)


@pytest.mark.parametrize(
    "name, options, slots",
    [
        ("AdamIpuOptimizer", {"m_dtype": "float16", "amsgrad": True}, ["float16", "float32", "float32"]),
        ("LAMBIpuOptimizer", {"v_dtype": "float16"}, ["float32", "float16"]),
        ("SGDIpuOptimizer", {"momentum": 0.5, "momentum_accum_dtype": "float16"}, ["float16"]),
    ],
)
def test_states_have_types_of_their_own(
    tf: Any, optimizers: Any, name: str, options: dict[str, Any], slots: list[str]
) -> None:
    optimizer = getattr(optimizers, name)(
        **options, outline_apply_gradients=True, outline_apply_gradients_kwargs={"unique_sharding": True}
    )
    step(tf, optimizer, VALUE, GRADIENT)
    assert [weight.dtype.name for weight in optimizer.weights[1:]] == slots
    config = optimizer.get_config()
    assert getattr(optimizers, name).from_config(config).get_config() == config


@pytest.mark.parametrize(
    "name, options",
    [("AdamIpuOptimizer", {}), ("LAMBIpuOptimizer", {}), ("SGDIpuOptimizer", {"momentum": 0.5})],
)
def test_sparse_gradients_are_refused(tf: Any, optimizers: Any, name: str, options: dict[str, Any]) -> None:
    variable = tf.Variable(tf.ones((3, 2)))
    gradient = tf.IndexedSlices(tf.ones((1, 2)), tf.constant([1]), tf.constant([3, 2]))
    with pytest.raises(NotImplementedError, match="not implemented for the IPU Addons"):
        getattr(optimizers, name)(**options).apply_gradients([(gradient, variable)])


def test_lamb_has_two_stages(tf: Any, optimizers: Any) -> None:
    with pytest.raises(ValueError, match="two elements"):
        optimizers.LAMBIpuOptimizer(optimizer_compute_precisions=(tf.float32,))
