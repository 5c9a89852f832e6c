"""What a record says about a call of fit, evaluate or predict: its data as the script passed it, and counts."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import tensorflow as tf

from . import inputs
from .training_limits import STEPS

# The data of a call and of its validation: input and number of steps of each.
Data = Tuple[Tuple[Any, Any], Tuple[Any, Any]]


def given(kind: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Describe the data that the script passed to a call: kind of input, rows, batch size, batches of a dataset."""
    validates = kind == "fit" and arguments.get("validation_data") is not None
    part = _part(arguments)
    part["validation"] = _part(inputs.validation_of(arguments)) if validates else None
    return part


def data_of(arguments: dict[str, Any]) -> Data:
    """Return the data of a call, for `changed` to compare."""
    steps = arguments.get("steps", arguments.get("steps_per_epoch"))
    if arguments.get("validation_data") is None:
        return (arguments["x"], steps), (None, None)
    validation = inputs.validation_of(arguments)
    return (arguments["x"], steps), (validation["x"], validation["steps"])


def changed(before: Data, after: Data) -> bool:
    """Return whether the data of a call, or of its validation, was shortened."""
    return any(_differs(one, other) for one, other in zip(before, after))


def mark_shortened(line: dict[str, Any], before: Data, after: Data) -> None:
    """Note in the entry of a call whether the options shortened its data and that of its validation."""
    line["shortened"] = _differs(before[0], after[0])
    if line["validation"] is not None:
        line["validation"]["shortened"] = _differs(before[1], after[1])


def counts_of_outputs(outputs: Any, arguments: dict[str, Any]) -> dict[str, int]:
    """Return steps, rows and rows per batch of a prediction, for which no loss container counts."""
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
    """Return steps, rows and rows per batch of a call whose batches have a known size; None if unknown.

    Of arrays the last batch may be partial: an original evaluates it, too. As on an IPU, batches that are not enough
    for all replicas are dropped.
    """
    x, steps = arguments["x"], arguments.get(STEPS[kind])
    if inputs.kind_of(x) == "dataset":
        batch = tf.nest.flatten(x.element_spec)[0].shape[0]
        steps = inputs.cardinality(x) if steps is None else steps
    else:
        batch, rows = arguments.get("batch_size") or inputs.DEFAULT_BATCH, inputs.rows_of(x)
        if steps is None and replicas == 1:
            return {"steps": -(-rows // batch) * epochs, "rows": rows * epochs, "batch": min(batch, rows)}
        steps = rows // batch if steps is None else steps
    if batch is None or steps < 0:
        return None
    steps = steps // replicas * replicas * epochs
    return {"steps": steps, "rows": steps * batch, "batch": batch}


def micro_batches(counts: dict[str, int] | None, updates: int | None) -> int:
    """Return the steps of each weight update, of one replica or of several: 1 unless all have as many."""
    steps = counts["steps"] if counts else 0
    return steps // updates if steps and updates and steps % updates == 0 else 1


def of_updates(counts: dict[str, int] | None, micro_batches: int) -> dict[str, int] | None:
    """Return the counts of weight updates that are computed from so many steps each."""
    if counts is None:
        return None
    steps, batch = counts["steps"] // micro_batches, counts["batch"] * micro_batches
    return {"steps": steps, "rows": counts["rows"], "batch": batch}


def means(losses: list[float], number: int) -> list[float]:
    """Return the mean of every so many losses; those of an incomplete rest are left out."""
    starts = range(0, len(losses) // number * number, number)
    return [sum(losses[start : start + number]) / number for start in starts]


def plain(value: Any) -> Any:
    """Convert a value of numpy or TensorFlow to Python numbers for JSON, anything else to text."""
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
    """Return the number of rows that a call takes from its arrays: all, or those of `steps` batches."""
    rows, steps, batch = inputs.rows_of(arguments["x"]), arguments.get("steps"), arguments.get("batch_size")
    return min(rows, steps * batch) if steps and batch else rows


def _differs(before: tuple[Any, Any], after: tuple[Any, Any]) -> bool:
    """Return whether two inputs differ, by identity: arrays of the script are replaced, never changed in place."""
    return before[0] is not after[0] or before[1] != after[1]
