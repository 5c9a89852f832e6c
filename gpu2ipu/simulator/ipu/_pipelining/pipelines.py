"""Rules of pipelines that do not depend on the stages themselves: layout, schedules, counts.

They are shared by Keras and `pipelining_ops`. Source: ops/pipelining_ops.py of the SDK and, of its compiler,
driver/tools/pipeline_util.cc and driver/visitors/pipeline_visitor.cc.
"""

from __future__ import annotations

import math
from typing import Any, Sequence

import tensorflow as tf

from .._device import machine

#: Schedule -> the recomputation modes that it supports besides Auto.
_RECOMPUTATION: dict[str, tuple[str, ...]] = {
    "Grouped": ("RecomputeThenBackpropagate", "RecomputeAndBackpropagateInterleaved"),
    "Interleaved": ("RecomputeThenBackpropagate",),
    "Sequential": ("RecomputeAndBackpropagateInterleaved",),
}


def check_layout(stages: int, devices: Sequence[int], schedule: str, training: bool) -> None:
    """Check the layout of `stages` stages on `devices`, the IPU of each stage.

    Raises ValueError for fewer than two stages or another number of devices, NotImplementedError for several stages on
    one IPU in an interleaved schedule.
    """
    if stages < 2:
        raise ValueError("Pipeline requires at least two computational stages.")
    if len(devices) != stages:
        raise ValueError(f"Each stage must be mapped to an IPU: {len(devices)} mappings != {stages} stages")
    if schedule == "Interleaved" and training and len(set(devices)) != len(devices):
        raise NotImplementedError(
            "The pipelining schedule 'Interleaved' does not currently support multiple pipeline stages on the "
            "same device for training graphs. Please use a different pipeline schedule."
        )


def check_recomputation(schedule: str, mode: str) -> None:
    """Raise UnimplementedError for a recomputation mode that `schedule` does not support."""
    if mode != "Auto" and mode not in _RECOMPUTATION[schedule]:
        raise tf.errors.UnimplementedError(
            None, None, f"The {schedule} schedule does not support the recomputation mode {mode}."
        )


def check_count(count: int, devices: Sequence[int], schedule: str, training: bool) -> None:
    """Raise FailedPreconditionError if a pipeline of this layout cannot process `count` micro-batches in a row.

    `count` is the number of micro-batches between two weight updates, in inference that of an execution.
    """
    order = [*devices, *reversed(devices)] if training else list(devices)
    overlapped = machine.settings().get(machine.IO_TILES, 0) > 0
    if schedule == "Grouped" and overlapped:
        if count < len(order) + 2:
            raise _unfit(f"must be at least {len(order) + 2}", count)
        return
    overlap = {"Grouped": len(order), "Interleaved": _circular_union(order), "Sequential": 1}[schedule]
    if count % overlap:
        raise _unfit(f"must be a multiple of {overlap}", count)
    if count < overlap:
        raise _unfit(f"must be at least {overlap}", count)


def shards_of(devices: Sequence[int]) -> int:
    """Return the number of IPUs of one replica: the number that it uses, rounded up to a power of two."""
    return int(2 ** math.ceil(math.log2(max(devices) + 1)))


def _circular_union(order: Sequence[int]) -> int:
    """Return how many rotations of `order` overlap without the same device at the same position."""
    accepted: list[Sequence[int]] = []
    for start in range(len(order)):
        rotated = [*order[start:], *order[:start]]
        if all(one != other for chosen in accepted for one, other in zip(rotated, chosen)):
            accepted.append(rotated)
    return len(accepted)


def _unfit(rule: str, count: Any) -> Exception:
    return tf.errors.FailedPreconditionError(  # type: ignore[no-any-return]
        None,
        None,
        f"The number of iterations of the pipeline {rule}, but it is {count}. This number might be called "
        "`gradient_accumulation_count`, `gradient_accumulation_steps_per_replica` or `steps_per_execution`.",
    )
