"""What classes of Keras take as `**kwargs` in TensorFlow 2.6, and refuse otherwise.

Source: the checks of keyword arguments in keras/engine/base_layer.py, keras/engine/input_layer.py and
keras/optimizer_v2/optimizer_v2.py of TensorFlow 2.6.5.
"""

from __future__ import annotations

import functools

from gpu2ipu.analysis.library import public_api

_LAYERS = "keras.layers."
# Of every layer, and of those that look for more in what they are given.
_OF_LAYERS = (
    *("name", "dtype", "trainable", "dynamic", "input_dim", "input_shape", "batch_input_shape", "batch_size"),
    *("weights", "activity_regularizer", "autocast", "implementation", "input_length", "fused"),
    *("enable_caching_device", "zero_output_for_mask", "return_runtime", "experimental_autocast"),
)
_OF_OPTIMIZERS = frozenset(
    (
        *("name", "clipnorm", "clipvalue", "lr", "decay", "global_clipnorm"),
        *("gradient_aggregator", "gradient_transformers"),
    )
)
_OF_NADAM = "schedule_decay"  # which it calls `decay`


def keywords_of_kind(name: str) -> frozenset[str] | None:
    """Return the keyword arguments that something may take beside those of its signature; None if not known.

    Of a layer these are all that any layer takes: what one layer does with those of another is not looked at.
    """
    if name in ("keras.Input", "keras.layers.Input"):
        return frozenset(("batch_shape",))
    if name.startswith(_LAYERS):
        return _of_any_layer()
    if name.startswith("keras.optimizers.") and name.count(".") == 2:
        return _OF_OPTIMIZERS | {_OF_NADAM} if name.endswith(".Nadam") else _OF_OPTIMIZERS
    return None


@functools.cache
def _of_any_layer() -> frozenset[str]:
    layers = (public_api.find(name) for name in public_api.names() if name.startswith(_LAYERS))
    in_sdk = (layer.changes[0].parameters or () for layer in layers if layer and layer.is_in_sdk)
    return frozenset(parameter.name for parameters in in_sdk for parameter in parameters).union(_OF_LAYERS)
