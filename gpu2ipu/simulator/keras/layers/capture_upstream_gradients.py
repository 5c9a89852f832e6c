"""Layers that wrap others and capture gradients, which an optimizer gets in addition to those of the weights."""

from __future__ import annotations

import inspect
from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops.grad_util_ops import capture_upstream_gradients
from tensorflow.python.platform import tf_logging as logging

__all__ = ["CaptureActivationGradients", "CaptureUpstreamGradients"]


class _Capture(tf.keras.layers.Layer):  # type: ignore[misc]
    """A layer that wraps another one and has its weights; its name is the tag of the captured gradients."""

    def __init__(self, layer: Any, tag: str) -> None:
        super().__init__(dtype=_checked(layer).dtype, name=tag)
        self._layer = layer
        self._tag = tag

    def build(self, input_shape: Any) -> None:
        """Create the weights of the wrapped layer."""
        super().build(input_shape)
        self.layer.build(input_shape)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the output of the wrapped layer."""
        return self.layer.call(inputs, *args, **_passed_on(self.layer, kwargs))

    def get_config(self) -> dict[str, Any]:
        """Return the configuration of this layer, with class and configuration of the wrapped one."""
        return {
            **super().get_config(),
            "wrapped_layer_type": type(self.layer),
            "tag": self.tag,
            "wrapped_layer_config": self.layer.get_config(),
        }

    @property
    def tag(self) -> str:
        """The tag of the captured gradients."""
        return self._tag

    @property
    def layer(self) -> Any:
        """The wrapped layer."""
        return self._layer

    @property
    def trainable_weights(self) -> Any:
        return self.layer.trainable_weights

    @property
    def non_trainable_weights(self) -> Any:
        return self.layer.non_trainable_weights

    @property
    def weights(self) -> Any:
        return self.layer.weights

    @property
    def trainable_variables(self) -> Any:
        return self.layer.trainable_variables

    @property
    def non_trainable_variables(self) -> Any:
        return self.layer.non_trainable_variables

    @property
    def variables(self) -> Any:
        return self.layer.variables


class CaptureUpstreamGradients(_Capture):
    """Captures the gradients of the output of a layer. Raises ValueError for anything but a layer.

    An optimizer that supports it gets them as `captured_grads` of `apply_gradients`, by tag.
    """

    def __init__(self, layer: Any, tag: str | None = None) -> None:
        """The default tag is the name of the layer + "_cug"."""
        super().__init__(layer, f"{_checked(layer).name}_cug" if tag is None else tag)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the output of the wrapped layer."""
        return capture_upstream_gradients(super().call(inputs, *args, **kwargs), tag=self.tag)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Create the layer of a configuration."""
        layer = config["wrapped_layer_type"].from_config(config["wrapped_layer_config"])
        return CaptureUpstreamGradients(layer, tag=config["tag"])


class CaptureActivationGradients(_Capture):
    """Captures the gradients of the inputs of a layer's activation functions.

    Raises ValueError for anything but a layer, and for a layer without an activation.
    """

    def __init__(self, layer: Any, tag: str | None = None) -> None:
        """The default tag is the name of the layer + "_cag"; the name of each activation is appended to it."""
        super().__init__(layer, f"{_checked(layer).name}_cag" if tag is None else tag)
        if not CaptureActivationGradients.layer_is_supported(layer):
            raise ValueError(
                f"Layer {layer.name} does not use an activation function so is not supported by "
                "keras.ipu.layers.CaptureActivationGradients"
            )
        self._original_config = layer.get_config()
        config = layer.get_config()
        for key in _activations(config):
            config[key] = _capturing(tf.keras.activations.deserialize(config[key]), f"{self.tag}_{key}")
        # A new layer of the same name: the given one is only its template.
        self._layer = type(layer).from_config(config)

    @staticmethod
    def layer_is_supported(layer: Any) -> bool:
        """Return whether a layer has an activation."""
        return bool(_activations(_checked(layer).get_config()))

    def get_config(self) -> dict[str, Any]:
        """Return the configuration of this layer."""
        wrapped = {"wrapped_layer_type": type(self.layer), "wrapped_layer_config": self._original_config}
        return {**tf.keras.layers.Layer.get_config(self), "tag": self.tag, **wrapped}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Raise NameError, as the SDK's own method does: it uses a class that does not exist."""
        raise NameError("name 'StoreActivationGradients' is not defined")


def _checked(layer: Any) -> Any:
    if not isinstance(layer, tf.keras.layers.Layer):
        raise ValueError("Expected an instance of a keras.engine.base_layer.Layer")
    return layer


def _capturing(activation: Any, tag: str) -> Any:
    def call(inputs: Any) -> Any:
        return activation(capture_upstream_gradients(inputs, tag=tag))

    return call


def _activations(config: dict[str, Any]) -> list[str]:
    """Return the keys of a layer's configuration whose values are activations."""
    return [key for key in config if "activation" in key and _is_activation(config[key])]


def _is_activation(value: Any) -> bool:
    try:
        tf.keras.activations.deserialize(value)
    except (
        Exception
    ):  # as in the SDK: anything that is no activation, since a configuration may contain any value
        return False
    return True


def _passed_on(layer: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of a call that the wrapped layer gets.

    If `training` is among them it gets none, unless its `call` has keyword-only arguments.
    """
    if "training" not in kwargs:
        return kwargs
    keywords = inspect.getfullargspec(type(layer).call).kwonlyargs
    if not keywords:
        return {}
    if "training" in keywords:
        return kwargs
    logging.warning(
        "Layer %s does not take a 'training' keyword in its call, but one was passed to the layer around it: it is "
        "dropped.",
        layer.name,
    )
    return {name: value for name, value in kwargs.items() if name != "training"}


__getattr__ = refuse_others("keras.ipu.layers.capture_upstream_gradients")
