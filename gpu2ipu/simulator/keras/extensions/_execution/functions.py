"""The train, test and predict functions of a model, where those of stock Keras differ from an IPU's."""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf
from keras.engine import training
from tensorflow.python.ipu._device import program
from tensorflow.python.ipu._feeds import refuse_outfeed

from .._state import Mode
from . import programs
from .steps import steps_per_execution, value_of


def make_function(model: Any, mode: Mode, stock: Callable[..., Any], force: bool) -> Any:
    """Return the train, test or predict function of a model: that of stock Keras, or a Runner of its own program."""
    attribute = f"{mode.value}_function"
    runs = model._ipu.mode is mode
    if runs and not programs.plan_of(model, mode).is_stock:
        setattr(model, attribute, programs.Runner(model, mode))
        return getattr(model, attribute)
    if model._ipu.mode is None and programs.plan_on_batch(model, mode).replicas > 1:
        return programs.Runner(model, mode, programs.plan_on_batch)
    if isinstance(getattr(model, attribute), programs.Runner):
        setattr(model, attribute, None)
    if mode is Mode.PREDICT:
        return _make_predict_function(model, stock, force)
    made, fits = getattr(model, attribute), runs and mode is Mode.FIT
    # A function created by `train_on_batch` was traced without the rules of `fit`.
    if not force and made is not None and (not fits or made is model._ipu.fit_function):
        return made
    function = _naming_faults(model, attribute, stock)
    setattr(model, attribute, function)
    if fits:
        model._ipu.fit_function = function
    return function


def _naming_faults(model: Any, attribute: str, stock: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of stock Keras, changed to raise errors of a step unchanged.

    If a loop returns a value, AutoGraph of TensorFlow 2.6 reports any error in its body as a variable that is not
    defined before the loop. The loops of the SDK return none.
    """
    function = stock(model, True)

    @functools.wraps(function)
    def call(iterator: Any) -> Any:
        try:
            with program.by_keras():
                results = function(iterator)
        except ValueError as error:
            if "must be defined before the loop" not in str(error):
                raise
            with steps_per_execution(model, 1):
                step = stock(model, True)
            setattr(model, attribute, call)
            with program.by_keras():
                step.get_concrete_function(iterator)
            raise
        if model._ipu.mode is not None:  # the results of a *_on_batch call need no outfeed
            refuse_outfeed(tf.nest.flatten(results))
        return results

    return call


def make_functions(model: Any) -> None:
    """Create the functions of a compiled model while `steps_per_execution` has its original value.

    During `fit` it may be lowered to 1; a function that stock Keras creates then has no loop, and would later run only
    the first step of each execution.
    """
    if not getattr(model, "_is_compiled", False) or not tf.executing_eagerly():
        return
    for mode in Mode:
        name = f"make_{mode.value}_function"
        if not model._overridden(name, training.Model):
            getattr(model, name)()


def _make_predict_function(model: Any, stock: Callable[..., Any], force: bool) -> Any:
    """Return a function that predicts the batches of one execution and concatenates them.

    The loop of stock Keras copies all earlier batches for each new one, which is slow for large outputs.
    """
    if model.predict_function is not None and not force:
        return model.predict_function
    if value_of(model._steps_per_execution) == 1:
        step = stock(model, force=True)
    else:
        with steps_per_execution(model, 1):
            step = stock(model, force=True)

    def predict_function(iterator: Any) -> Any:
        with program.by_keras():
            batches = [step(iterator) for _ in range(value_of(model._steps_per_execution))]
        refuse_outfeed(tf.nest.flatten(batches[0]))
        return tf.nest.map_structure(lambda *parts: training.concat(parts), *batches)

    model.predict_function = predict_function
    return predict_function
