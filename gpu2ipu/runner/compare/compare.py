"""Compares what an original and its port learnt: pure, from two records to one comparison.

Calls are aligned by their order, losses by the number of the step, logs by epoch. Both sides started from the
same weights and saw the same rows (see `simulator/recording/alignment.py`), so that they differ by rounding or not for
a good reason; the comparison names the first place where they do, and the likely cause.

In the JSON form, calls, epochs and steps count from 1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gpu2ipu.runner.compare import causes
from gpu2ipu.runner.compare.record import Call, Counts, Record
from gpu2ipu.runner.compare.tolerance import HALF, ROUNDING_GROWTH, Tolerance, is_close, relative_difference

VERSION = 1


@dataclass(frozen=True)
class Difference:
    """A place where original and port differ; epoch, step and the two values where there are such."""

    call: int
    kind: str
    what: str
    cause: str
    epoch: int | None = None
    step: int | None = None
    original: float | None = None
    port: float | None = None

    @property
    def relative(self) -> float | None:
        """How far the two values are apart."""
        if self.original is None or self.port is None:
            return None
        return relative_difference(self.original, self.port)


@dataclass(frozen=True)
class CallComparison:
    """One call on both sides; a side that has no such call is None."""

    kind: str
    original: Call | None
    port: Call | None
    differences: tuple[Difference, ...] = ()
    # the largest relative difference of any number of the call
    largest: float = 0.0

    @property
    def agree(self) -> bool:
        """True if the two sides agree in this call."""
        return not self.differences


@dataclass(frozen=True)
class Comparison:
    """The verdict: "agree", "differ", or "error" when a side failed, or nothing that was compared ran on an IPU."""

    verdict: str
    backend: str
    calls: tuple[CallComparison, ...] = ()
    notes: tuple[str, ...] = ()
    headers: dict[str, dict[str, Any]] = field(default_factory=dict)
    # of the programs of a simulated port: the number of the call, None outside of calls, and the estimate
    memories: tuple[tuple[int | None, dict[str, Any]], ...] = ()
    # of a port for both devices: the comparison of what it does without an IPU
    without_ipu: Comparison | None = None
    # of several seeds: the comparison of each, this one among them
    repeats: Mapping[int, Comparison] = field(default_factory=dict)

    def with_other_device(self, other: Comparison) -> Comparison:
        """Return the comparison with that of the port without an IPU, which must do exactly what the original does."""
        other = replace(other, calls=tuple(map(_with_counts, itertools.count(1), other.calls)))
        if other.verdict == "agree" and not all(call.agree for call in other.calls):
            other = replace(other, verdict="differ")
        verdict = max(self.verdict, other.verdict, key=("agree", "differ", "error").index)
        return replace(self, verdict=verdict, without_ipu=other)

    def with_repeats(self, repeats: Mapping[int, Comparison]) -> Comparison:
        """Return the comparison with those of several seeds, itself among them; the worst verdict holds."""
        order = ("agree", "differ", "error").index
        verdict = max((self.verdict, *(each.verdict for each in repeats.values())), key=order)
        return replace(self, verdict=verdict, repeats=dict(repeats))

    @property
    def first_difference(self) -> Difference | None:
        """The earliest difference, in the order in which the script computes."""
        return next((difference for call in self.calls for difference in call.differences), None)


def compare(original: Record, port: Record, tolerance: Tolerance, backend: str = "simulator") -> Comparison:
    """Compare the records of two runs that came to their end, with whatever exit code a script gives on purpose."""
    if causes.rounds_differently(original, port):
        tolerance = replace(tolerance, growth=ROUNDING_GROWTH)
    if causes.computes_in_half(port):
        tolerance = replace(tolerance, loss=max(HALF, tolerance.loss))
    calls, trained = [], dict[int, int]()
    for number, (mine, theirs) in enumerate(itertools.zip_longest(original.calls, port.calls), start=1):
        before = trained.get(mine.model, 0) if mine else 0
        if mine is not None and mine.kind == "metric":  # written when it is first read, and read to the end
            before = sum(c.counts.steps for c in original.calls if c.kind == "loop" and c.counts)
        calls.append(_compare_call(number, mine, theirs, tolerance, before))
        if mine is not None and mine.kind in ("fit", "loop") and mine.counts is not None:
            trained[mine.model] = before + mine.counts.steps
    agree = all(call.agree for call in calls)
    ended = original.has_ended and port.has_ended and (original.end == port.end or not agree)
    if not ended or not calls or port.leaves_ipu_idle:
        verdict = "error"
    else:
        verdict = "agree" if agree else "differ"
    notes = (*original.notes, *port.notes, *causes.notes(original, port))
    headers = {"original": original.header, "port": port.header}
    return Comparison(verdict, backend, tuple(calls), tuple(dict.fromkeys(notes)), headers, port.memories)


def _compare_call(
    number: int, original: Call | None, port: Call | None, tolerance: Tolerance, trained: int
) -> CallComparison:
    """Compare one call; `trained` is how many steps the model had been trained for before it."""
    if original is None or port is None or original.kind != port.kind:
        return _unmatched(number, original, port)
    kind = original.kind
    found = list(_shape_differences(number, original, port))
    if kind == "fit":
        losses = list(_losses(number, original, port, tolerance, trained))
        if not losses and not port.computes_in_half:
            losses = list(_updates(number, original, port))
        found += losses
        found += _rates(number, original, port)
        found += _epochs(number, original, port, tolerance, trained)
    elif kind == "loop":
        found += _losses(number, original, port, tolerance, trained)
        found += _weights(number, original)
    elif kind == "metric":
        found += _reads(number, original, port, tolerance, trained)
    elif kind == "evaluate":
        found += _values(number, original, port, tolerance, trained)
    else:
        found += _predictions(number, original, port, tolerance, trained)
    return CallComparison(kind, original, port, tuple(found), _largest(original, port))


def _with_counts(number: int, call: CallComparison) -> CallComparison:
    """A call whose two sides must have seen the same batches, the last, partial one too."""
    original, port = call.original, call.port
    if original is None or port is None:
        return call
    pairs = ((original.counts, port.counts), (original.validation_counts, port.validation_counts))
    for mine, theirs in pairs:
        if mine != theirs:
            cause = f"{_batches(mine)} in the original, {_batches(theirs)} in the port"
            difference = Difference(number, call.kind, "batches", cause)
            return replace(call, differences=(*call.differences, difference))
    return call


def _batches(counts: Counts | None) -> str:
    if counts is None:
        return "an unknown number of samples"
    return f"{counts.rows} samples in {counts.steps} batches of {counts.batch}"


def _unmatched(number: int, original: Call | None, port: Call | None) -> CallComparison:
    mine = original.kind if original else "nothing more"
    theirs = port.kind if port else "nothing more"
    kind = original.kind if original else port.kind if port else ""
    cause = f"the original calls {mine} where the port calls {theirs}"
    return CallComparison(kind, original, port, (Difference(number, kind, "call", cause),))


def _shape_differences(number: int, original: Call, port: Call) -> Iterator[Difference]:
    """Differences in what a call consumed, and calls that did not come to their end."""
    kind = original.kind
    for name, call in (("original", original), ("port", port)):
        if not call.done:
            yield Difference(
                number, kind, "failed", f"the {name} failed: {call.failed or 'it ended in this call'}"
            )
    dropped = causes.dropped(original, port)
    if dropped:
        yield Difference(number, kind, "rows", dropped)
    if kind == "fit" and len(original.epochs) != len(port.epochs):
        cause = f"the original trains {len(original.epochs)} epochs, the port {len(port.epochs)}"
        yield Difference(number, kind, "epochs", cause)


def _losses(
    number: int, original: Call, port: Call, tolerance: Tolerance, trained: int
) -> Iterator[Difference]:
    """The first step whose losses are apart; what follows from it says nothing new."""
    scale = _scale(original.losses)
    for step, (mine, theirs) in enumerate(zip(original.losses, port.losses)):
        if not is_close(mine, theirs, tolerance.at_step(trained + step), scale):
            cause = causes.of_loss(original, port, step)
            epoch = step // _steps_per_epoch(original) + 1
            within = epoch if original.epochs else None
            yield Difference(number, original.kind, "loss", cause, within, step + 1, mine, theirs)
            return


def _updates(number: int, original: Call, port: Call) -> Iterator[Difference]:
    """The first update after which an array of weights is another, although no loss that follows shows it."""
    for step, (apart, name) in enumerate(original.updates_against):
        if not apart <= causes.WEIGHTS_APART:
            cause = f"array {name!r} is {apart:.1e} apart after this update; {causes.of_loss(original, port, step + 1)}"
            epoch = step // _steps_per_epoch(original) + 1
            yield Difference(number, "fit", "weights", cause, epoch, step + 1)
            return


def _rates(number: int, original: Call, port: Call) -> Iterator[Difference]:
    """A learning rate that is another at the end: losses show it only later, if at all."""
    cause = causes.of_rate(original, port)
    if cause:
        mine, theirs = original.learning_rate_after, port.learning_rate_after
        yield Difference(number, "fit", "learning rate", cause, original=mine, port=theirs)


def _weights(number: int, original: Call) -> Iterator[Difference]:
    """Nothing else is known of the steps of a loop beyond those whose losses are kept."""
    apart = original.against
    if isinstance(apart, float) and apart > causes.WEIGHTS_APART:
        cause = f"the weights after training differ by {apart:.1%} of their norm"
        yield Difference(number, "loop", "weights", cause)


def _reads(
    number: int, original: Call, port: Call, tolerance: Tolerance, trained: int
) -> Iterator[Difference]:
    """The first value of a metric that is not the same; `trained` are the steps of all loops before."""
    if len(original.reads) != len(port.reads):
        cause = f"the original reads {len(original.reads)} values of metrics, the port {len(port.reads)}"
        yield Difference(number, "metric", "reads", cause)
    allowed = tolerance.of_epoch(trained)
    for mine, theirs in zip(original.reads, port.reads):
        counts = Counts(0, mine.rows, 0) if mine.rows else None
        if mine.rows != theirs.rows:
            cause = f"samples dropped or added: {mine.rows} in the original, {theirs.rows} in the port"
            yield Difference(number, "metric", mine.metric, cause, original=mine.value, port=theirs.value)
            return
        if not _agrees(mine.metric, mine.value, theirs.value, allowed, 0.0, counts):
            cause = "other data, or weights that differ"
            yield Difference(number, "metric", mine.metric, cause, original=mine.value, port=theirs.value)
            return


def _epochs(
    number: int, original: Call, port: Call, tolerance: Tolerance, trained: int
) -> Iterator[Difference]:
    scale = _scale(tuple(logs.get("loss", 0.0) for logs in original.epochs))
    for epoch, (mine, theirs) in enumerate(zip(original.epochs, judged_epochs(port)), start=1):
        allowed = tolerance.of_epoch(trained + epoch * _steps_per_epoch(original))
        for name in mine:
            if port.pipelined and name not in theirs and name in port.epochs[epoch - 1]:
                continue
            counts = original.validation_counts if name.startswith("val_") else original.counts
            if name not in theirs:
                yield Difference(number, "fit", name, f"the port does not report {name}", epoch)
            elif not _agrees(name, mine[name], theirs[name], allowed, scale, counts):
                cause = causes.of_epoch(original, port, name)
                yield Difference(number, "fit", name, cause, epoch, None, mine[name], theirs[name])
                return


def judged_epochs(call: Call) -> tuple[dict[str, float], ...]:
    """The logs of epochs, as means over all replicas where they are of one.

    In a pipeline, with the mean of the losses of all steps, and without metrics of a part.
    """
    epochs = call.epochs
    if any(call.epochs_of_replicas):
        epochs = tuple({**logs, **means} for logs, means in zip(epochs, call.epochs_of_replicas))
    if not call.pipelined:
        return epochs
    steps, found = _steps_per_epoch(call), []
    for epoch, logs in enumerate(epochs):
        losses = call.losses[epoch * steps : (epoch + 1) * steps]
        whole = {"loss": sum(losses) / steps} if len(losses) == steps else {}
        validated = {name: value for name, value in logs.items() if name.startswith("val_")}
        of_steps = call.epochs_of_steps[epoch] if call.epochs_of_steps else {}
        found.append({**(of_steps or validated), **whole})
    return tuple(found)


def judged_values(call: Call) -> dict[str, float]:
    """The results of an evaluation, as means over all replicas where they are of one.

    After several executions of a pipeline only the mean loss of all steps.
    """
    return call.values_of_steps or {**call.values, **call.values_of_replicas}


def _values(
    number: int, original: Call, port: Call, tolerance: Tolerance, trained: int
) -> Iterator[Difference]:
    allowed = tolerance.of_epoch(trained)
    theirs = judged_values(port)
    for name, mine in original.values.items():
        if port.values_of_steps and name not in theirs and name in port.values:
            continue
        if name not in theirs:
            yield Difference(number, "evaluate", name, f"the port does not report {name}")
        elif not _agrees(name, mine, theirs[name], allowed, 0.0, original.counts):
            cause = causes.of_evaluation(original, port, name)
            yield Difference(number, "evaluate", name, cause, original=mine, port=theirs[name])


def _predictions(
    number: int, original: Call, port: Call, tolerance: Tolerance, trained: int
) -> Iterator[Difference]:
    if original.digest == port.digest:
        return
    if original.against is None:
        shapes = [" and ".join(str(output["shape"]) for output in call.outputs) for call in (original, port)]
        yield Difference(
            number, "predict", "shape", f"the original predicts {shapes[0]}, the port {shapes[1]}"
        )
        return
    gap, scale = original.against["difference"], original.against["scale"]
    if not is_close(scale, scale + gap, tolerance.of_predictions(trained)):
        cause = causes.of_evaluation(original, port)
        yield Difference(number, "predict", "largest difference", cause, original=scale, port=scale + gap)


def _agrees(
    name: str, mine: float, theirs: float, allowed: float, scale: float, counts: Counts | None
) -> bool:
    if is_close(mine, theirs, allowed, scale):
        return True
    # A rate such as the accuracy moves by whole rows: rounding may tip a few that are on the border.
    is_rate = not name.endswith("loss") and 0.0 <= mine <= 1.0 and counts is not None
    return is_rate and counts is not None and abs(mine - theirs) * counts.rows <= 1.0 + allowed * counts.rows


def _largest(original: Call, port: Call) -> float:
    scale = _scale(original.losses)
    pairs = [(mine, theirs, scale) for mine, theirs in zip(original.losses, port.losses)]
    logs = [*zip(original.epochs, judged_epochs(port)), (original.values, judged_values(port))]
    pairs += [(one[name], other[name], 0.0) for one, other in logs for name in one.keys() & other.keys()]
    pairs += [(mine.value, theirs.value, 0.0) for mine, theirs in zip(original.reads, port.reads)]
    if original.kind == "predict" and original.against:
        top = original.against["scale"]
        pairs.append((top, top + original.against["difference"], 0.0))
    return max((relative_difference(*pair) for pair in pairs), default=0.0)


def _scale(losses: tuple[float, ...]) -> float:
    """Losses that are small against the largest of their call are noise relative to themselves."""
    return max((abs(loss) for loss in losses if math.isfinite(loss)), default=0.0)


def _steps_per_epoch(call: Call) -> int:
    steps = call.counts.steps if call.counts else len(call.losses)
    return max(1, steps // max(1, len(call.epochs)))


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as the documented JSON."""
    first = comparison.first_difference
    report = {
        "version": VERSION,
        "verdict": comparison.verdict,
        "backend": comparison.backend,
        "calls": [_call_as_json(call) for call in comparison.calls],
        "first_difference": None if first is None else _difference_as_json(first),
        "notes": list(comparison.notes),
    }
    if comparison.without_ipu is not None:
        report["without_ipu"] = as_json(comparison.without_ipu)
    return report


def _call_as_json(call: CallComparison) -> dict[str, Any]:
    return {
        "kind": call.kind,
        "original": _side_as_json(call.original),
        "port": _side_as_json(call.port),
        "agree": call.agree,
        "max_relative_difference": _number(call.largest),
        "weights_after_updates": [
            {"array": name, "relative_difference": _number(apart)}
            for apart, name in (call.original.updates_against if call.original else ())
        ],
    }


def _side_as_json(call: Call | None) -> dict[str, Any] | None:
    if call is None:
        return None
    counts = call.counts
    return {
        "model": call.name,
        "input": call.data.input,
        "rows_given": call.data.rows_given,
        "rows": counts.rows if counts else None,
        "steps": counts.steps if counts else None,
        "batch_size": counts.batch if counts else call.data.batch_size,
        "micro_batches": call.micro_batches,
        "steps_per_execution": call.steps_per_execution,
        "learning_rate": _number(call.learning_rate),
        "dtype": call.dtype,
        "epochs": [_numbers(logs) for logs in call.epochs],
        "judged_epochs": [_numbers(logs) for logs in judged_epochs(call)],
        "losses": [_number(loss) for loss in call.losses],
        "values": _numbers(call.values),
        "judged_values": _numbers(judged_values(call)),
        "outputs": list(call.outputs),
        "reads": [
            {"metric": read.metric, "value": _number(read.value), "rows": read.rows} for read in call.reads
        ],
        "seconds": call.seconds,
        "failed": call.failed,
    }


def _difference_as_json(difference: Difference) -> dict[str, Any]:
    return {
        "call": difference.call,
        "kind": difference.kind,
        "epoch": difference.epoch,
        "step": difference.step,
        "what": difference.what,
        "original": _number(difference.original),
        "port": _number(difference.port),
        "relative_difference": _number(difference.relative),
        "cause": difference.cause,
    }


def _numbers(values: dict[str, float]) -> dict[str, float | str | None]:
    return {name: _number(value) for name, value in values.items()}


def _number(value: float | None) -> float | str | None:
    """A number that JSON has; infinities and not-a-number as text."""
    return value if value is None or math.isfinite(value) else str(value)
