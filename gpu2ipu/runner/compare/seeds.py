"""Several seeds of one comparison: what each original and port ends with, and how far seeds are apart by themselves."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpu2ipu.runner.compare.compare import Comparison, judged_epochs, judged_values
from gpu2ipu.runner.compare.record import Call

Results = dict[str, float]


@dataclass(frozen=True)
class Spread:
    """A result over all seeds: means and standard deviations of both sides, and how far pairs are apart at most."""

    name: str
    original: tuple[float, float]
    port: tuple[float, float]
    apart: float


def verdicts(repeats: Mapping[int, Comparison]) -> str:
    """Return one sentence on how many seeds agree."""
    agreeing = sum(each.verdict == "agree" for each in repeats.values())
    others = [str(seed) for seed, each in repeats.items() if each.verdict != "agree"]
    return f"{agreeing} of {len(repeats)} seeds agree" + (f", not {', '.join(others)}" if others else "")


def spreads(repeats: Mapping[int, Comparison]) -> list[Spread]:
    """Return the spread of each result that all seeds have on both sides."""
    pairs = [(_results(each, "original"), _results(each, "port")) for each in repeats.values()]
    names = [name for name in pairs[0][0] if all(name in side for pair in pairs for side in pair)]
    found = []
    for name in names:
        mine, theirs = ([pair[side][name] for pair in pairs] for side in (0, 1))
        apart = max(abs(one - other) for one, other in zip(mine, theirs))
        found.append(Spread(name, _spread(mine), _spread(theirs), apart))
    return found


def as_json(repeats: Mapping[int, Comparison]) -> dict[str, Any]:
    """Return verdicts and spreads for programs."""
    return {
        "verdicts": {str(seed): each.verdict for seed, each in repeats.items()},
        "results": [
            {
                "name": each.name,
                **{
                    side: {"mean": values[0], "standard_deviation": values[1]}
                    for side, values in (("original", each.original), ("port", each.port))
                },
                "largest_difference": each.apart,
            }
            for each in spreads(repeats)
        ],
    }


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else 0.0


def _results(comparison: Comparison, side: str) -> Results:
    """What the calls of a side end with: the last epoch, and evaluations."""
    found: Results = {}
    for number, pair in enumerate(comparison.calls, start=1):
        call: Call | None = getattr(pair, side)
        if call is None:
            continue
        ends = judged_values(call) if call.kind == "evaluate" else (judged_epochs(call) or ({},))[-1]
        found |= {f"{number} {call.kind} {name}": value for name, value in ends.items()}
    return found
