"""Which options would make a program fit that is too large for an IPU, with the memory that it would take then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gpu2ipu.plan.plan_file import CROWDED
from gpu2ipu.runner.run.record import RunCall

_MIB = 1 << 20
#: What stays the same in smaller batches, and what shrinks with them.
_FIXED, _GROWING = ("weights", "optimizer", "accumulators", "other"), ("activations", "working", "feeds")
_SPLIT = "`--pipeline-stages auto` splits the model over the fewest IPUs on which it fits"


@dataclass(frozen=True)
class _Need:
    """The bytes on the fullest IPU of a replica: those that do not depend on the batch, and those that do."""

    fixed: int
    growing: int
    weights: int
    optimizer: int
    accumulators: int

    def with_batch_split(self, parts: int, has_streaming_memory: bool) -> int:
        """Return what is needed if gradients of `parts` micro-batches are accumulated.

        The weights get accumulators, and the compiler puts optimizer slots into Streaming Memory.
        """
        accumulators = self.weights if not self.accumulators else 0
        slots = self.optimizer if not self.accumulators and has_streaming_memory else 0
        return self.fixed + accumulators - slots + self.growing // parts


def advice(call: RunCall, chip: str) -> str | None:
    """Return a sentence on a call whose program is too large, None if it fits or nothing is known of it."""
    if call.memory is None or call.plan is None:
        return None
    capacity, need = call.memory["capacity"], _need(call.memory["stages"])
    if need.fixed + need.growing <= capacity:
        return None
    ways = list(_ways(call.kind, call.plan, need, int(capacity * CROWDED), chip != "mk1"))
    share = f"{need.growing / _MIB:,.0f} of {(need.fixed + need.growing) / _MIB:,.0f} MiB grow with the batch"
    return f"what would help {call.kind} {call.name}, of which {share}: {'; '.join(ways)}"


def _need(stages: list[dict[str, Any]]) -> _Need:
    """Return the need of the IPU that has the most to hold."""
    fullest = max(
        {stage["ipu"] for stage in stages},
        key=lambda ipu: sum(stage["total"] for stage in stages if stage["ipu"] == ipu),
    )
    here = [stage for stage in stages if stage["ipu"] == fullest]
    sums = {part: sum(stage[part] for stage in here) for part in (*_FIXED, *_GROWING, "off_chip")}
    growing = sum(sums[part] for part in _GROWING)
    fixed = sum(sums[part] for part in _FIXED) - sums["off_chip"]
    if fixed < 0:  # activations are off chip, too
        fixed, growing = 0, growing + fixed
    return _Need(fixed, growing, sums["weights"], sums["optimizer"], sums["accumulators"])


def _ways(kind: str, plan: dict[str, Any], need: _Need, limit: int, has_streaming: bool) -> Iterator[str]:
    """Yield the options of `convert` that make a program fit, the simplest first; there is at least one."""
    batch, is_training = plan["batch_size"], kind == "fit"
    sizes = [parts for parts in range(2, (batch or 1) + 1) if batch % parts == 0]
    if is_training and plan["stages"] > 1:
        yield "`--recompute` keeps only what each stage is handed, and computes its activations again"
    if is_training:
        fitting = (parts for parts in sizes if need.with_batch_split(parts, has_streaming) <= limit)
        parts = next(fitting, None)
        if parts is not None:
            count, needed = plan["accumulation"] * parts, need.with_batch_split(parts, has_streaming)
            yield (
                f"`gpu2ipu convert --gradient-accumulation {count}` trains on micro-batches of {batch // parts}, in "
                f"about {needed / _MIB:,.0f} MiB"
            )
    else:
        parts = next((parts for parts in sizes if need.fixed + need.growing // parts <= limit), None)
        if parts is not None:
            needed = need.fixed + need.growing // parts
            yield f"`batch_size={batch // parts}` takes about {needed / _MIB:,.0f} MiB"
    if need.fixed + need.growing // 2 <= limit:
        yield "`--precision mixed` halves activations that are in float32"
    if need.fixed > limit or parts is None or plan["stages"] > 1:
        yield _SPLIT
