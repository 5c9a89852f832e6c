"""Executions of several steps, where stock Keras's own functions for them fall short of an IPU's."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from keras.engine import training
from tensorflow.python.ipu._feeds import refuse_outfeed

from . import _programs
from ._state import Mode
from ._steps import steps_per_execution, value_of


def make_function(model: Any, mode: Mode, stock: Callable[..., Any], force: bool) -> Any:
    """The train, test or predict function of a model: stock Keras's, or one for the program that it needs."""
    attribute = f"{mode.value}_function"
    runs = model._ipu.mode is mode
    if runs and not _programs.plan_of(model, mode).is_stock:
        setattr(model, attribute, _programs.Runner(model, mode))
        return getattr(model, attribute)
    if isinstance(getattr(model, attribute), _programs.Runner):
        setattr(model, attribute, None)
    if mode is Mode.PREDICT:
        return _make_predict_function(model, stock, force)
    return stock(model, force)


def make_functions(model: Any) -> None:
    """Make the functions of a compiled model while `steps_per_execution` has its own value.

    During `fit` it may be clamped to 1; a function that stock Keras makes then has no loop, and would later
    run one step of an execution and leave out the others.
    """
    if not getattr(model, "_is_compiled", False) or not tf.executing_eagerly():
        return
    for mode in Mode:
        name = f"make_{mode.value}_function"
        if not model._overridden(name, training.Model):
            getattr(model, name)()


def _make_predict_function(model: Any, stock: Callable[..., Any], force: bool) -> Any:
    """A function that predicts the batches of one execution and merges them.

    The loop of stock Keras copies all earlier batches for each new one, which takes long for large outputs.
    """
    if model.predict_function is not None and not force:
        return model.predict_function
    if value_of(model._steps_per_execution) == 1:
        step = stock(model, force=True)
    else:
        with steps_per_execution(model, 1):
            step = stock(model, force=True)

    def predict_function(iterator: Any) -> Any:
        batches = [step(iterator) for _ in range(value_of(model._steps_per_execution))]
        refuse_outfeed(tf.nest.flatten(batches[0]))
        return tf.nest.map_structure(lambda *parts: training.concat(parts), *batches)

    model.predict_function = predict_function
    return predict_function
