"""Wrap the places of stock Keras at which models created in a scope behave differently.

The SDK changes the source of Keras; here the same places are wrapped, once per process. Models created outside a scope
are not affected.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf
from keras import callbacks
from keras.engine import base_layer, data_adapter, functional, node, sequential, training
from keras.mixed_precision import loss_scale_optimizer
from tensorflow.python.ipu.keras_extensions import register_extension
from tensorflow.python.util import tf_decorator

from gpu2ipu.simulator import events

from . import _callbacks, _delegates, _memory, _saving
from ._execution import functions, micro_batch
from ._state import Mode
from .data_adapter import IPUDataHandler
from .extensions_base import KerasExtensionBase
from .functional_extensions import FunctionalExtension
from .model_extensions import ModelExtension
from .pipeline_stage_assignment import mark_stage
from .sequential_extensions import SequentialExtension


def _patch_new_layers(stock: Callable[..., None]) -> Callable[..., None]:
    """Wrap `Layer.__init__`: the current strategy may extend a new instance before its own constructor goes on."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        stock(self, *args, **kwargs)
        patch = getattr(tf.distribute.get_strategy(), "_patch_keras_extension", None)
        if patch is not None:
            patch(self)
            mark_stage(self)

    # Keras reads the arguments of constructors only through TensorFlow's own decorators.
    return tf_decorator.make_decorator(stock, __init__)  # type: ignore[no-any-return]


def _mark_calls(stock: Callable[..., None]) -> Callable[..., None]:
    """Wrap `Node.__init__` to note the `PipelineStage` in which a layer is called."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        stock(self, *args, **kwargs)
        mark_stage(self)

    return tf_decorator.make_decorator(stock, __init__)  # type: ignore[no-any-return]


def _read_scopes(stock: Callable[..., None]) -> Callable[..., None]:
    """Wrap `Functional.__init__` to apply the stages of `PipelineStage` scopes around layers and calls."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        stock(self, *args, **kwargs)
        if isinstance(self, FunctionalExtension) and hasattr(self, "_nodes_by_depth"):
            self._take_stages_of_scopes()

    return tf_decorator.make_decorator(stock, __init__)  # type: ignore[no-any-return]


def _announce(mode: Mode, stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap fit, evaluate or predict: the mode of an IPU model is set while it runs."""

    @functools.wraps(stock)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(self, KerasExtensionBase):
            return stock(self, *args, **kwargs)
        with events.calling(mode.call, self.name), self._running(mode):
            return stock(self, *args, **kwargs)

    return run


def _make_function(mode: Mode, stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `make_train_function` and the like: an IPU model may need a program of its own."""

    @functools.wraps(stock)
    def make(self: Any, force: bool = False) -> Any:
        if isinstance(self, KerasExtensionBase):
            return functions.make_function(self, mode, stock, force)
        return stock(self, force)

    return make


def _get_data_handler(stock: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(stock)
    def get(*args: Any, **kwargs: Any) -> Any:
        model = kwargs.get("model")
        if not isinstance(model, KerasExtensionBase):
            return stock(*args, **kwargs)
        model._check_mode()
        kwargs.pop("pss_evaluation_shards", None)  # only for parameter servers
        return IPUDataHandler.of_model(*args, **kwargs)

    return get


def _reset_metrics(stock: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(stock)
    def reset(self: Any) -> None:
        stock(self)
        if isinstance(self, KerasExtensionBase):
            self._ipu.metrics_were_reset = True

    return reset


def _keep_logs(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of newer Keras that reads the metrics of an epoch from the model: an IPU's are in the logs."""

    @functools.wraps(stock)
    def result(self: Any, logs: Any) -> Any:
        return logs if isinstance(self, KerasExtensionBase) else stock(self, logs)

    return result


def _count_steps(stock: Callable[..., None]) -> Callable[..., None]:
    """Wrap `compile` of newer Keras, where `steps_per_execution` may be "auto", but not a tensor as in 2.6."""

    @functools.wraps(stock)
    def compile(self: Any, *args: Any, **kwargs: Any) -> None:
        steps: Any = kwargs.get("steps_per_execution")
        if tf.is_tensor(steps):
            kwargs["steps_per_execution"] = int(steps)
        stock(self, *args, **kwargs)

    return compile


def _layers(stock: Any) -> Any:
    """Wrap `Model.layers`: a subclass of Model that has been built has the layers of its graph, inputs first."""

    def layers(self: Any) -> Any:
        built = isinstance(self, ModelExtension) and self._ipu.graph is not None
        return self._ipu.graph.layers if built else stock.fget(self)

    return property(layers, doc=stock.__doc__)


def _supports_loss_scaling(stock: Callable[[], bool]) -> Callable[[], bool]:
    """Wrap the check whether the current strategy supports loss scaling: stock Keras has a fixed list of classes."""

    @functools.wraps(stock)
    def supports() -> bool:
        return getattr(tf.distribute.get_strategy(), "supports_loss_scaling", False) or stock()

    return supports


def _change_models() -> None:
    for name, mode in (("fit", Mode.FIT), ("evaluate", Mode.EVALUATE), ("predict", Mode.PREDICT)):
        setattr(training.Model, name, _announce(mode, getattr(training.Model, name)))
        make = f"make_{mode.value}_function"
        setattr(training.Model, make, _make_function(mode, getattr(training.Model, make)))
    if hasattr(training.Model, "autotune_steps_per_execution"):
        training.Model.compile = _count_steps(training.Model.compile)
    training.Model.layers = _layers(training.Model.layers)
    training.Model.train_step = micro_batch.train_step(training.Model.train_step)
    training.Model.reset_metrics = _reset_metrics(training.Model.reset_metrics)
    if hasattr(training.Model, "_validate_and_get_metrics_result"):
        stock = training.Model._validate_and_get_metrics_result
        training.Model._validate_and_get_metrics_result = _keep_logs(stock)


def _change_methods() -> None:
    """Wrap the methods that an extension may replace. Source: tensorflow/python/ipu/keras_extensions.py of the SDK."""
    for owner, names in (
        (training.Model, ("build", "get_config")),
        (functional.Functional, ("get_config",)),
        (sequential.Sequential, ("add", "pop", "get_config")),
    ):
        for name in names:
            setattr(owner, name, _delegates.extension_delegate(vars(owner)[name]))
    base_layer.KerasExtension = _delegates.KerasExtension
    base_layer.extension_delegate = _delegates.extension_delegate


def _register() -> None:
    register_extension(sequential.Sequential, SequentialExtension, _delegates.KerasExtension)
    register_extension(functional.Functional, FunctionalExtension, _delegates.KerasExtension)
    register_extension(training.Model, ModelExtension, _delegates.KerasExtension)

    base_layer.Layer.__init__ = _patch_new_layers(base_layer.Layer.__init__)
    node.Node.__init__ = _mark_calls(node.Node.__init__)
    functional.Functional.__init__ = _read_scopes(functional.Functional.__init__)
    data_adapter.get_data_handler = _get_data_handler(data_adapter.get_data_handler)
    stock = loss_scale_optimizer.strategy_supports_loss_scaling
    loss_scale_optimizer.strategy_supports_loss_scaling = _supports_loss_scaling(stock)
    _change_models()
    _change_methods()
    _callbacks.install(callbacks.CallbackList)
    _saving.install()
    _memory.install()


_register()
