"""Align an original with its port: the same initial weights, the same rows, the same batches.

The port runs first and is recorded; the original then follows the record. A port may drop a remainder of less than one
batch in training, and in evaluation where there is no other way, because an IPU takes full batches only, and replicas
and pipelines several of them; the original skips the same rows, so that both compute the same numbers up to rounding.
More than a remainder is never skipped: `compare` must report it. The input of `predict` is not changed either, except
in calls that the options shorten.
"""

from __future__ import annotations

import json
import math
from typing import Any

import tensorflow as tf

from . import generators, inputs, weights
from .micro_batches import MicroBatches
from .models import take_schedule
from .training_limits import STEPS

_SKIPS_SHORT = "skips partial batches, as the port does"


class PortRecord:
    """The record of the port, which may end early."""

    def __init__(self, path: str, whole_batches: bool = False) -> None:
        """Read the record; with `whole_batches` it is not followed in its micro-batches. Raises OSError."""
        self._whole_batches = whole_batches
        self._calls: dict[int, dict[str, Any]] = {}
        self._files: dict[int, str] = {}
        # index of a loop over a dataset, and of a dataset -> the rows of its batches, None if they differ
        self._iterations: dict[int, int | None] = {}
        self._of_datasets: dict[int, int | None] = {}
        self._loops_on_ipu = False
        # the most replicas of a call, and whether the script reads how many its strategy has
        self.replicas = 1
        self.reads_replicas = False
        # the custom loops that train, see `loop_limits`
        self.levels: list[tuple[int, int]] = []
        with open(path, encoding="utf-8") as file:
            for line in file:
                self._take(line)

    def call(self, number: int, kind: str) -> dict[str, Any] | None:
        """Return the entries of the call with this number; None if it is of another kind or did not end."""
        call = self._calls.get(number)
        return call if call and call["kind"] == kind and call.get("done") else None

    def micro_batches(self, number: int) -> MicroBatches | None:
        """Return what a weight update of a training was made of, if a layer sees the micro-batches one by one."""
        call = self.call(number, "fit") or {}
        if self._whole_batches or not any(call.get(reason) for reason in ("normalizing", "drawing")):
            return None
        return MicroBatches(call["micro_batches"], call["replicas"], call["pipelined"])

    def initial_weights(self, model: int) -> weights.Arrays | None:
        """Return the weights of a model at its first use, None if they were not recorded."""
        return weights.load(self._files[model]) if model in self._files else None

    def batch_of(self, iteration: int, dataset: int) -> int | None:
        """Return the rows of the batches in a loop over a dataset; None if they differ, or there is none.

        An iterator on the IPU serves all loops over its dataset, so that these are no longer counted alike.
        """
        return self._of_datasets.get(dataset) if self._loops_on_ipu else self._iterations.get(iteration)

    def _take(self, line: str) -> None:
        try:
            entry = json.loads(line)
        except ValueError:
            return  # an incomplete line: the process was killed
        if "weights_of" in entry:
            self._files[entry["weights_of"]] = entry["file"]
        elif "iteration" in entry:
            self._iterations[entry["iteration"]] = entry["batch"]
            self._of_datasets.setdefault(entry["dataset"], entry["batch"])
            self._loops_on_ipu |= entry["on_ipu"]
        elif "reads_replicas" in entry:
            self.reads_replicas = True
        elif "loop_levels" in entry:
            self.levels = [(number, level) for number, level in entry["loop_levels"]]
        elif "call" in entry:
            call = self._calls.setdefault(entry["call"], {"epochs_done": 0})
            call["epochs_done"] += "logs" in entry
            call.update(entry)
            self.replicas = max(self.replicas, entry.get("replicas", 1))


def align(kind: str, arguments: dict[str, Any], port: dict[str, Any], model: Any | None = None) -> list[str]:
    """Change the arguments of a call of the original to the rows and batches that the port used.

    Returns notes about skipped rows. For a generator they are known, and added to the list, only once it has been read.
    """
    if kind == "predict":
        if port["shortened"]:
            _align_part(kind, arguments, _Seen(port, port["counts"], 1), keeps_rows=True)
        return []
    together = port.get("evaluates_together", 1)
    if kind == "evaluate":
        return _align_part(kind, arguments, _Seen(port, port["counts"], 1, together))
    epochs = max(1, port["epochs_done"])
    training = _Seen(port, port["counts"], epochs)
    validation = (
        _Seen(port["validation"], port["validation_counts"], 1, together) if port["validation"] else None
    )
    notes = _align_part(kind, arguments, training)
    if validation is not None and arguments.get("validation_data") is not None:
        notes += _align_validation(arguments, validation)
    notes += take_schedule(model, port.get("schedule")) if notes and model is not None else []
    notes += _running_out(arguments)
    return notes


def _running_out(arguments: dict[str, Any]) -> list[str]:
    """Return a note on a Sequence that is asked for more batches an epoch than it has.

    Keras warns "Your input ran out of data; interrupting training", and trains no further epoch; its older generators
    began anew, as a port does.
    """
    x, steps = arguments["x"], arguments.get("steps_per_epoch")
    if not isinstance(x, tf.keras.utils.Sequence) or steps is None or math.ceil(steps) <= len(x):
        return []
    return [f"{_asked_for(math.ceil(steps), len(x))} where they run out, and a port takes them once an epoch"]


def _asked_for(wanted: int, there: int) -> str:
    return f"is asked for {wanted} batches an epoch and has {there}: Keras ends its training"


class _Seen:
    """What the training or the validation of a call of the port consumed in an epoch."""

    def __init__(
        self, part: dict[str, Any], counts: dict[str, int] | None, epochs: int, together: int = 1
    ) -> None:
        self.given: int | None = part["rows_given"]
        self.shortened: bool = part["shortened"]
        self.known = counts is not None and counts["rows"] > 0 and counts["rows"] % epochs == 0
        self.rows = counts["rows"] // epochs if counts else 0
        self.steps = counts["steps"] // epochs if counts else 0
        self.batch = counts["batch"] if counts else 0
        # the batches that replicas and stages take at once, so that fewer samples may be left over
        self.together = together

    def lacks_remainder(self, batches: int, partial: int, batch: int) -> bool:
        """True if these may be all rows but fewer than are taken together, of batches of which some may be partial."""
        most, fewest = batches * batch, batches * batch - partial * (batch - 1)
        return self.together > 1 and self.rows < most and fewest - self.rows < self.together


def _align_part(kind: str, arguments: dict[str, Any], seen: _Seen, keeps_rows: bool = False) -> list[str]:
    form = inputs.kind_of(arguments["x"])
    if not seen.known:
        return []
    if form == "generator":
        return _align_generator(kind, arguments, seen)
    if form == "arrays":
        return _align_arrays(kind, arguments, seen)
    return _align_dataset(kind, arguments, seen, keeps_rows)


def _align_arrays(kind: str, arguments: dict[str, Any], seen: _Seen) -> list[str]:
    rows = inputs.rows_of(arguments["x"])
    batch = arguments.get("batch_size") or inputs.DEFAULT_BATCH
    steps = arguments.get(STEPS[kind])
    if steps is not None:
        return (
            _align_repeated_arrays(arguments, seen, rows)
            if (steps, batch) == (seen.steps, seen.batch)
            else []
        )
    given = seen.given if seen.given is not None else rows if seen.shortened else seen.rows
    dropped = rows - given
    if dropped >= max(batch, seen.batch) or seen.rows >= rows:
        return []
    inputs.cut_arrays(arguments, seen.rows)
    if dropped <= 0:
        return []
    return [_drops(dropped, rows)]


def _align_repeated_arrays(arguments: dict[str, Any], seen: _Seen, rows: int) -> list[str]:
    """Cut arrays that are read for a number of steps, from where the last epoch ended and again from the first row."""
    if (
        seen.shortened
        or seen.given is None
        or not 0 < rows - seen.given < seen.batch
        or seen.given % seen.batch
    ):
        return []
    inputs.cut_arrays(arguments, seen.given)
    return [_drops(rows - seen.given, rows)]


def _align_dataset(kind: str, arguments: dict[str, Any], seen: _Seen, keeps_rows: bool = False) -> list[str]:
    """Remove the partial batches that the port dropped, unless `keeps_rows`, and what a shortened call leaves out."""
    dataset, steps = arguments["x"], arguments.get(STEPS[kind])
    batch = inputs.batch_of(dataset) or seen.batch
    only_whole = batch == seen.batch and seen.rows == seen.steps * seen.batch
    notes = []
    if only_whole and not keeps_rows and _may_have_partial_batches(dataset, steps, seen):
        filtered = inputs.whole_batches(dataset, batch)
        notes = [_SKIPS_SHORT] if filtered is not dataset else []
        # With a known size: after data of unknown size Keras tries one more step, which counts as an update, and does
        # not restart the iterator in the next epoch.
        if steps is None or steps == inputs.cardinality(dataset):
            filtered = inputs.said_to_have(filtered, seen.steps)
            arguments[STEPS[kind]] = None if steps is None else seen.steps
        elif seen.steps == steps - inputs.partial_in_steps(dataset, steps):
            arguments[STEPS[kind]] = seen.steps
        arguments["x"] = filtered
    if seen.shortened and steps is not None:
        arguments[STEPS[kind]] = min(steps, seen.steps)
    elif kind == "evaluate" and batch != seen.batch:
        skips = steps is None and seen.lacks_remainder(
            inputs.cardinality(dataset), inputs.partial_batches(dataset), batch
        )
        if seen.shortened or skips:
            arguments["x"] = arguments["x"].unbatch().take(seen.rows).batch(batch)
        notes += [_takes_first(seen.rows)] if skips and not seen.shortened else []
    elif seen.shortened:
        arguments["x"] = arguments["x"].take(seen.steps)
    return notes


def _align_generator(kind: str, arguments: dict[str, Any], seen: _Seen) -> list[str]:
    """Remove partial batches: the last one of a Sequence, all of a Python generator, which is read on demand."""
    x, steps = arguments["x"], arguments.get(STEPS[kind])
    if isinstance(x, tf.keras.utils.Sequence):
        return _align_sequence(kind, arguments, seen)
    if steps is None or not hasattr(x, "__next__"):
        return []
    notes: list[str] = []
    if kind == "fit" and seen.rows == seen.steps * seen.batch:
        x = generators.without_short(x, seen.batch, lambda: notes.append(_SKIPS_SHORT))
    taken = min(steps, seen.steps) if seen.shortened else steps
    arguments["x"] = generators.read_on_demand(x, taken)
    arguments[STEPS[kind]] = taken
    return notes


def _align_sequence(kind: str, arguments: dict[str, Any], seen: _Seen) -> list[str]:
    """Keep the full batches of a Sequence, read in the order of a port; unchanged where the port used other batches."""
    x, steps = arguments["x"], arguments.get(STEPS[kind])
    wanted = len(x) if steps is None else math.ceil(steps)  # Keras rounds up, for example `len(x) / 32`
    asked = min(wanted, len(x)) if kind == "fit" else wanted
    batch = generators.first_batch(x)
    if kind == "evaluate" and batch != seen.batch and asked == len(x):
        read = generators.read_in_turn(x, asked, False)
        skips = seen.lacks_remainder(asked, 1, batch)
        arguments["x"] = read.unbatch().take(seen.rows).batch(batch) if seen.shortened or skips else read
        arguments[STEPS[kind]] = None
        return [_takes_first(seen.rows)] if skips and not seen.shortened else []
    if seen.rows != seen.steps * seen.batch or asked > len(x) or batch != seen.batch:
        return []
    short = generators.has_short_end(x, seen.batch)
    whole = min(asked, len(x) - short)
    if seen.steps != whole and not (seen.shortened and seen.steps < whole):
        return []
    shuffle = kind == "fit" and arguments.get("shuffle", True)
    arguments["x"] = generators.read_in_turn(x, whole, shuffle).take(seen.steps)
    arguments[STEPS[kind]] = None
    once = [f"{_asked_for(wanted, asked)} where they run out; it takes them once an epoch, as the port does"]
    return [_SKIPS_SHORT] * short + once * (wanted > asked)


def _drops(dropped: int, rows: int) -> str:
    return f"skips the remainder of {dropped} of {rows} rows that the port drops"


def _takes_first(rows: int) -> str:
    return f"takes the first {rows} rows, as the port does, whose IPUs take several batches at once"


def _may_have_partial_batches(dataset: Any, steps: int | None, seen: _Seen) -> bool:
    """Return whether the port may have dropped partial batches, and only those, of the dataset of the original."""
    size = inputs.cardinality(dataset)
    if steps is not None or size < 0:
        return True
    return seen.steps < size <= seen.steps + inputs.partial_batches(dataset)


def _align_validation(arguments: dict[str, Any], seen: _Seen) -> list[str]:
    nested = inputs.validation_of(arguments)
    notes = _align_part("evaluate", nested, seen)
    inputs.set_validation(arguments, nested)
    return [note + ", in validation" for note in notes]
