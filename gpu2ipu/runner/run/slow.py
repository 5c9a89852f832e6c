"""What of a run would be slow on an IPU, and what to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gpu2ipu.runner.run.record import RunCall
from gpu2ipu.target import MANY_EXECUTIONS

# Samples that all replicas take at a time, in an evaluation or a prediction of many batches; an IPU is idle below.
TINY_BATCH, MANY_BATCHES = 8, 100

# Starts of one program by `strategy.run` that a loop on the IPU may save.
MANY_STARTS = 1000

# The largest batch that is proposed.
_PROPOSED = 256


def warnings(calls: list[RunCall]) -> Iterator[str]:
    """Yield a sentence on each call that has many executions between which the host has work, or tiny batches."""
    for number, call in enumerate(calls, start=1):
        if call.runs >= MANY_STARTS:
            yield (
                f"warning: call {number} (run) starts `{call.name}` {call.runs:,} times, between which the IPU waits "
                "for the host: `gpu2ipu convert --device-loop` lets it loop over the batches itself, where it can"
            )
        if call.plan is None:
            continue
        if call.kind == "fit":
            yield from _executions(f"call {number} (fit)", call.plan)
        else:
            yield from _batches(f"call {number} ({call.kind})", call.plan, "batch_size")
        if call.validation is not None:
            yield from _batches(f"the validation of call {number}", call.validation, "validation_batch_size")


def _executions(where: str, plan: dict[str, Any]) -> Iterator[str]:
    executions, steps = plan["executions"], plan["steps"]
    if executions > MANY_EXECUTIONS:
        yield (
            f"warning: {where} takes {executions:,} executions an epoch, which is slow: `steps_per_execution` is "
            f"{plan['steps_per_execution']}, of {steps:,} batches; `compile(..., steps_per_execution={steps})` makes "
            f"it one, a smaller divisor of {steps} a few"
        )


def _batches(where: str, plan: dict[str, Any], argument: str) -> Iterator[str]:
    batch, steps, replicas = plan["batch_size"], plan["steps"], plan["replicas"] or 1
    if batch is None or steps < MANY_BATCHES or batch * replicas >= TINY_BATCH:
        return
    rows = batch * steps
    better = max(size for size in range(1, _PROPOSED + 1) if rows % (size * replicas) == 0 or size == batch)
    change = f"; `{argument}={better}` divides its {rows:,} samples, too" if better > batch else ""
    samples = f"{batch} sample{'' if batch == 1 else 's'}"
    yield f"warning: {where} takes {steps:,} batches of {samples}, which leaves the IPU idle{change}"
