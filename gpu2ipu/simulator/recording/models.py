"""Build a model before its first step, set its weights to those of the port, and read its learning rate and metrics."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any, ContextManager, Iterable, Iterator

import numpy as np
import tensorflow as tf

from . import inputs, weights
from .training_limits import Grouping


def build(model: Any, x: Any) -> None:
    """Create the weights of a model that is not built yet, by tracing it with the type of its first input.

    `x` is the input, or its tensor specs. The batch dimension is open, unless the model needs its size, for example for
    noise in the shape of a tensor. Raises whatever the model raises.
    """
    is_spec = all(isinstance(leaf, tf.TensorSpec) for leaf in tf.nest.flatten(x))
    spec = None if model.built else inputs.open_spec(x) if is_spec else inputs.spec_of(x)
    if spec is None:
        return
    with _scope_of(model):
        try:
            _trace(model, spec)
        except Exception:  # a user's model may raise anything for an open batch dimension
            of_rows = x if is_spec else inputs.spec_of(x, with_rows=True)
            if of_rows == spec:
                raise
            _trace(model, of_rows)


def is_for_ipu(strategy: Any) -> bool:
    """Return whether what is created or run under a strategy is for IPUs, without importing its class."""
    return hasattr(strategy, "_device_ordinal")


def _trace(model: Any, spec: Any) -> None:
    tf.function(lambda data: model(data, training=False)).get_concrete_function(spec)


def _scope_of(model: Any) -> ContextManager[Any]:
    """Return the scope of a model's strategy; inside its `run` the scope cannot be entered, and need not be."""
    if tf.distribute.has_strategy() and not tf.distribute.in_cross_replica_context():
        return contextlib.nullcontext()
    scope: ContextManager[Any] = model.distribute_strategy.scope()
    return scope


def load_initial_weights(model: Any, theirs: weights.Arrays | None, used: dict[Any, bool]) -> str:
    """Set the weights of an original to the port's initial weights. Return a note about it, or an empty string.

    Not set are weights that an earlier model has (`used`: they are already trained), and weights that equal the port's
    up to rounding: those of a model that was trained, saved and loaded again.
    """
    if theirs is None:
        return f"the port's initial weights of model {model.name!r} are not known"
    mine = weights_of(model)
    if not weights.same_shapes(mine, theirs):
        return f"the weights of model {model.name!r} differ in shape from the port's: it starts from its own"
    # the order of get_weights
    fresh = [index for index, variable in enumerate(model.weights) if key_of(variable) not in used]
    gap = weights.distance([mine[index] for index in fresh], [theirs[index] for index in fresh])
    if gap is None or gap == 0 or gap < weights.SAME_WEIGHTS:
        return ""
    for index in fresh:
        variable = model.weights[index]
        # a MirroredStrategy has several, also inside of its `run`
        for replica in getattr(variable, "values", (variable,)):
            replica.assign(theirs[index])
    # The first model differs by seeds or by the version of TensorFlow; a later one may have weights from elsewhere.
    return f"model {model.name!r} starts from the port's weights; its own were different" if used else ""


def weights_of(model: Any) -> Any:
    """Return the weights of a model, also inside of `strategy.run`, where its own method cannot enter the scope."""
    return tf.keras.layers.Layer.get_weights(model)


def key_of(weight: Any) -> Any:
    """Return a hashable key of a weight of a model: a variable, or the table of a lookup layer."""
    return weight.ref() if hasattr(weight, "ref") else id(weight)


def learning_rate(model: Any) -> float | None:
    """Return the learning rate of the next step; None if there is none."""
    try:
        with _scope_of(model):  # who reads it first creates its variable
            rate = model.optimizer.learning_rate
            return float(rate(model.optimizer.iterations) if callable(rate) else rate)
    except Exception:  # custom optimizers, or none
        return None


def schedule_of(model: Any) -> dict[str, Any] | None:
    """Return the class and the settings of a model's schedule, None without one; unknown settings are none."""
    found = _schedule(model)
    if found is None:
        return None
    try:
        settings = json.loads(json.dumps(_settings(found), default=lambda value: np.asarray(value).item()))
    except (TypeError, ValueError):
        settings = {}
    return {"class": type(found).__name__, "config": settings}


def _settings(schedule: Any) -> dict[str, Any]:
    """Return the configuration of a schedule; of a script's own without one, its attributes that are numbers."""
    numbers = {name: value for name, value in vars(schedule).items() if isinstance(value, (int, float))}
    return _configuration(schedule) or numbers


def _configuration(schedule: Any) -> dict[str, Any]:
    """Return what a schedule says of itself; nothing where a script's own says nothing."""
    try:
        return dict(schedule.get_config())
    except NotImplementedError:
        return {}


def take_schedule(model: Any, theirs: dict[str, Any] | None) -> list[str]:
    """Give a model the schedule of the port if its steps are fewer, and nothing else differs; return a note.

    A port counts the full batches in a schedule (IPU315). An original that skips partial batches, as its port does,
    would end at another learning rate.
    """
    mine = schedule_of(model)
    if mine is None or theirs is None or mine["class"] != theirs["class"] or mine == theirs:
        return []
    before, after = mine["config"], theirs["config"]
    changed = {name: after.get(name) for name in before if before[name] != after.get(name)}
    if before.keys() != after.keys() or not all(_are_fewer(before[name], changed[name]) for name in changed):
        return []
    model.optimizer.learning_rate = _with_settings(_schedule(model), after, changed)
    steps = ", ".join(f"{name} {value} instead of {before[name]}" for name, value in changed.items())
    return [f"takes the steps of the port's learning-rate schedule: {steps}"]


def _with_settings(schedule: Any, settings: dict[str, Any], changed: dict[str, Any]) -> Any:
    if not _configuration(schedule):
        like = copy.copy(schedule)
        vars(like).update(changed)
        return like
    return type(schedule).from_config(settings)


def _schedule(model: Any) -> Any:
    optimizer = getattr(model, "optimizer", None)
    hyper = getattr(optimizer, "_hyper", None) or {}
    found = hyper.get("learning_rate", getattr(optimizer, "_learning_rate", None))
    return found if isinstance(found, tf.keras.optimizers.schedules.LearningRateSchedule) else None


def _are_fewer(mine: Any, theirs: Any) -> bool:
    """True for whole numbers, or lists of them, that are smaller."""
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return all(map(_are_fewer, mine, theirs))
    return isinstance(mine, int) and isinstance(theirs, int) and 0 < theirs <= mine


def trace_calls(model: Any, arguments: dict[str, Any]) -> None:
    """Trace the layer calls of a model as a call does when it begins: only then has a subclass its stages."""
    spec = inputs.spec_of(arguments["x"], with_rows=True) if hasattr(model, "_build_for") else None
    if spec is None:
        return
    if inputs.kind_of(arguments["x"]) == "arrays":
        batch = arguments.get("batch_size") or inputs.DEFAULT_BATCH
        spec = tf.nest.map_structure(lambda leaf: tf.TensorSpec([batch, *leaf.shape[1:]], leaf.dtype), spec)
    # what a user's model raises here, the call raises as well
    with _scope_of(model), contextlib.suppress(Exception):
        model._build_for((spec,))


def grouping_of(model: Any) -> Grouping:
    """Return the batches that the IPUs of a model take together; those of a stock model are single ones.

    keras/ipu/extensions/extensions_base.py of the SDK keeps its options as attributes of the model.
    """
    if not hasattr(model, "_is_pipelined"):
        return Grouping()
    options = getattr(getattr(model, "_ipu", None), "options", None)

    def option(name: str) -> Any:
        return getattr(options, name, None) or getattr(model, f"_{name}", None)

    replicas = model._get_replication_factor()
    if not model._is_pipelined():
        return Grouping(replicas, option("gradient_accumulation_steps_per_replica") or 1)
    accumulation = option("pipelining_gradient_accumulation_steps_per_replica") or 1
    stages = _stages(option("pipeline_stage_assignment") or ())
    return Grouping(replicas, accumulation, 1 + max(stages, default=0))


def _stages(assignments: Any) -> Iterator[int]:
    """Yield the stages of layers, and of those of nested models."""
    for each in assignments:
        if hasattr(each, "pipeline_stage_assignments"):
            yield from _stages(each.pipeline_stage_assignments)
        else:
            yield int(each if isinstance(each, int) else each.pipeline_stage or 0)


def means_of_replicas(model: Any, kind: str, logs: Iterable[str]) -> dict[str, float]:
    """Return what is in the logs of a call as means over all replicas, where it is of one."""
    known = getattr(getattr(model, "_ipu", None), "means_of_replicas", {})
    validated = {f"val_{name}": value for name, value in known.get("evaluate", {}).items()}
    found = {**(validated if kind == "fit" else {}), **known.get(kind, {})}
    return {name: float(found[name]) for name in logs if name in found}


def updates(model: Any) -> int | None:
    """Return how often the optimizer of a model has changed its weights; None if it does not count that."""
    optimizer: Any = getattr(model, "optimizer", None)
    optimizer = getattr(optimizer, "inner_optimizer", optimizer)  # of a LossScaleOptimizer
    # the property would create the variable, outside of any strategy
    iterations = getattr(optimizer, "_iterations", None)
    if iterations is None:
        return None if not hasattr(optimizer, "_iterations") else 0
    try:
        return int(iterations.numpy())  # `int` refuses those of a MirroredStrategy
    except Exception:  # of a custom optimizer, or without eager execution
        return None


def metric_values(model: Any, result: Any) -> dict[str, float]:
    """Return the results of `evaluate` by name."""
    if isinstance(result, dict):
        return {name: float(value) for name, value in result.items()}
    values = result if isinstance(result, (list, tuple)) else [result]
    return {name: float(value) for name, value in zip(model.metrics_names, values)}
