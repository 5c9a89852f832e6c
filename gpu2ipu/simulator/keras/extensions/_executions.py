"""Executions of several steps, where stock Keras's own functions for them fall short of an IPU's."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

import tensorflow as tf
from keras.engine import training

from .extensions_base import refuse_feed_types


@contextlib.contextmanager
def steps_per_execution(holder: Any, steps: int) -> Iterator[None]:
    """Let `holder`, a model or a data handler, run executions of `steps` steps for a while.

    Both share one variable. The data handler of Keras 2.6 caches its value as well, the one of newer Keras
    does not.
    """
    variable = holder._steps_per_execution
    before = value_of(variable)
    if before == steps:
        yield
        return
    cached = hasattr(holder, "_steps_per_execution_value")
    try:
        variable.assign(steps)
        if cached:
            holder._steps_per_execution_value = steps
        yield
    finally:
        variable.assign(before)
        if cached:
            holder._steps_per_execution_value = before


def value_of(variable: Any) -> int:
    """The number of steps that `steps_per_execution` stands for: 1 if the model has not been compiled."""
    return int(variable.numpy()) if hasattr(variable, "numpy") else int(variable or 1)


def make_functions(model: Any) -> None:
    """Make the functions of a compiled model while `steps_per_execution` has its own value.

    During `fit` it may be clamped to 1; a function that stock Keras makes then has no loop, and would later
    run one step of an execution and leave out the others.
    """
    if not getattr(model, "_is_compiled", False) or not tf.executing_eagerly() or model.run_eagerly:
        return
    for name in ("make_train_function", "make_test_function", "make_predict_function"):
        if not model._overridden(name, training.Model):
            getattr(model, name)()


def make_predict_function(model: Any, stock: Callable[..., Any], force: bool) -> Any:
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
        refuse_feed_types(output.dtype for output in tf.nest.flatten(batches[0]))
        return tf.nest.map_structure(lambda *parts: training.concat(parts), *batches)

    model.predict_function = predict_function
    return predict_function
