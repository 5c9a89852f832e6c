"""What a record says of a call of fit, evaluate or predict: its data as the script gave it, and numbers."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import tensorflow as tf

from . import inputs
from .training_limits import STEPS

# The data of a call and of its validation: inputs and steps of each.
Data = Tuple[Tuple[Any, Any], Tuple[Any, Any]]


def given(kind: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The data that the script gave to a call: kind of input, rows, batch size, batches of a dataset."""
    validates = kind == "fit" and arguments.get("validation_data") is not None
    part = _part(arguments)
    part["validation"] = _part(inputs.validation_of(arguments)) if validates else None
    return part


def data_of(arguments: dict[str, Any]) -> Data:
    """The data of a call, to be compared with the same later."""
    steps = arguments.get("steps", arguments.get("steps_per_epoch"))
    if arguments.get("validation_data") is None:
        return (arguments["x"], steps), (None, None)
    validation = inputs.validation_of(arguments)
    return (arguments["x"], steps), (validation["x"], validation["steps"])


def changed(before: Data, after: Data) -> bool:
    """Whether the data of a call, or of its validation, was cut."""
    return any(_differs(one, other) for one, other in zip(before, after))


def mark_shortened(line: dict[str, Any], before: Data, after: Data) -> None:
    """Note in the line of a call which of its parts the options cut short."""
    line["shortened"] = _differs(before[0], after[0])
    if line["validation"] is not None:
        line["validation"]["shortened"] = _differs(before[1], after[1])


def counts_of_outputs(outputs: Any, arguments: dict[str, Any]) -> dict[str, int]:
    """Steps, rows and rows of a batch of a prediction, where the loss container counts nothing."""
    rows = len(tf.nest.flatten(outputs)[0])
    x = arguments["x"]
    is_dataset = inputs.kind_of(x) == "dataset"
    batch = (
        arguments.get("batch_size") or (inputs.batch_of(x) if is_dataset else inputs.DEFAULT_BATCH) or rows
    )
    return {"steps": -(-rows // batch) if batch else 0, "rows": rows, "batch": min(batch, rows)}


def counts_of_whole_batches(
    kind: str, arguments: dict[str, Any], epochs: int, replicas: int
) -> dict[str, int] | None:
    """Steps, rows and rows of a batch of a call that takes whole batches of known size only; None if unknown.

    As on an IPU, where what does not make a batch for every replica is left out.
    """
    x, steps = arguments["x"], arguments.get(STEPS[kind])
    if inputs.kind_of(x) == "dataset":
        batch = tf.nest.flatten(x.element_spec)[0].shape[0]
        steps = inputs.cardinality(x) if steps is None else steps
    else:
        batch = arguments.get("batch_size") or inputs.DEFAULT_BATCH
        steps = inputs.rows_of(x) // batch if steps is None else steps
    if batch is None or steps < 0:
        return None
    steps = steps // replicas * replicas * epochs
    return {"steps": steps, "rows": steps * batch, "batch": batch}


def plain(value: Any) -> Any:
    """A number of numpy or TensorFlow as one of Python, for JSON; anything else as text."""
    if hasattr(value, "numpy"):
        value = value.numpy()
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else str(value)


def _part(arguments: dict[str, Any]) -> dict[str, Any]:
    x = arguments["x"]
    form = inputs.kind_of(x)
    return {
        "input": form,
        "rows_given": _rows_taken(arguments) if form == "arrays" else None,
        "batch_size": arguments.get("batch_size") or (inputs.DEFAULT_BATCH if form == "arrays" else None),
        "cardinality": inputs.cardinality(x) if form == "dataset" else None,
        "partial_batches": inputs.partial_batches(x) if form == "dataset" else 0,
        "shortened": False,
    }


def _rows_taken(arguments: dict[str, Any]) -> int:
    """The rows of the arrays of a call: all, or so many batches of a given size."""
    rows, steps, batch = inputs.rows_of(arguments["x"]), arguments.get("steps"), arguments.get("batch_size")
    return min(rows, steps * batch) if steps and batch else rows


def _differs(before: tuple[Any, Any], after: tuple[Any, Any]) -> bool:
    """By identity: arrays of the script are replaced, never changed in place."""
    return before[0] is not after[0] or before[1] != after[1]
