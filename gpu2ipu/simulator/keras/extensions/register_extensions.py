"""Where stock Keras is changed: the few places at which a model made in a scope takes another way.

The original changes the source of Keras; here the same places are wrapped, once, for the whole process.
Models made outside a scope go through the wrappers untouched.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf
from keras.engine import base_layer, data_adapter, functional, sequential, training
from keras.mixed_precision import loss_scale_optimizer
from tensorflow.python.ipu.keras_extensions import register_extension
from tensorflow.python.util import tf_decorator

from . import _executions
from .data_adapter import IPUDataHandler
from .extensions_base import KerasExtensionBase, Mode
from .functional_extensions import FunctionalExtension
from .model_extensions import ModelExtension
from .sequential_extensions import SequentialExtension


def _patch_new_layers(stock: Callable[..., None]) -> Callable[..., None]:
    """`Layer.__init__` that offers the new instance to the current strategy, before its own class goes on."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        stock(self, *args, **kwargs)
        patch = getattr(tf.distribute.get_strategy(), "_patch_keras_extension", None)
        if patch is not None and isinstance(self, training.Model):
            patch(self)

    # Keras reads the arguments of constructors through TensorFlow's own decorators only.
    return tf_decorator.make_decorator(stock, __init__)  # type: ignore[no-any-return]


def _announce(mode: Mode, stock: Callable[..., Any]) -> Callable[..., Any]:
    """fit, evaluate or predict of an IPU model: the mode is known while it runs."""

    @functools.wraps(stock)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(self, KerasExtensionBase):
            return stock(self, *args, **kwargs)
        with self._running(mode):
            if mode is Mode.FIT:
                _executions.make_functions(self)
            return stock(self, *args, **kwargs)

    return run


def _make_predict_function(stock: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(stock)
    def make(self: Any, force: bool = False) -> Any:
        if isinstance(self, KerasExtensionBase):
            return _executions.make_predict_function(self, stock, force)
        return stock(self, force)

    return make


def _get_data_handler(stock: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(stock)
    def get(*args: Any, **kwargs: Any) -> Any:
        model = kwargs.get("model")
        if not isinstance(model, KerasExtensionBase):
            return stock(*args, **kwargs)
        model._check_mode()
        kwargs.pop("pss_evaluation_shards", None)  # of parameter servers, which an IPU is not
        return IPUDataHandler(*args, replication_factor=None, **kwargs)

    return get


def _supports_loss_scaling(stock: Callable[[], bool]) -> Callable[[], bool]:
    """Whether mixed precision works in the current strategy: stock Keras knows a fixed list of classes."""

    @functools.wraps(stock)
    def supports() -> bool:
        return getattr(tf.distribute.get_strategy(), "supports_loss_scaling", False) or stock()

    return supports


def _register() -> None:
    register_extension(sequential.Sequential, SequentialExtension)
    register_extension(functional.Functional, FunctionalExtension)
    register_extension(training.Model, ModelExtension)

    base_layer.Layer.__init__ = _patch_new_layers(base_layer.Layer.__init__)
    data_adapter.get_data_handler = _get_data_handler(data_adapter.get_data_handler)
    stock = loss_scale_optimizer.strategy_supports_loss_scaling
    loss_scale_optimizer.strategy_supports_loss_scaling = _supports_loss_scaling(stock)
    for name, mode in (("fit", Mode.FIT), ("evaluate", Mode.EVALUATE), ("predict", Mode.PREDICT)):
        setattr(training.Model, name, _announce(mode, getattr(training.Model, name)))
    training.Model.make_predict_function = _make_predict_function(training.Model.make_predict_function)


_register()
