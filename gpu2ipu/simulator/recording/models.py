"""Models as the recorder sees them: building one before its first step, and giving it the port's weights."""

from __future__ import annotations

import contextlib
from typing import Any, ContextManager

import tensorflow as tf

from . import inputs, weights


def build(model: Any, x: Any) -> None:
    """Make the weights of a model that waits for its first input, by tracing it with that input's type.

    The input may be that type already, tensor specs. The batch is open, unless the model asks for its size, as for
    noise of the shape of a tensor.
    """
    is_spec = all(isinstance(leaf, tf.TensorSpec) for leaf in tf.nest.flatten(x))
    spec = None if model.built else inputs.open_spec(x) if is_spec else inputs.spec_of(x)
    if spec is None:
        return
    with _scope_of(model):
        try:
            _trace(model, spec)
        except Exception:  # whatever a model of the user's raises where it meets an open batch
            of_rows = x if is_spec else inputs.spec_of(x, with_rows=True)
            if of_rows == spec:
                raise
            _trace(model, of_rows)


def _trace(model: Any, spec: Any) -> None:
    tf.function(lambda data: model(data, training=False)).get_concrete_function(spec)


def _scope_of(model: Any) -> ContextManager[Any]:
    """The scope of a model's strategy; where its `run` is at work, nothing can be entered, and need not be."""
    if tf.distribute.has_strategy() and not tf.distribute.in_cross_replica_context():
        return contextlib.nullcontext()
    scope: ContextManager[Any] = model.distribute_strategy.scope()
    return scope


def load_initial_weights(model: Any, theirs: weights.Arrays | None, used: dict[Any, bool]) -> str:
    """Let an original start from the port's initial weights; what there is to say about it, or nothing.

    Left alone are weights that an earlier model brought along (`used`: they are trained by now), and weights
    that are the port's but for rounding: a model that was trained, saved and loaded again.
    """
    if theirs is None:
        return f"the port's initial weights of model {model.name!r} are not known"
    mine = model.get_weights()
    if not weights.same_shapes(mine, theirs):
        return f"the weights of model {model.name!r} differ in shape from the port's: it starts from its own"
    # get_weights gives them in this order
    fresh = [index for index, variable in enumerate(model.weights) if key_of(variable) not in used]
    gap = weights.distance([mine[index] for index in fresh], [theirs[index] for index in fresh])
    if gap is None or gap == 0 or gap < weights.SAME_WEIGHTS:
        return ""
    for index in fresh:
        model.weights[index].assign(theirs[index])
    # Other seeds, or another version of TensorFlow, are no news; weights that came from somewhere else may be.
    return f"model {model.name!r} starts from the port's weights; its own were others" if used else ""


def key_of(weight: Any) -> Any:
    """What a weight of a model is known by: a variable, or the table of a layer that looks words up."""
    return weight.ref() if hasattr(weight, "ref") else id(weight)


def learning_rate(model: Any) -> float | None:
    """The learning rate that the next step takes; None where there is none."""
    try:
        rate = model.optimizer.learning_rate
        return float(rate(model.optimizer.iterations) if callable(rate) else rate)
    except Exception:  # optimizers of the user's own, or none
        return None


def metric_values(model: Any, result: Any) -> dict[str, float]:
    """What evaluate gave, by name."""
    if isinstance(result, dict):
        return {name: float(value) for name, value in result.items()}
    values = result if isinstance(result, (list, tuple)) else [result]
    return {name: float(value) for name, value in zip(model.metrics_names, values)}
