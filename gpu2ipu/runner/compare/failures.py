"""A comparison in which a side failed: what both sides had done before that is judged all the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection
from dataclasses import replace

from gpu2ipu.runner.compare.compare import Comparison, compare
from gpu2ipu.runner.compare.record import Record
from gpu2ipu.runner.compare.tolerance import Tolerance

# names of nodes and functions of a graph in a message of TensorFlow; the first number of a shape, None if it is open
_OF_GRAPH = re.compile(r"\s*\[(?:\[\{\{node .*?\}\}\]|Op:\w+)\]")
_BATCH_SIZE = re.compile(r"(?<=\()(?:None|\d+)(?=, )")


def before_failure(
    original: Record, port: Record, tolerance: Tolerance, backend: str, failed: Collection[str]
) -> Comparison:
    """Compare the calls that both sides brought to their end; `failed` are "original", "port" or both.

    The verdict is "error" whatever they are like: the rest was not compared.
    """
    pairs = zip(original.calls, port.calls)
    number = len(list(itertools.takewhile(lambda pair: pair[0].done and pair[1].done, pairs)))
    cut_original, cut_port = (replace(side, calls=side.calls[:number]) for side in (original, port))
    comparison = compare(cut_original, cut_port, tolerance, backend)
    sentence = f"{_judged(comparison)}{_how(original, port, failed)}"
    return replace(comparison, verdict="error", notes=(sentence, *comparison.notes))


def _judged(comparison: Comparison) -> str:
    """What is known of the calls before the failure."""
    number = len(comparison.calls)
    first = comparison.first_difference
    if not number:
        return "nothing was compared: "
    if first is not None:
        return f"original and port differ in call {first.call}; after call {number} "
    return f"original and port agree up to call {number}; then "


def _how(original: Record, port: Record, failed: Collection[str]) -> str:
    """Which sides fail, and whether they do so alike."""
    if len(failed) == 1:
        return f"the {next(iter(failed))} alone fails"
    if original.exception is not None and port.exception is not None:
        said, other = map(_without_graph, (original.exception, port.exception))
        if _BATCH_SIZE.sub("", said) == _BATCH_SIZE.sub("", other):
            return f"both fail alike, with {said}"
    return "both fail, but not alike"


def _without_graph(exception: str) -> str:
    """What an exception says, without the nodes and functions of the graph that it was raised in."""
    return _OF_GRAPH.sub("", exception.partition("\n\nFunction call stack:")[0]).rstrip()
