"""Normalisation over groups of channels, over each channel, or over whole axes."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu._group_norm import checked_axis, normalise

from .ipu_layer import IPULayer

__all__ = [
    "GroupNorm",
    "GroupNormalization",
    "InstanceNorm",
    "InstanceNormalization",
    "LayerNorm",
    "LayerNormalization",
]


class GroupNormalization(IPULayer):
    """Normalises each sample over groups of channels.

    Without initializers beta and gamma start as random numbers, as in the SDK: Keras initializes so what names none.
    """

    def __init__(
        self,
        groups: int = 2,
        channels_axis: int = -1,
        center: bool = True,
        scale: bool = True,
        epsilon: float = 1e-3,
        beta_initializer: Any = None,
        gamma_initializer: Any = None,
        strided_channel_grouping: bool = True,
        trainable: bool = True,
        **kwargs: Any,
    ) -> None:
        """With `strided_channel_grouping` a group is every `groups`-th channel, else consecutive ones."""
        super().__init__(**kwargs)
        self.groups = groups
        self.channels_axis = channels_axis
        self.center = center
        self.scale = scale
        self.epsilon = epsilon
        self.beta_initializer = tf.keras.initializers.get(beta_initializer)
        self.gamma_initializer = tf.keras.initializers.get(gamma_initializer)
        self.strided_channel_grouping = strided_channel_grouping
        self.trainable = trainable

    def build(self, input_shape: Any) -> None:
        """Create gamma and beta. Raises ValueError for axes and groups that an IPU does not normalise over."""
        shape = tf.TensorShape(input_shape)
        if shape.rank is None:
            raise ValueError("Input has undefined rank.")
        self.channels_axis = checked_axis(shape, self.groups, self.channels_axis, self.name)
        self._create([shape[self.channels_axis]])

    def _create(self, shape: list[int]) -> None:
        """Create gamma and beta, if they are wanted."""
        for name, wanted, initializer in (
            ("gamma", self.scale, self.gamma_initializer),
            ("beta", self.center, self.beta_initializer),
        ):
            if wanted:
                weight = self.add_weight(
                    name=name,
                    dtype=self.dtype,
                    initializer=initializer,
                    shape=shape,
                    trainable=self.trainable,
                )
                setattr(self, name, weight)
        self.built = True

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Return the normalised inputs; training and inference are the same."""
        return self._normalised(tf.convert_to_tensor(inputs), self.groups, self.channels_axis)

    def _normalised(self, inputs: Any, groups: int, axis: int) -> Any:
        one, zero = tf.ones([], inputs.dtype), tf.zeros([], inputs.dtype)
        gamma = tf.reshape(self.gamma, [-1]) if self.scale else one
        beta = tf.reshape(self.beta, [-1]) if self.center else zero
        return normalise(inputs, gamma, beta, groups, axis, self.epsilon, self.strided_channel_grouping)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        return {
            "groups": self.groups,
            "channels_axis": self.channels_axis,
            "center": self.center,
            "scale": self.scale,
            "epsilon": self.epsilon,
            "beta_initializer": tf.keras.initializers.serialize(self.beta_initializer),
            "gamma_initializer": tf.keras.initializers.serialize(self.gamma_initializer),
            "strided_channel_grouping": self.strided_channel_grouping,
            "trainable": self.trainable,
        }


class InstanceNormalization(GroupNormalization):
    """Normalises each sample with each channel as a group of its own."""

    def __init__(
        self,
        channels_axis: int = -1,
        center: bool = True,
        scale: bool = True,
        epsilon: float = 1e-3,
        beta_initializer: Any = None,
        gamma_initializer: Any = None,
        trainable: bool = True,
        **kwargs: Any,
    ) -> None:
        """The number of groups follows from the inputs."""
        super().__init__(
            groups=0,
            channels_axis=channels_axis,
            center=center,
            scale=scale,
            epsilon=epsilon,
            beta_initializer=beta_initializer,
            gamma_initializer=gamma_initializer,
            trainable=trainable,
            **kwargs,
        )

    def build(self, input_shape: Any) -> None:
        """Create gamma and beta."""
        self.groups = input_shape[self.channels_axis]
        super().build(input_shape)

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        config = super().get_config()
        return {key: config[key] for key in config if key not in ("groups", "strided_channel_grouping")}


class LayerNormalization(GroupNormalization):
    """Normalises over the last or other axes. Raises NotImplementedError for regularizers and constraints."""

    def __init__(
        self,
        axis: Any = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        trainable: bool = True,
        **kwargs: Any,
    ) -> None:
        """`axis` is a number or several ones. Raises ValueError for anything else."""
        if not isinstance(axis, (int, list, tuple)):
            raise ValueError(
                "Expected an int or a list/tuple of ints for the argument 'axis', but received instead: "
                f"{axis}"
            )
        super().__init__(
            groups=1,
            channels_axis=-1,
            center=center,
            scale=scale,
            epsilon=epsilon,
            beta_initializer=beta_initializer,
            gamma_initializer=gamma_initializer,
            trainable=trainable,
            **kwargs,
        )
        self.axis: Any = axis if isinstance(axis, int) else axis[:]
        self._check_unsupported(beta_regularizer, "beta_regularizer")
        self._check_unsupported(gamma_regularizer, "gamma_regularizer")
        self._check_unsupported(beta_constraint, "beta_constraint")
        self._check_unsupported(gamma_constraint, "gamma_constraint")

    def build(self, input_shape: Any) -> None:
        """Create gamma and beta. Raises ValueError for unknown shapes and invalid axes."""
        shape = tf.TensorShape(input_shape)
        given = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        axes = [axis + shape.rank if axis < 0 else axis for axis in given]
        for axis in axes:
            if not 0 <= axis < shape.rank:
                raise ValueError(f"Invalid axis: {axis}")
        if len(axes) != len(set(axes)):
            raise ValueError(f"Duplicate axis: {tuple(sorted(axes))}")
        _require_known(shape, axes)
        # As in the SDK gamma and beta have the order in which the axes were given, but are used in ascending order.
        self._create([shape[axis] for axis in axes])
        self.axis = sorted(axes)

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Return the normalised inputs. Raises ValueError for an unknown shape."""
        inputs = tf.convert_to_tensor(inputs)
        shape = inputs.shape
        kept = [axis for axis in range(shape.rank) if axis not in self.axis]
        _require_known(shape, kept)
        order = kept + list(self.axis)
        moved = tf.transpose(inputs, order)
        rows = tf.reshape(moved, [-1, math.prod(shape[axis] for axis in self.axis)])
        outputs = tf.reshape(self._normalised(rows, 1, 1), moved.shape)
        return tf.transpose(outputs, [order.index(axis) for axis in range(shape.rank)])

    def get_config(self) -> dict[str, Any]:
        """Return the configuration, as in the SDK without name and type."""
        config = super().get_config()
        without = ("groups", "channels_axis", "strided_channel_grouping")
        refused = dict.fromkeys(
            ("beta_regularizer", "gamma_regularizer", "beta_constraint", "gamma_constraint")
        )
        return {"axis": self.axis, **{key: config[key] for key in config if key not in without}, **refused}


def _require_known(shape: Any, axes: list[int]) -> None:
    if any(shape[axis] is None for axis in axes):
        raise ValueError(
            f"Input shape {shape} has unknown dimensions - all dimensions need to be fully specified."
        )


GroupNorm = GroupNormalization
InstanceNorm = InstanceNormalization
LayerNorm = LayerNormalization

__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.normalization")
