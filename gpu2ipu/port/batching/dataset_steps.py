"""Steps of datasets: how many full batches a call takes of one, and steps that count its partial batch."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity, length
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.keras.fit_calls import NO_LENGTH, FitCall
from gpu2ipu.analysis.keras.rounded_steps import (
    always_rounds_up,
    counts_all,
    full_batches,
    is_whole,
    lacking,
    may_count,
    rounds_up,
)
from gpu2ipu.analysis.library.tf_data import AS_MANY_ELEMENTS
from gpu2ipu.analysis.values.data import Batching, Dataset, origins_of
from gpu2ipu.port.batching.dataset_uses.uses import uses_of_datasets
from gpu2ipu.port.batching.datasets import (
    Resized,
    counted_batches,
    kept_datasets,
    resized_datasets,
    rounds_of,
)
from gpu2ipu.port.batching.full_batches import given_or_all
from gpu2ipu.port.batching.micro_batches import MicroBatches, split_of
from gpu2ipu.port.batching.outcomes import CountedRemainder, TooFewBatches
from gpu2ipu.port.code.call_arguments import new_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import batches_of, multiple_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port


def counted_steps(port: Port, fit_call: FitCall) -> Iterator[Outcome]:
    """Steps of a dataset that count its partial batch, and those for which it has too few batches."""
    script = port.script.file_of(fit_call.node)
    for data, steps in (("x", fit_call.steps_argument), ("validation_data", "validation_steps")):
        if (
            not fit_call.given(steps)
            or not isinstance(fit_call.value(data), Dataset)
            or _is_left(port, fit_call, data)
        ):
            continue
        node, found = fit_call.arguments[steps], dataset_batches(port, fit_call, data)
        is_sure = counts_all(fit_call, data, steps)
        is_understood = is_sure or rounds_up(fit_call, data, steps)
        full = _full_batches(port, fit_call, data, steps)
        if is_understood or full.expression is not None:
            if full.expression is None:
                yield CountedRemainder(node, steps, is_certain=is_sure)
                continue
            if data == "x" and isinstance(split := split_of(port, fit_call), MicroBatches):
                full = full if split.parts == 1 else full.times(split.parts)
            text, argument = text_of(script, full.written), new_argument(fit_call, steps, full)
            yield CountedRemainder(
                node, steps, text, is_sure, is_understood, edits=full.helpers, arguments=(argument,)
            )
        elif lack := lacking(fit_call, data, steps, found.number):
            yield TooFewBatches(node, steps, *lack)


def _is_left(port: Port, fit_call: FitCall, data: str) -> bool:
    """True if a dataset is predicted as well, so that its partial batch needs manual work."""
    planned = resized_datasets(port).keys() | kept_datasets(port).keys()
    left = (origin for origin in origins_of(fit_call.value(data)) if origin not in planned)
    return any(
        fed.fit_call.method == "predict"
        for origin in left
        for fed in uses_of_datasets(port.script).get(origin, ())
    )


def dataset_steps(port: Port, fit_call: FitCall, data: str, steps: str) -> Quantity:
    """Return the number of batches that a call takes of a dataset, without partial ones."""
    if fit_call.given(steps):
        full = _full_batches(port, fit_call, data, steps) if port.makes(CountedRemainder) else Quantity()
        return full if full.expression else _given_or_all(port, fit_call, data, steps)
    return dataset_batches(port, fit_call, data)


def _given_or_all(port: Port, fit_call: FitCall, data: str, steps: str) -> Quantity:
    """The steps that a call is given; all batches of the dataset where these may be None."""
    if not fit_call.value(steps).may_be_none:
        return fit_call.given_steps(steps)
    return given_or_all(fit_call.arguments[steps], dataset_batches(port, fit_call, data))


def _full_batches(port: Port, fit_call: FitCall, data: str, steps: str) -> Quantity:
    """The full batches of a dataset among given steps that count its partial batch; nothing for other steps."""
    if counts_all(fit_call, data, steps):
        return dataset_batches(port, fit_call, data)
    if not always_rounds_up(fit_call, data, steps):
        return _at_most_all(port, fit_call, data, steps)
    value = fit_call.value(data)
    is_endless = isinstance(value, Dataset) and value.size in NO_LENGTH
    if is_endless or not is_whole(fit_call, data):  # repeated after it is batched, say
        return Quantity(None, full_batches(fit_call, data, steps))
    return dataset_batches(port, fit_call, data)


def is_limited(port: Port, fit_call: FitCall, data: str, steps: str) -> bool:
    """True if steps that are not understood become no more than the full batches of a dataset that ends."""
    return _at_most_all(port, fit_call, data, steps).expression is not None


def _at_most_all(port: Port, fit_call: FitCall, data: str, steps: str) -> Quantity:
    """The given steps, or the full batches where those count the partial one, of a dataset that ends."""
    is_open = rounds_up(fit_call, data, steps) or may_count(fit_call, data, steps)
    if not is_open or fit_call.value(steps).may_be_none or fit_call.value(steps).number is not None:
        return Quantity()
    batches = dataset_batches(port, fit_call, data)
    if batches.expression is None:
        return batches
    either = [fit_call.arguments[steps], batches.expression]
    return replace(batches, number=None, expression=ast.Call(ast.Name("min"), either, []), factor=1)


def _source(fit_call: FitCall, node: ast.expr) -> ast.expr:
    """A dataset of as many batches: `data` for `data.cache().map(scale)`."""
    while (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in AS_MANY_ELEMENTS
        and isinstance(fit_call.facts.value(node.func.value), Dataset)
    ):
        node = node.func.value
    return node


def dataset_batches(port: Port, fit_call: FitCall, data: str) -> Quantity:
    """Return the number of batches of a dataset, without partial ones."""
    value, node = fit_call.value(data), fit_call.arguments[data]
    if not isinstance(value, Dataset) or value.size in NO_LENGTH:
        return Quantity()
    number = value.length
    rebatched = [each for origin in value.origins if (each := resized_datasets(port).get(origin)) is not None]
    if rebatched:
        number = rebatched[0].steps(value) if len(value.origins) == 1 else None
    elif (
        number is not None and value.remainder and value.batching is Batching.PARTIAL and port.makes(Resized)
    ):
        number -= 1  # its rule drops it
    factor = math.lcm(rounds_of(port, value, node), multiple_of(fit_call.facts, node))
    if is_pure(source := _source(fit_call, node)):
        return replace(length(source), number=number, factor=factor)
    counted = counted_batches(port, node, value) if port.makes(Resized) else None
    counted = counted or Quantity(None, batches_of(fit_call.facts, node))
    return replace(counted, number=number, factor=factor)
