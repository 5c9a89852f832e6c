"""How far an original by its own batches is from a port whose BatchNormalizations see micro-batches.

The two are compared exactly by an original in the same micro-batches; what the port learns otherwise is said in a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.runner.compare.record import Call, Record
from gpu2ipu.runner.compare.tolerance import relative_difference

_LOSSES = ("loss", "val_loss")


def is_asked_for(original: Record, port: Record) -> bool:
    """True if an original took micro-batches of other statistics than those of its own batches."""
    return any(mine.in_micro_batches and theirs.normalizing for mine, theirs in _pairs(original, port))


def notes(untouched: Record, original: Record, port: Record) -> Iterator[str]:
    """Yield, for each such training, where the untouched original ends."""
    for number, (mine, theirs) in enumerate(_pairs(original, port), start=1):
        if not (mine.in_micro_batches and theirs.normalizing):
            continue
        calls = untouched.calls[number - 1 : number]
        found = list(_apart(calls[0], mine)) if calls and calls[0].done else []
        if found:
            yield (
                f"call {number} (fit): with the statistics of its own batches the original ends at "
                + ", ".join(found)
            )


def _pairs(original: Record, port: Record) -> Iterator[tuple[Call, Call]]:
    return zip(original.calls, port.calls, strict=False)


def _apart(untouched: Call, original: Call) -> Iterator[str]:
    last, same = ((call.epochs or ({},))[-1] for call in (untouched, original))
    for name in _LOSSES:
        if name in last and name in same:
            apart = relative_difference(last[name], same[name])
            yield f"{name} {last[name]:.6g} instead of {same[name]:.6g} ({apart:.1e} apart)"
