"""Normalisation over groups of channels, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32


def normal(values: Any, axis: Any) -> Any:
    return (values - values.mean(axis, keepdims=True)) / np.sqrt(values.var(axis, keepdims=True) + 1.53e-5)


@pytest.mark.parametrize("strided", [True, False])
@pytest.mark.parametrize("axis", [-1, 1])
def test_group_norm(tf: Any, ipu: Any, strided: bool, axis: int) -> None:
    x = np.random.RandomState(1).normal(size=(2, 3, 4)).astype(F32)  # sample, position, channel
    groups = [[0, 2], [1, 3]] if strided else [[0, 1], [2, 3]]
    expected = np.empty_like(x)
    for group in groups:
        expected[:, :, group] = normal(x[:, :, group], (1, 2))
    given = x if axis == -1 else x.transpose(0, 2, 1)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        output = ipu.normalization_ops.group_norm(
            tf.constant(given), 2, axis, strided_channel_grouping=strided, scope=f"norm{axis % 3}"
        )
        session.run(tf.compat.v1.global_variables_initializer())
        done = session.run(output)
    np.testing.assert_allclose(
        done if axis == -1 else done.transpose(0, 2, 1), expected, rtol=1e-4, atol=1e-5
    )


def test_layer_and_instance_norm(tf: Any, ipu: Any) -> None:
    x = np.random.RandomState(1).normal(size=(2, 3, 4)).astype(F32)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        norms = ipu.normalization_ops
        scale = {"gamma": tf.compat.v1.constant_initializer(2.0)}
        layer = norms.layer_norm(tf.constant(x), param_initializers=scale)
        instance = norms.instance_norm(tf.constant(x), center=False, scale=False)
        names = [variable.name for variable in tf.compat.v1.global_variables()]
        session.run(tf.compat.v1.global_variables_initializer())
        layer_done, instance_done = session.run([layer, instance])
    assert sorted(names) == ["LayerNorm/beta:0", "LayerNorm/gamma:0"]
    np.testing.assert_allclose(layer_done, 2 * normal(x, (1, 2)), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(instance_done, normal(x, (1,)), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"groups": 3}, "4 channels is not commensurate with 3 groups"),
        ({"groups": 8}, "Invalid groups 8 for 4 channels"),
        ({"channels_axis": 5}, "Axis is out of bounds"),
        ({"channels_axis": 0}, "Unsupported data format"),
    ],
)
def test_groups_that_do_not_fit(tf: Any, ipu: Any, options: Any, message: str, logged: list[str]) -> None:
    with pytest.raises(ValueError, match=message), tf.Graph().as_default():
        ipu.normalization_ops.group_norm(tf.zeros([2, 3, 4]), epsilon=1e-6, **options)
    assert "The epsilon value of group_norm is too low" in logged[0]
