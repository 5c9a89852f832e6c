"""Apply `--epochs`, `--steps` and `--samples` to a call of fit or evaluate; predictions are not shortened.

A port that is valid on all of its data stays valid: arrays are cut to full batches, and `steps_per_execution`, which
the script computed for all of the data, is lowered for the call to a divisor of the remaining number of batches.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Iterator

from . import inputs

# Method -> the argument with its number of batches.
STEPS = {"fit": "steps_per_epoch", "evaluate": "steps", "predict": "steps"}


@dataclass(frozen=True)
class TrainingLimits:
    """The largest numbers of epochs per fit, batches per epoch and rows per call; None is no limit."""

    epochs: int | None = None
    steps: int | None = None
    samples: int | None = None

    def batches(self, batch: int | None, together: int = 1) -> int | None:
        """Return how many batches of a size are allowed, at least one; None for any number.

        `together` of them count as one step: the micro-batches of a weight update, or what a pipeline takes at a time.
        """
        counts = [] if self.steps is None else [self.steps]
        if self.samples is not None and batch:
            counts.append(max(1, self.samples // (batch * together)))
        return min(counts) * together if counts else None


@dataclass(frozen=True)
class BatchCounts:
    """The number of batches of the training or the validation data of a call, before and after shortening."""

    before: int
    after: int


@dataclass(frozen=True)
class Grouping:
    """The batches that the IPUs take together: of replicas, of a weight update, and of a pipeline in inference."""

    replicas: int = 1
    accumulation: int = 1
    stages: int = 1

    def of(self, kind: str) -> int:
        """Return how many batches a call takes together."""
        return self.replicas * (self.accumulation if kind == "fit" else self.stages)


def limit_epochs(arguments: dict[str, Any], limits: TrainingLimits) -> None:
    """Lower the number of epochs, in the original as in the port."""
    if limits.epochs is not None:
        last = arguments.get("initial_epoch", 0) + limits.epochs
        arguments["epochs"] = min(arguments["epochs"], last)


def shorten(
    kind: str, arguments: dict[str, Any], limits: TrainingLimits, grouping: Grouping = Grouping()
) -> list[BatchCounts]:
    """Shorten the data of a call. Return the counts of training and validation batches, as far as they are known."""
    if kind == "predict":  # the script needs a prediction for every row
        limits = TrainingLimits()
    parts = [_shorten_main(kind, arguments, limits, grouping)]
    if kind == "fit" and arguments.get("validation_data") is not None:
        parts.append(_shorten_validation(arguments, limits, grouping))
    return [part for part in parts if part is not None]


@contextlib.contextmanager
def fitting_execution(
    model: Any, kind: str, parts: list[BatchCounts], grouping: Grouping = Grouping()
) -> Iterator[None]:
    """Set, for one call, a `steps_per_execution` that divides the shortened data, if the script's divided all of it."""
    asked = steps_per_execution(model)
    cut = any(part.before != part.after for part in parts)
    replicas, whole = grouping.replicas, grouping.of(kind) // grouping.replicas
    if asked == 1 or not cut or not all(_divides(asked, part.before // replicas) for part in parts):
        yield
        return
    # Not above the batches of the call itself: it is lowered to those for its validation as well.
    largest, counts = min(asked, parts[0].after // replicas), [part.after // replicas for part in parts]
    fitting = (steps for steps in range(largest, 0, -1) if all(_divides(steps, count) for count in counts))
    with _execution_of(model, asked, next((steps for steps in fitting if steps % whole == 0), asked)):
        yield


@contextlib.contextmanager
def single_steps(model: Any) -> Iterator[None]:
    """Set `steps_per_execution` to 1 for one call."""
    with _execution_of(model, steps_per_execution(model), 1):
        yield


@contextlib.contextmanager
def _execution_of(model: Any, asked: int, steps: int) -> Iterator[None]:
    if steps == asked:
        yield
        return
    _set(model, steps)
    try:
        yield
    finally:
        _set(model, asked)


def steps_per_execution(model: Any) -> int:
    """Return the value that `compile` was given; 1 for a model that has not been compiled."""
    variable = getattr(model, "_steps_per_execution", None)
    return 1 if variable is None else int(variable.numpy())


def _set(model: Any, steps: int) -> None:
    model._steps_per_execution.assign(steps)
    # A compiled function has a loop or not, depending on the former value.
    model.train_function = model.test_function = model.predict_function = None


def _divides(steps: int, batches: int) -> bool:
    return batches > 0 and batches % min(steps, batches) == 0


def _shorten_main(
    kind: str, arguments: dict[str, Any], limits: TrainingLimits, grouping: Grouping
) -> BatchCounts | None:
    """Shorten the rows or the steps of a call. Return the counts of its batches, None if they are unknown."""
    x, steps = arguments["x"], arguments.get(STEPS[kind])
    form = inputs.kind_of(x)
    if form == "arrays" and steps is None:
        return _shorten_arrays(arguments, limits, grouping.of(kind))
    if steps is not None and steps > 0:
        return _shorten_steps(kind, arguments, form, limits, grouping.of(kind))
    return _shorten_dataset(arguments, limits, grouping.of(kind)) if form == "dataset" else None


def _shorten_arrays(arguments: dict[str, Any], limits: TrainingLimits, together: int) -> BatchCounts:
    batch = arguments.get("batch_size") or inputs.DEFAULT_BATCH
    rows = inputs.rows_of(arguments["x"])
    allowed = limits.batches(batch, together)
    kept = rows if allowed is None else min(rows, allowed * batch)
    if kept < rows:
        inputs.cut_arrays(arguments, kept)
    return BatchCounts(-(-rows // batch), -(-kept // batch))


def _shorten_steps(
    kind: str, arguments: dict[str, Any], form: str, limits: TrainingLimits, together: int
) -> BatchCounts:
    x, steps = arguments["x"], arguments[STEPS[kind]]
    of_dataset = inputs.batch_of(x) if form == "dataset" else None
    allowed = limits.batches(arguments.get("batch_size") if form == "arrays" else of_dataset, together)
    kept = steps if allowed is None else min(steps, allowed)
    if form == "dataset" and kept < steps == inputs.cardinality(x):
        arguments["x"] = x.take(kept)  # Keras restarts the dataset in each epoch, and must still do so
    arguments[STEPS[kind]] = kept
    return BatchCounts(steps, kept)


def _shorten_dataset(arguments: dict[str, Any], limits: TrainingLimits, together: int) -> BatchCounts | None:
    x = arguments["x"]
    allowed = limits.batches(inputs.batch_of(x), together)
    before = inputs.cardinality(x)
    arguments["x"] = x if allowed is None else x.take(allowed)
    return BatchCounts(before, inputs.cardinality(arguments["x"])) if before > 0 else None


def _shorten_validation(
    arguments: dict[str, Any], limits: TrainingLimits, grouping: Grouping
) -> BatchCounts | None:
    nested = inputs.validation_of(arguments)
    part = _shorten_main("evaluate", nested, limits, grouping)
    inputs.set_validation(arguments, nested)
    return part
