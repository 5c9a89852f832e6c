"""Datasets that Keras batches itself, of files or of windows of a series: how many samples there are in a batch.

What `image_dataset_from_directory`, `text_dataset_from_directory` and `timeseries_dataset_from_array` of
keras/preprocessing give ends with a partial batch. Training takes its full batches, which a helper makes where the
dataset is created; where a call must see every sample, the dataset keeps it, and each call makes of it what it takes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import is_of_windows, makes_batches
from gpu2ipu.analysis.library.port_helpers import template_of
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.data import Batching, Dataset, Size, is_reshuffled
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import Unknown
from gpu2ipu.port.batching.dataset_uses.uses import (
    DatasetUse,
    can_be_replaced,
    keeps_remainder,
    uses_of_datasets,
)
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_OF_FILES, _OF_WINDOWS = 32, 128  # if the script says nothing


@record
class KerasDataset:
    """A call that makes batches of files or windows, with the calls of models that they feed."""

    node: ast.Call
    uses: tuple[DatasetUse, ...]
    is_of_windows: bool = False

    @property
    def loses_samples(self) -> bool:
        """True if full batches would lose predictions, or samples that an evaluation sees each time."""
        others = (each for each in self.uses if each.fit_call.method != "fit")
        return any(each.fit_call.method == "predict" or not is_reshuffled(each.value) for each in others)


def keras_datasets(port: Port) -> Iterator[KerasDataset]:
    """Yield the calls that make batches of files or windows which feed a model."""
    facts = facts_of(port.script)
    for node, uses in uses_of_datasets(port.script).items():
        name = facts.qualified.get(node, "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and makes_batches(name) and not _is_in_helper(port, node):
            yield KerasDataset(node, uses, is_of_windows(name))


def _is_in_helper(port: Port, node: ast.Call) -> bool:
    return template_of(function_of(port.script, node)) is not None


def samples_in_a_batch(facts: Facts, node: ast.Call) -> Quantity | None:
    """Return the batch size of such a call; None where it cannot be written a second time."""
    if has_unpacking(node):
        return None
    name = facts.qualified[node]
    given = facts.argument(node, name, "batch_size")
    if given is None:
        size = _OF_WINDOWS if is_of_windows(name) else _OF_FILES
        return Quantity(size, ast.Constant(size))
    value = facts.value(given)
    return Quantity(value.number, given) if is_pure(given) and isinstance(value, (Number, Unknown)) else None


def keeps_every_sample(port: Port, dataset: KerasDataset) -> bool:
    """True if the dataset can stay as it is, because a call needs its partial batch and none trains on it."""
    return (
        dataset.loses_samples
        and any(keeps_remainder(port, each) for each in dataset.uses)
        and all(
            can_be_replaced(each) and not each.trains and _is_made_there(dataset.node, each)
            for each in dataset.uses
        )
    )


def _is_made_there(node: ast.Call, use: DatasetUse) -> bool:
    """True if a dataset has the batches of one call only, which can be counted."""
    value = use.value
    if not isinstance(value, Dataset) or value.origins != {node}:
        return False
    return (value.size, value.batching) == (Size.KNOWN, Batching.PARTIAL)
