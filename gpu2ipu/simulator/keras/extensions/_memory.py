"""What the estimate of memory needs from a Keras model: the placement of its stages, and its accumulators."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Sequence

import tensorflow as tf
from keras.engine import base_layer
from tensorflow.python.ipu._device import machine
from tensorflow.python.util import tf_decorator

from gpu2ipu.simulator.memory import programs, variables
from gpu2ipu.simulator.memory.estimate import Placement
from gpu2ipu.simulator.memory.values import bytes_of, stage_scope
from gpu2ipu.simulator.memory.variables import ACCUMULATOR, Variable

from . import _pipelining


def placement_of(model: Any) -> Placement:
    """Return the placement of a model that has passed all checks."""
    options, config = model._ipu.options, machine.settings()
    replicas = model._get_replication_factor()
    if not model._is_pipelined():
        given = options.gradient_accumulation_optimizer_kwargs
        return programs.placement_of([0], "Sequential", given, config, replicas)
    given = options.pipelining_kwargs
    schedule = given.get("pipeline_schedule")
    name = "Grouped" if schedule is None else schedule.name
    return programs.placement_of(_pipelining.devices_of(model), name, given, config, replicas)


def accumulators(weights: Sequence[Any], dtypes: Sequence[Any]) -> list[Variable]:
    """Return the gradient accumulators of weights."""
    return [
        Variable(
            -1 - index,
            ACCUMULATOR,
            bytes_of(weight.shape.num_elements(), tf.as_dtype(dtype).name),
            owner=id(weight.handle),
        )
        for index, (weight, dtype) in enumerate(zip(weights, dtypes))
    ]


def place_stages(model: Any) -> None:
    """Note the stage of each call of a layer, after all checks of the model."""
    stages: dict[int, list[int]] = {}
    for placed in model._placed_calls() if model._is_pipelined() else ():
        stages.setdefault(id(placed.layer), []).append(placed.stage)
    model._ipu.stages = stages


@contextlib.contextmanager
def named_stages(model: Any) -> Iterator[None]:
    """Put the pipeline stage into the names of the operations of a pipelined model.

    The gradients of an operation have its name, and so do the HLO instructions of both.
    """
    if not model._is_pipelined():
        yield
        return
    stock, outer = base_layer.Layer.__call__, model._ipu.stages

    def call(layer: Any, *args: Any, **kwargs: Any) -> Any:
        known = model._ipu.stages.get(id(layer))
        if known is None or tf.executing_eagerly():
            return stock(layer, *args, **kwargs)
        known.append(known.pop(0))  # each trace of the model calls its layers in the same order
        with tf.name_scope(stage_scope(known[-1])):
            return stock(layer, *args, **kwargs)

    base_layer.Layer.__call__ = call
    try:
        yield
    finally:
        base_layer.Layer.__call__ = stock
        model._ipu.stages = outer


def install() -> None:
    """Mark the slots of gradient descent without momentum as unused: newer Keras creates them in any case."""
    descent = getattr(getattr(tf.keras.optimizers, "experimental", None), "SGD", None)
    if descent is None:
        return
    stock = descent.build

    def build(optimizer: Any, var_list: Any) -> None:
        stock(optimizer, var_list)
        if isinstance(optimizer.momentum, (int, float)) and not optimizer.momentum:
            for slot in optimizer.momentums:
                variables.mark_unused(slot)

    descent.build = tf_decorator.make_decorator(stock, build)
