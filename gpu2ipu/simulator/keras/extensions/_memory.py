"""What the estimate of memory has to know of a model: where its stages are, and what it accumulates."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Sequence

import tensorflow as tf
from keras.engine import base_layer
from tensorflow.python.ipu import _machine
from tensorflow.python.util import tf_decorator

from gpu2ipu.simulator.memory import programs, variables
from gpu2ipu.simulator.memory.estimate import Placement
from gpu2ipu.simulator.memory.values import bytes_of, stage_scope
from gpu2ipu.simulator.memory.variables import ACCUMULATOR, Variable

from . import _pipelining


def placement_of(model: Any) -> Placement:
    """Where a model that has passed all checks lies."""
    options, config = model._ipu.options, _machine.settings()
    replicas = model._get_replication_factor()
    if not model._is_pipelined():
        given = options.gradient_accumulation_optimizer_kwargs
        return programs.placement_of([0], "Sequential", given, config, replicas)
    given = options.pipelining_kwargs
    schedule = given.get("pipeline_schedule")
    name = "Grouped" if schedule is None else schedule.name
    return programs.placement_of(_pipelining.devices_of(model), name, given, config, replicas)


def accumulators(weights: Sequence[Any], dtypes: Sequence[Any]) -> list[Variable]:
    """The accumulators of the gradients of weights."""
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
    """Note at which stage each call of a layer is, once the model has been found fit for an IPU."""
    stages: dict[int, list[int]] = {}
    for placed in model._placed_calls() if model._is_pipelined() else ():
        stages.setdefault(id(placed.layer), []).append(placed.stage)
    model._ipu.stages = stages


@contextlib.contextmanager
def named_stages(model: Any) -> Iterator[None]:
    """Let the operations of a pipelined model tell by their names which stage they belong to.

    The gradients of an operation carry its name, and so does what XLA makes of both.
    """
    if not model._is_pipelined():
        yield
        return
    stock, outer = base_layer.Layer.__call__, model._ipu.stages

    def call(layer: Any, *args: Any, **kwargs: Any) -> Any:
        known = model._ipu.stages.get(id(layer))
        if known is None or tf.executing_eagerly():
            return stock(layer, *args, **kwargs)
        known.append(known.pop(0))  # each trace of the model calls its layers in this order
        with tf.name_scope(stage_scope(known[-1])):
            return stock(layer, *args, **kwargs)

    base_layer.Layer.__call__ = call
    try:
        yield
    finally:
        base_layer.Layer.__call__ = stock
        model._ipu.stages = outer


def install() -> None:
    """Let gradient descent without momentum have no slots, which that of newer Keras makes all the same."""
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
