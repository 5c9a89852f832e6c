"""What `fit`, `evaluate` and `predict` return when nothing is computed: NaN for losses, zeros for predictions."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import tensorflow as tf

from ..keras2 import installed
from ..recording import inputs
from ..recording.models import build

_NAN = float("nan")


class _Logs(dict):  # type: ignore[type-arg]
    """The logs of a History that was not written: each metric has NaN for every epoch."""

    def __init__(self, names: Any, epochs: int) -> None:
        super().__init__({name: [_NAN] * epochs for name in names})
        self._epochs = epochs

    def __missing__(self, name: str) -> Any:
        return [_NAN] * self._epochs


def history(model: Any, arguments: dict[str, Any]) -> Any:
    """Return the History of a call of `fit`."""
    found = installed.module("callbacks").History()
    epochs = range(arguments.get("initial_epoch") or 0, arguments.get("epochs") or 1)
    names = ["loss", *_metrics(model)]
    if arguments.get("validation_data") is not None or arguments.get("validation_split"):
        names += [f"val_{name}" for name in names]
    found.set_model(model)
    found.params = {"epochs": len(epochs), "verbose": 0, "steps": None}
    found.epoch, found.history = list(epochs), _Logs(names, len(epochs))
    return found


def scores(model: Any, as_dict: bool) -> Any:
    """Return the result of `evaluate`, or of training or testing on a batch."""
    names = ["loss", *_metrics(model)]
    if as_dict:
        return dict.fromkeys(names, _NAN)
    return [_NAN] * len(names) if len(names) > 1 else _NAN


def predictions(model: Any, arguments: dict[str, Any]) -> Any:
    """Return zeros in the shape of the outputs of `predict`, for as many rows as the input has.

    Raises what the model raises when it is traced.
    """
    x = arguments["x"]
    kind, steps = inputs.kind_of(x), arguments.get("steps")
    batch = arguments.get("batch_size") or inputs.DEFAULT_BATCH
    if kind == "arrays":
        rows = min(inputs.rows_of(x), steps * batch) if steps else inputs.rows_of(x)
    else:
        known = inputs.cardinality(x) if kind == "dataset" else len(x) if hasattr(x, "__len__") else 1
        rows = (steps or max(known, 1)) * ((inputs.batch_of(x) if kind == "dataset" else None) or batch)
    return tf.nest.map_structure(lambda spec: _zeros(spec, rows), _outputs(model, x))


def _outputs(model: Any, x: Any) -> Any:
    """Return the tensor specs of the outputs of a model."""
    with contextlib.suppress(Exception):  # a model may raise anything
        build(model, x)
    if isinstance(getattr(model, "outputs", None), list):
        return tf.nest.map_structure(lambda out: tf.TensorSpec(out.shape, out.dtype), model.output)
    spec = inputs.spec_of(x)
    with model.distribute_strategy.scope():
        run = tf.function(lambda data: model(data, training=False)).get_concrete_function(spec)
    return run.structured_outputs


def _zeros(spec: Any, rows: int) -> Any:
    return np.zeros([rows, *(dimension or 1 for dimension in spec.shape[1:])], spec.dtype.as_numpy_dtype)


def _metrics(model: Any) -> list[str]:
    """Return the names of the metrics that a model is compiled with; their objects may not exist yet."""
    names = [name for name in model.metrics_names if name != "loss"]
    if names:
        return names
    given = getattr(getattr(model, "compiled_metrics", None), "_user_metrics", None)
    return [
        each if isinstance(each, str) else str(getattr(each, "name", getattr(each, "__name__", each)))
        for each in tf.nest.flatten(given)
        if each is not None
    ]
