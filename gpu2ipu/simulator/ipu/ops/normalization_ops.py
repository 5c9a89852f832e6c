"""Normalisation over groups of channels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from .._errors import refuse_others
from .._group_norm import checked_axis, normalise

__all__ = ["DATA_FORMAT_NCHW", "DATA_FORMAT_NHWC", "group_norm", "instance_norm", "layer_norm"]


DATA_FORMAT_NCHW = "NCHW"
DATA_FORMAT_NHWC = "NHWC"

#: With a smaller epsilon float16 may divide by zero.
_SMALLEST_EPSILON = 1.53e-5


def group_norm(
    inputs: Any,
    groups: int = 2,
    channels_axis: int = -1,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1.53e-5,
    param_initializers: dict[str, Any] | None = None,
    reuse: Any = None,
    variables_collections: Any = None,
    training: bool = True,
    trainable: bool = True,
    scope: Any = None,
    strided_channel_grouping: bool = True,
) -> Any:
    """Normalise each sample over groups of channels; the variables "beta" and "gamma" are created in `scope`.

    With `strided_channel_grouping` a group is every `groups`-th channel, else consecutive ones. Raises ValueError for
    channels that are not on axis 1 or -1, and groups that do not divide them.
    """
    _warn_of_epsilon("group_norm", epsilon)
    parameters = _Parameters(
        center, scale, param_initializers, reuse, variables_collections, trainable, scope
    )
    return _normalise(
        inputs, groups, channels_axis, epsilon, parameters, "GroupNorm", strided_channel_grouping
    )


def layer_norm(
    inputs: Any,
    channels_axis: int = -1,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1.53e-5,
    param_initializers: dict[str, Any] | None = None,
    reuse: Any = None,
    variables_collections: Any = None,
    training: bool = True,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """Normalise with all channels in one group, see `group_norm`."""
    _warn_of_epsilon("layer_norm", epsilon)
    parameters = _Parameters(
        center, scale, param_initializers, reuse, variables_collections, trainable, scope
    )
    return _normalise(inputs, 1, channels_axis, epsilon, parameters, "LayerNorm", False)


def instance_norm(
    inputs: Any,
    channels_axis: int = -1,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1.53e-5,
    param_initializers: dict[str, Any] | None = None,
    reuse: Any = None,
    variables_collections: Any = None,
    training: bool = True,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """Normalise with each channel as a group of its own, see `group_norm`."""
    _warn_of_epsilon("instance_norm", epsilon)
    parameters = _Parameters(
        center, scale, param_initializers, reuse, variables_collections, trainable, scope
    )
    channels = inputs.shape[channels_axis] if inputs.shape.rank is not None else 1
    return _normalise(inputs, channels, channels_axis, epsilon, parameters, "InstanceNorm", False)


@dataclass(frozen=True)
class _Parameters:
    """How beta and gamma are created."""

    center: bool
    scale: bool
    initializers: dict[str, Any] | None
    reuse: Any
    collections: Any
    trainable: bool
    scope: Any

    def make(self, channels: int, dtype: Any, name: str) -> tuple[Any, Any]:
        """Return gamma and beta, or ones and zeros if they are not wanted."""
        with tf.compat.v1.variable_scope(self.scope, name, reuse=self.reuse, use_resource=True):
            gamma = self._variable("gamma", channels, dtype, tf.ones) if self.scale else None
            beta = self._variable("beta", channels, dtype, tf.zeros) if self.center else None
        return (
            tf.ones([channels], dtype) if gamma is None else gamma,
            tf.zeros([channels], dtype) if beta is None else beta,
        )

    def _variable(self, name: str, channels: int, dtype: Any, default: Any) -> Any:
        collections = self.collections
        return tf.compat.v1.get_variable(
            name,
            shape=[channels],
            dtype=dtype,
            initializer=(self.initializers or {}).get(
                name, getattr(tf.compat.v1, default.__name__ + "_initializer")()
            ),
            collections=collections.get(name) if isinstance(collections, dict) else collections,
            trainable=self.trainable,
        )


def _normalise(
    inputs: Any, groups: int, axis: int, epsilon: float, parameters: _Parameters, name: str, strided: bool
) -> Any:
    """Create beta and gamma, and normalise inputs of any rank with channels on `axis`."""
    inputs = tf.convert_to_tensor(inputs)
    axis = checked_axis(inputs.shape, groups, axis, getattr(inputs, "name", ""))
    gamma, beta = parameters.make(inputs.shape[axis], inputs.dtype, name)
    return normalise(inputs, gamma, beta, groups, axis, epsilon, strided)


def _warn_of_epsilon(name: str, epsilon: float) -> None:
    if epsilon < _SMALLEST_EPSILON:
        logging.warning(
            "The epsilon value of %s is too low, which can lead to NaN values or floating point exceptions. To "
            "avoid this, increase it to a value higher than 1.53e-5.",
            name,
        )


__getattr__ = refuse_others("tensorflow.python.ipu.ops.normalization_ops")
