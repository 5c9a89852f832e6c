"""The likely cause of a difference between original and port, in words for the person who has to find it."""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.runner.compare.record import TRAININGS, Call, Counts, Data, Record
from gpu2ipu.runner.compare.tolerance import HALF

# Warnings of the port that are shown, and how much of each.
_SHOWN_WARNINGS = 10
_SHOWN_COLUMNS = 240

# What ports are told whatever they learn: numpy arrays are converted at each call, and a validation or a prediction
# with fewer batches than the training takes fewer steps an execution; a mixed precision is slow without a GPU.
_USUAL_WARNINGS = (
    "is of type `np.ndarray`",
    "`steps_per_execution` has been set to",
    "Mixed precision compat",
    "triggered tf.function retracing",  # of the simulator's own; `run` says what an IPU compiles again
)

# Weights after training may drift where the loss does not care; beyond this, someone should look.
WEIGHTS_APART = 1e-2

# So far the weights are apart by rounding alone, unless it decides at a kink of an activation or a tie of a maximum.
WEIGHTS_CLOSE = 1e-5

# Learning rates are float32 on one side at least.
_SAME_RATE = 1e-6
_HALF = "float16"

_TO_USE_AN_IPU = (
    "create, load and compile models in `with strategy.scope():` of an IPUStrategy, and call the step of a custom "
    "training loop with `strategy.run`"
)

_PARTED = (
    "the runs part during training: data order, random numbers or an update rule that differ, or rounding"
)


def dropped(original: Call, port: Call) -> str:
    """Return what is wrong with the rows that the port consumed, or nothing.

    A training may drop a remainder below one batch, and an evaluation that announces it; a prediction may not.
    """
    if original.kind == "fit":
        return _dropped_in(original.data, port.data, original, port) or _dropped_in_validation(original, port)
    if original.kind == "loop":
        return _dropped_in_loop(original, port)
    if original.kind == "evaluate":
        return _dropped_in(original.data, port.data, original, port)
    if original.counts is None or port.counts is None:
        return ""
    more = port.counts.rows - original.counts.rows
    if more < 0:
        return f"samples dropped: {_rows(original.counts.rows, port.counts.rows)}"
    if more > 0 and not is_padding(original, port):
        return f"samples added: {_rows(original.counts.rows, port.counts.rows)}"
    return ""


def _dropped_in_loop(original: Call, port: Call) -> str:
    mine, theirs = original.counts, port.counts
    if mine is None or theirs is None or (mine.steps, mine.rows) == (theirs.steps, theirs.rows):
        return ""
    steps = (
        f"{mine.steps} steps of {mine.rows} rows in the original, {theirs.steps} of {theirs.rows} in the port"
    )
    return f"samples dropped or added: {steps}"


def is_padding(original: Call, port: Call) -> bool:
    """True if the port predicts some rows more than the original, less than an execution of them."""
    if original.kind != "predict" or port.kind != "predict" or not original.counts or not port.counts:
        return False
    return 0 < port.counts.rows - original.counts.rows < port.counts.batch * port.steps_per_execution


def of_loss(original: Call, port: Call, step: int) -> str:
    """Why the losses part at a step of a training, from 0."""
    obvious = _obvious(original, port)
    if obvious:
        return obvious
    if step == 0:
        return "the first loss differs: other input data or order, other initial weights, or another loss"
    rate = of_rate(original, port)
    if rate:
        return rate
    if step == 1 and port.micro_batches > 1:
        parts = _parts(port)
        return f"the first update differs: {parts} may be added up instead of averaged, or it is another optimizer"
    if step == 1:
        return "the first update differs: gradient or learning rate scaled, or another optimizer"
    return _PARTED


def _parts(port: Call) -> str:
    """What the gradients of an update are made of."""
    if port.replicas == port.micro_batches:
        return f"the gradients of {port.replicas} replicas"
    shared = f" on {port.replicas} replicas" if port.replicas > 1 else ""
    return f"the gradients of {port.micro_batches} micro-batches{shared}"


def of_rate(original: Call, port: Call) -> str:
    """Why the learning rate is another after a training, or nothing where it is the same."""
    before, mine, theirs = original.learning_rate, original.learning_rate_after, port.learning_rate_after
    if before is None or mine is None or theirs is None or _rate(original, port):
        return ""
    if abs(mine - theirs) <= _SAME_RATE * max(abs(before), abs(mine), abs(theirs)):
        return ""
    changed = f"the learning rate ends at {mine:g} in the original, at {theirs:g} in the port"
    if original.has_schedule and port.has_schedule:
        return f"{changed}: its schedule is another one, or goes over another number of steps"
    if original.steps_per_execution == port.steps_per_execution:
        return changed
    return f"{changed}: a callback that changes it at batches is called once an execution of them"


def of_epoch(original: Call, port: Call, name: str) -> str:
    """Why a value in the logs of an epoch differs."""
    obvious = _obvious(original, port) or of_rate(original, port)
    if obvious:
        return obvious
    if name.startswith("val_"):
        other = _other_batches(name, original.validation_counts, port.validation_counts)
        return other or "other validation data, or weights that differ"
    if not (original.losses and port.losses):
        return _PARTED
    return "the step losses agree where they were recorded: a metric or a later step differs"


def of_evaluation(original: Call, port: Call, name: str = "") -> str:
    """Why the result of an evaluation or a prediction differs."""
    obvious = dropped(original, port) or _dtype(original, port)
    other = _other_batches(name, original.counts, port.counts) if name else ""
    return obvious or other or "other input data, or weights that differ"


def _other_batches(name: str, original: Counts | None, port: Counts | None) -> str:
    """What is averaged over batches differs with their size, unless it is itself a mean over rows."""
    if original is None or port is None or original.batch == port.batch:
        return ""
    return (
        f"batches of {original.batch} rows in the original, of {port.batch} in the port: {name} is computed from each "
        "batch, or the weights differ"
    )


def notes(original: Record, port: Record) -> Iterator[str]:
    """Yield what to know besides the verdict."""
    yield from _off_ipu(port)
    versions = _versions(original, port)
    if len(set(versions)) > 1:
        pair = " and ".join(versions)
        yield f"TensorFlow {pair} round differently: more is allowed after the first steps"
    elif port.header.get("on_device"):
        yield "an IPU rounds differently from a CPU: more is allowed after the first steps"
    elif rounds_differently(original, port):
        yield "gradients of micro-batches round differently: more is allowed after the first steps"
    if computes_in_half(port):
        yield f"the port computes in {_HALF}: losses may differ by {HALF:.0%}"
    if original.has_ended and port.has_ended and (original.end or port.end):
        yield _exit_codes(original, port)
    for number, (mine, theirs) in enumerate(zip(original.calls, port.calls), start=1):
        if is_padding(mine, theirs) and mine.counts and theirs.counts:
            more = theirs.counts.rows - mine.counts.rows
            yield f"call {number} (predict): the port predicts {more} rows of padding, to be sliced off"
        if theirs.values_of_replicas or any(theirs.epochs_of_replicas):
            means = "the port returns metrics of one replica; their means over all are compared"
            yield f"call {number} ({mine.kind}): {means}"
        if mine.kind == "fit" and theirs.pipelined:
            yield (
                f"call {number} (fit): metrics in a pipeline count one micro-batch of each weight update; the losses "
                "of steps are compared, and their means"
            )
        if theirs.values_of_steps or any(theirs.epochs_of_steps):
            what = "evaluation" if theirs.values_of_steps else "validation"
            yield (
                f"call {number} ({mine.kind}): the {what} takes several executions of a pipeline, and the port returns "
                "a mean of running means; the mean loss of its steps is compared"
            )
        if mine.in_micro_batches:
            yield f"call {number} (fit): {_in_micro_batches(theirs)}"
        if not theirs.computes_in_half:
            yield from _far_updates(number, mine)
        if mine.kind == "fit" and isinstance(mine.against, float) and mine.against > WEIGHTS_APART:
            apart = f"{mine.against:.1%} of their norm"
            yield f"call {number} (fit): the weights after training differ by {apart}"
    usual = (*original.warnings, *_USUAL_WARNINGS)
    news = [text for text in port.warnings if not any(known in text for known in usual)]
    for warning in news[:_SHOWN_WARNINGS]:
        yield f"the port warns: {' '.join(warning.split())[:_SHOWN_COLUMNS]}"


def _off_ipu(port: Record) -> Iterator[str]:
    """What the port does on the CPU."""
    if port.leaves_ipu_idle:
        yield f"the port {_what_it_does(*port.calls)} on the CPU, and nothing on an IPU: {_TO_USE_AN_IPU}"
        return
    for number, call in enumerate(port.calls, start=1):
        if port.is_off_ipu(call):
            yield f"call {number} ({call.kind}): the port {_what_it_does(call)} on the CPU: {_TO_USE_AN_IPU}"


def _what_it_does(*calls: Call) -> str:
    return "trains" if any(call.kind in TRAININGS for call in calls) else "runs"


def _far_updates(number: int, original: Call) -> Iterator[str]:
    """The first update after which the weights are farther apart than rounding alone makes them."""
    for update, (gap, name) in enumerate(original.updates_against, start=1):
        if WEIGHTS_CLOSE < gap <= WEIGHTS_APART:
            yield (
                f"call {number} (fit): array {name!r} of the weights is {gap:.1e} apart after update {update}: "
                "rounding at a kink or a tie, or a difference that no loss shows"
            )
            return


def _in_micro_batches(port: Call) -> str:
    """Why an original took its steps in the micro-batches of the port."""
    reasons = (
        (port.normalizing, "normalizes", "by its own statistics"),
        (port.drawing, "draws", "by itself"),
    )
    why = [_layers(*reason) for reason in reasons if reason[0]]
    last = (
        "; its moving statistics are those of the last one, as in a pipeline"
        if _loses_statistics(port)
        else ""
    )
    return (
        f"{' and '.join(why)}; so the original took the same {port.micro_batches} micro-batches for a weight "
        f"update, by the mean of their gradients{last}"
    )


def _loses_statistics(port: Call) -> bool:
    return port.pipelined and bool(port.normalizing)


def _layers(names: tuple[str, ...], verb: str, how: str) -> str:
    more = f" (as do {len(names) - 1} more)" if len(names) > 1 else ""
    return f"{names[0]!r} {verb} each micro-batch {how}{more}"


def _exit_codes(original: Record, port: Record) -> str:
    if original.end == port.end:
        return f"both end by themselves with exit code {original.end}"
    return f"the original ends by itself with exit code {original.end}, the port with {port.end}"


def rounds_differently(original: Record, port: Record) -> bool:
    """True if the two sides compute with other kernels, of another TensorFlow or of a device, or add in other parts."""
    if any(call.micro_batches > 1 for record in (original, port) for call in record.calls):
        return True  # in the original, they are no replicas and no pipeline: it adds in another order
    return len(set(_versions(original, port))) > 1 or bool(port.header.get("on_device"))


def computes_in_half(port: Record) -> bool:
    """True if layers of the port compute in float16."""
    return any(call.computes_in_half for call in port.calls)


def _versions(original: Record, port: Record) -> list[str]:
    """The TensorFlow of each side that ran."""
    return [str(record.header["tensorflow"]) for record in (original, port) if record.header]


def _dropped_in(mine: Data, theirs: Data, original: Call, port: Call, where: str = "") -> str:
    batch = max(original.counts.batch if original.counts else 0, port.counts.batch if port.counts else 0, 1)
    if mine.rows_given is not None and theirs.rows_given is not None:
        if mine.rows_given - theirs.rows_given >= batch:
            return (
                f"samples dropped{where}: {_rows(mine.rows_given, theirs.rows_given)}, "
                f"more than the remainder of a batch of {batch}"
            )
    elif _finite(mine) and _finite(theirs) and _are_alike(original, port, where):
        assert mine.cardinality is not None and theirs.cardinality is not None
        if mine.cardinality - theirs.cardinality > mine.partial_batches:
            return (
                f"batches dropped{where}: the original has {mine.cardinality}, the port {theirs.cardinality}"
            )
    if not where and original.counts and port.counts and original.counts.rows != port.counts.rows:
        return f"samples dropped or added: {_rows(original.counts.rows, port.counts.rows)}"
    return ""


def _are_alike(original: Call, port: Call, where: str) -> bool:
    """True if the batches of two datasets have one size, so that their numbers can be compared."""
    mine, theirs = (call.validation if where else call.data for call in (original, port))
    if mine is None or theirs is None or mine.batch_size is not None or theirs.batch_size is not None:
        return False
    counts = [call.validation_counts if where else call.counts for call in (original, port)]
    batches = {count.batch for count in counts if count is not None}
    return len(batches) < 2


def _dropped_in_validation(original: Call, port: Call) -> str:
    if (original.validation is None) != (port.validation is None):
        return f"only the {'port' if original.validation is None else 'original'} validates"
    if original.validation is None or port.validation is None:
        return ""
    wrong = _dropped_in(original.validation, port.validation, original, port, " in validation")
    mine, theirs = original.validation_counts, port.validation_counts
    if not wrong and mine and theirs and mine.rows != theirs.rows:
        return f"samples dropped or added in validation: {_rows(mine.rows, theirs.rows)}"
    return wrong


def _obvious(original: Call, port: Call) -> str:
    """A cause that the records show by themselves."""
    return (
        dropped(original, port) or _batch(original, port) or _rate(original, port) or _dtype(original, port)
    )


def _batch(original: Call, port: Call) -> str:
    if not original.counts or not port.counts or original.counts.batch == port.counts.batch:
        return ""
    return f"batch changed: {original.counts.batch} rows in the original, {port.counts.batch} in the port"


def _rate(original: Call, port: Call) -> str:
    mine, theirs = original.learning_rate, port.learning_rate
    if mine is None or theirs is None or abs(mine - theirs) <= _SAME_RATE * max(abs(mine), abs(theirs)):
        return ""
    return f"learning rate scaled: {mine:g} in the original, {theirs:g} in the port"


def _dtype(original: Call, port: Call) -> str:
    if original.dtype == port.dtype:
        return ""
    return f"dtype changed: {original.dtype} in the original, {port.dtype} in the port"


def _rows(original: int, port: int) -> str:
    return f"{original} rows in the original, {port} in the port"


def _finite(data: Data) -> bool:
    return data.cardinality is not None and data.cardinality >= 0
