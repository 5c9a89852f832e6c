"""Batches of datasets: where a batch size that divides the samples keeps them all.

The result of an evaluation or a prediction does not depend on the batch size, so what is batched for these alone gets
one that divides its samples, as arrays do, unless something is mapped over the batches that mixes their samples.
Training needs another one only where it has fewer samples than a batch.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity, called, fixed, length
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall, path_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.remainders import counted_split, drops_remainder
from gpu2ipu.analysis.keras.row_dependence import RowDependence, row_dependence_of
from gpu2ipu.analysis.library.tf_data import AS_MANY_ELEMENTS, READERS
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.containers import DictOf, ListOf
from gpu2ipu.analysis.values.data import (
    Batching,
    Dataset,
    Size,
    is_reshuffled,
    length_of,
    origins_of,
    remainder_of,
)
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import AddArgument, Edit, Replace
from gpu2ipu.port.batching.batch_size import (
    Batch,
    EvaluationBatches,
    dividing_batch,
    evaluation_batches,
    evaluation_size,
)
from gpu2ipu.port.batching.dataset_uses.drop_parameter import DropParameter, drop_parameter
from gpu2ipu.port.batching.dataset_uses.keras_datasets import (
    keeps_every_sample,
    keras_datasets,
    samples_in_a_batch,
)
from gpu2ipu.port.batching.dataset_uses.uses import (
    DatasetUse,
    adapted_on,
    can_be_replaced,
    keeps_remainder,
    may_be_mixed,
    paths_to_all,
    trained_by_hand,
    uses_of_datasets,
)
from gpu2ipu.port.batching.micro_batches import replicated_target, split_of
from gpu2ipu.port.batching.rounds import are_shared_out
from gpu2ipu.port.batching.row_counts import Rows, is_row_list
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import samples_of
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_SLICES = "tensorflow.data.Dataset.from_tensor_slices"


class NewSize(enum.Enum):
    """Which batch size a dataset gets."""

    ALL = enum.auto()  # all samples, which are fewer than a batch
    AT_MOST_ALL = enum.auto()  # all samples where they are fewer than a batch
    EVEN = enum.auto()  # one that divides the samples, less a few, or else makes full batches
    KEPT = enum.auto()  # that of the script, or near it: calls take full batches and the rest by themselves


@record
class Resized:
    """A batch call with a batch size that keeps every sample, or, of samples that train, one batch of them."""

    kind: NewSize
    size: Quantity
    changes: tuple[Edit, ...]  # of the batch call
    keeps_rows: bool = True  # on every path through the script
    asked: int | None = None  # the old one, where it is fixed and the number of samples follows from it
    mixing: RowDependence | None = None  # what may see that a batch holds other samples
    together: int = 1  # the batches are a multiple of so many
    dropped: int | None = 0  # samples that are left out; None where their number is not fixed
    samples: Quantity = Quantity()  # of a dataset whose last batch is kept
    drop: DropParameter | None = None  # by which some uses of such a dataset drop it

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All that it takes."""
        return (*self.size.helpers, *self.changes)

    def rows(self, value: Value) -> int | None:
        """Return the number of samples of a dataset that it leads to, where the script fixes it."""
        if (
            not isinstance(value, Dataset)
            or value.length is None
            or value.remainder is None
            or not self.asked
        ):
            return None
        return value.length * self.asked - (self.asked - value.remainder if value.remainder else 0)

    def steps(self, value: Value) -> int | None:
        """Return the number of batches of a dataset that it leads to, where the script fixes it."""
        is_fixed, rows = isinstance(self.size.expression, ast.Constant), self.rows(value)
        if self.asked is None:
            return length_of(value) if is_fixed else None  # which is one batch of all samples
        if rows is None:
            return None
        if not self.keeps_rows:
            return max(rows // self.asked, 1)
        size = self.size.number if is_fixed else evaluation_size(rows // self.together, self.asked)
        return rows // self.together // size * self.together if size else None


def resized_datasets(port: Port) -> Mapping[ast.AST, Resized]:
    """Return the batch calls that get another batch size."""
    return _planned(port)[0]


def kept_datasets(port: Port) -> Mapping[ast.AST, Resized]:
    """Return the batch calls whose last batch stays partial: each call that takes it makes full batches of it."""
    return _planned(port)[1]


def kept_for(port: Port, use: DatasetUse) -> Resized | None:
    """Return the batch call whose partial batch a call takes; None where there is none, or it is dropped before."""
    kept = ((kept_datasets(port).get(origin), use.paths(origin)) for origin in origins_of(use.value))
    return next((each for each, paths in kept if each and not (each.drop and paths <= each.drop.paths)), None)


@once
def _planned(port: Port) -> tuple[Mapping[ast.AST, Resized], Mapping[ast.AST, Resized]]:
    script, facts = port.script, facts_of(port.script)
    if not port.makes(Resized):
        return MappingProxyType({}), MappingProxyType({})
    calls: dict[ast.Call, list[MethodCall]] = {}
    for call in facts.method_calls:
        if isinstance(call.receiver, Dataset) and call.method == "batch":
            calls.setdefault(call.node, []).append(call)
    in_training_loop, _ = trained_by_hand(port)
    found: dict[ast.AST, Resized] = {}
    for node, call_paths in calls.items():
        fed = uses_of_datasets(script).get(node, ())
        plan = _plan_of(script, facts, node, call_paths) if fed or node in in_training_loop else None
        if plan is not None and drops_remainder(facts, node, "batch") is False:
            trains = node in in_training_loop or any(each.trains for each in fed)
            mixing = row_dependence_of(script, node)
            is_certain = mixing is not None and mixing.is_certain
            evened = None if trains or is_certain else plan.evened(fed, port)
            split = None if node in in_training_loop else plan.kept_in_split(fed, port)
            rebatched = plan.one_batch() or split or (evened and replace(evened, mixing=mixing))
            rebatched = rebatched or plan.at_most_all_rows()
            if rebatched is None and trains and not (is_certain or node in in_training_loop):
                rebatched = plan.kept_beside_training(fed, port, call_paths)
            if rebatched is not None:
                found[node] = rebatched
    for dataset in keras_datasets(port):
        size = samples_in_a_batch(facts, dataset.node)
        if size is not None and keeps_every_sample(port, dataset):
            found[dataset.node] = Resized(NewSize.KEPT, size, (), dropped=None)
    kept = {node: each for node, each in found.items() if each.kind is NewSize.KEPT}
    return MappingProxyType({node: found[node] for node in found.keys() - kept.keys()}), MappingProxyType(
        kept
    )


def _is_kept(port: Port, fed: tuple[DatasetUse, ...]) -> bool:
    """True if the partial batch of a dataset is needed, and each call that takes it can be given something else."""
    return any(keeps_remainder(port, each) for each in fed) and all(map(can_be_replaced, fed))


@record
class _Plan:
    """A call `dataset.batch(size)`."""

    script: Script
    facts: Facts
    node: ast.Call
    rows: ast.expr  # the dataset of samples
    size: ast.expr
    call_paths: tuple[int | None, ...]  # the numbers of samples, where known, on the call paths to it
    batch: int | None
    is_fixed: bool  # whether another call of a function around it could bring no others

    def one_batch(self) -> Resized | None:
        """Return the samples, where they are certain to be fewer than a batch."""
        rows = self.call_paths[0]
        if not (
            self.is_fixed and rows and self.batch and rows < self.batch and set(self.call_paths) == {rows}
        ):
            return None
        return self._sized(NewSize.ALL, fixed(rows))

    def at_most_all_rows(self) -> Resized | None:
        """Return the smaller of batch size and samples, where these are fewer on some path through the script."""
        if not (self.batch and any(rows and rows < self.batch for rows in self.call_paths)):
            return None
        counted = self.counted()
        if counted is None or not is_pure(self.size):
            return None
        smaller = called("min", self.size, counted.written)
        asked = None if self.is_cut() else self.batch
        size = Quantity(None, smaller, counted.helpers)
        return replace(self._sized(NewSize.AT_MOST_ALL, size), keeps_rows=False, asked=asked)

    def evened(self, fed: tuple[DatasetUse, ...], port: Port) -> Resized | None:
        """Return a batch size with which nothing is left out before it is fed, or as little as can be.

        There are a multiple of so many batches as are taken together, where the samples can be shared out so.
        """
        number = replicated_target(port).inference_round
        known = self.batch and None not in self.call_paths
        together = (self.batch or 1) * number
        if known and all(rows is not None and rows % together == 0 for rows in self.call_paths):
            return None
        if any(each.is_cut_short or not self._is_all(each.value) for each in fed):
            return None
        rows = self.call_paths[0] if len(set(self.call_paths)) == 1 else None
        is_fixed, counted = bool(rows and self.batch and self.is_fixed), self.counted()
        predicts = any(each.fit_call.method == "predict" for each in fed)
        if not (is_fixed and rows and rows % number == 0) and (predicts or counted is None):
            number = 1  # no sample may be dropped
        if not is_fixed and (counted is None or not is_pure(self.size)):
            return None
        samples = replace(counted or Quantity(), number=rows if is_fixed else None)
        batch = Quantity(self.batch if is_fixed else None, self.size)
        most = _steps_of_training(fed)
        batches = evaluation_batches(self.script, self.facts, samples, batch, is_fixed, number, most)
        is_open = number > 1 and batches.dropped is None and all(map(can_be_replaced, fed))
        if batches.has_remainder and (is_open or _is_kept(port, fed)):
            return self._kept(batches, predicts and len(fed) == 1)
        if batches.has_remainder and predicts:
            size = dividing_batch(self.script, self.facts, samples, batch)
            return replace(self._sized(NewSize.EVEN, size), asked=self.batch)
        if batches.dropped and batches.has_remainder and batches.size.number == self.batch and number == 1:
            return None
        resized = replace(
            self._sized(NewSize.EVEN, batches.size),
            asked=self.batch,
            together=number,
            dropped=batches.dropped,
        )
        is_cut = number > 1 and not batches.keeps_all and counted is not None
        return self._cut_to_rounds(resized, batches) if is_cut else resized

    def _kept(self, batches: EvaluationBatches, is_as_given: bool) -> Resized:
        """The same batches, or where it is found when the script runs, perhaps those that divide the samples."""
        is_as_given = is_as_given or batches.dropped is not None
        size = Quantity(self.batch, self.size) if is_as_given else batches.size
        change = Replace(self.script.span(self.size), text_of(self.script, size.written))
        changes = () if is_as_given else (change,)
        return Resized(
            NewSize.KEPT, size, changes, asked=self.batch, dropped=batches.dropped, samples=batches.samples
        )

    def kept_in_split(self, fed: tuple[DatasetUse, ...], port: Port) -> Resized | None:
        """Return what keeps the partial batch while the script splits the batches by their number, which stays so."""
        made, splits = self.facts.value(self.node), counted_split(self.facts.script, self.node) is not None
        if not splits or remainder_of(made) == 0 or is_reshuffled(made):
            return None
        if not all(self._is_sized(each.value) and can_be_replaced(each) for each in fed):
            return None
        return self._kept_as_it_is(None) if self._can_be_trained(port, fed) else None

    def kept_beside_training(
        self, fed: tuple[DatasetUse, ...], port: Port, calls: list[MethodCall]
    ) -> Resized | None:
        """Return what keeps the partial batch for evaluations, predictions and `adapt` where others train on full ones.

        Training drops it where it calls the function that batches, if that call is not the same; else in `fit`.
        """
        paths = {path_of(call.stack): length_of(call.receiver) for call in calls}
        partial = {p for p, rows in paths.items() if not (rows and self.batch and rows % self.batch == 0)}
        needed = paths_to_all(port, fed, self.node) & partial
        drops = frozenset(path for each in fed for path in each.paths(self.node)) - needed
        drop = drop_parameter(self.facts, self.node, drops, frozenset(paths) - drops)
        left = [each for each in fed if drop is None or not each.paths(self.node) <= drop.paths]
        if not (needed and all(can_be_replaced(each) and self._is_sized(each.value) for each in left)):
            return None
        adapts = self.node in adapted_on(self.facts.script)
        predicts = adapts or any(each.fit_call.method == "predict" for each in left)
        if any(each.trains for each in left) and not (predicts and self._can_be_trained(port, left)):
            return None
        return self._kept_as_it_is(drop)

    def _can_be_trained(self, port: Port, fed: Iterable[DatasetUse]) -> bool:
        """True if trainings can take the full batches of datasets with a partial one, in the same order."""
        trained = [each for each in fed if each.trains]
        if trained and may_be_mixed(self.facts, self.node):
            return False
        is_whole = not trained or replicated_target(port).inference_round == 1
        return is_whole and not any(
            is_reshuffled(each.value) or split_of(port, each.fit_call) for each in trained
        )

    def _kept_as_it_is(self, drop: DropParameter | None) -> Resized:
        return Resized(
            NewSize.KEPT, Quantity(self.batch, self.size), (), asked=self.batch, drop=drop, dropped=None
        )

    def _is_sized(self, value: Value) -> bool:
        """True if a dataset has this call's batches only, which can be counted."""
        return (
            isinstance(value, Dataset)
            and value.origins == {self.node}
            and (value.size, value.batching) == (Size.KNOWN, Batching.PARTIAL)
        )

    def _cut_to_rounds(self, resized: Resized, batches: EvaluationBatches) -> Resized:
        """The same, of as many samples as can be shared out."""
        span = self.script.span(self.rows)
        cut = Replace(span, f"{{rows}}.take({text_of(self.script, batches.kept.written)})", (("rows", span),))
        return replace(resized, changes=(*resized.changes, cut))

    def _is_all(self, value: Value) -> bool:
        """True if a dataset is all that this call makes, of a size that can be counted."""
        if not isinstance(value, Dataset) or value.origins != frozenset([self.node]):
            return False
        if (value.size, value.batching) != (Size.KNOWN, Batching.PARTIAL):
            return False
        made = self.facts.value(self.node)
        if isinstance(made, Dataset) and made.length is not None and value.length is not None:
            return (made.length, made.remainder) == (value.length, value.remainder)
        return not self.is_cut()

    def is_shared_out(self, number: int) -> bool:
        """True if as many samples are taken as make a multiple of some batches."""
        match self.rows:
            case ast.Call(func=ast.Attribute(attr="take"), args=[taken]):
                return are_shared_out(self.script, self.facts, [taken], self.size, number)
        return False

    def is_cut(self) -> bool:
        """True if something is done to the batches that may take some of them away."""
        later = (call for call in self.facts.method_calls if self.node in origins_of(call.receiver))
        harmless = (*AS_MANY_ELEMENTS, *READERS)
        return any(isinstance(call.receiver, Dataset) and call.method not in harmless for call in later)

    def counted(self) -> Quantity | None:
        """Return the number of samples as an expression, with the edits that it needs."""
        node = self.rows
        while not is_pure(node):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                return None
            if self.facts.qualified.get(node) == _SLICES and len(node.args) == 1 and not node.keywords:
                return self._sliced(node)
            if node.func.attr not in AS_MANY_ELEMENTS:
                return None
            node = node.func.value
        value = self.facts.value(node)
        if not isinstance(value, Dataset) or (value.size, value.batching) != (Size.KNOWN, Batching.NONE):
            return None
        return length(node)

    def _sliced(self, made: ast.Call) -> Quantity | None:
        """The number of samples of slices: a list is one array there, and what cannot be determined may be one."""
        parts = list(_sliced_parts(made.args[0]))
        values = [self.facts.value(part) for part in parts]
        arrays = tuple(p for p, v in zip(parts, values) if isinstance(v, Array) or is_row_list(v))
        counted = Rows(self.script, self.facts, arrays).count() if arrays else None
        if counted is not None:
            return counted
        pure = [
            (part, isinstance(value, (ListOf, DictOf))) for part, value in zip(parts, values) if is_pure(part)
        ]
        if not pure:
            return None
        lists = [part for part, is_list in pure if is_list]
        last = pure[-1][0]  # the labels, which are smaller than the rest
        counted_in = lists[0] if lists else ast.Call(made.func, [last], [])
        return length(counted_in)

    def _sized(self, kind: NewSize, size: Quantity) -> Resized:
        drop = AddArgument(self.script.span(self.node), "drop_remainder", "True")
        return Resized(
            kind, size, (Replace(self.script.span(self.size), text_of(self.script, size.written)), drop)
        )


def _sliced_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The arrays of tuples and dicts that are written out."""
    parts = node.elts if isinstance(node, ast.Tuple) else node.values if isinstance(node, ast.Dict) else None
    if parts is None:
        yield node
    for part in parts or ():
        yield from _sliced_parts(part)


def _plan_of(script: Script, facts: Facts, node: ast.Call, call_paths: list[MethodCall]) -> _Plan | None:
    """A batch call, where its batch size can be determined."""
    size = facts.argument(node, "tensorflow.data.Dataset.batch", "batch_size")
    if size is None or has_unpacking(node) or len(node.args) > 1:
        return None
    if not isinstance(node.func, ast.Attribute):
        return None
    file, rows = script.file_of(node), node.func.value
    names = names_in(rows) | names_in(size)
    is_fixed = not any(bindings_of(file).is_parameter(name, node) for name in names)
    numbers = tuple(length_of(way.receiver) for way in call_paths)
    return _Plan(file, facts, node, rows, size, numbers, facts.value(size).number, is_fixed)


def rounds_of(port: Port, value: Value, node: ast.expr) -> int:
    """Return how many batches a dataset of the script has a multiple of, by the way in which they are made."""
    script, facts, number = port.script, facts_of(port.script), replicated_target(port).inference_round
    if number > 1 and (shared := samples_of(facts, node)) is not None:
        return number if are_shared_out(script, facts, [shared.rows], shared.batch, number) else 1
    origins = origins_of(value)
    origin = next(iter(origins)) if len(origins) == 1 else None
    if number == 1 or not isinstance(origin, ast.Call):
        return 1
    resized = resized_datasets(port).get(origin)
    if resized is not None:
        return resized.together
    call_paths = [call for call in facts.method_calls if call.node is origin and call.method == "batch"]
    plan = _plan_of(script, facts, origin, call_paths) if call_paths else None
    return number if plan is not None and not plan.is_cut() and plan.is_shared_out(number) else 1


def counted_batches(port: Port, dataset: ast.expr, value: Value) -> Quantity | None:
    """Return how many batches a dataset has that is batched right there, with the edits that the number needs."""
    script, facts = port.script, facts_of(port.script)
    origins = origins_of(value)
    origin = next(iter(origins)) if len(origins) == 1 else None
    if not isinstance(origin, ast.Call) or origin not in ast.walk(dataset):
        return None
    call_paths = [call for call in facts.method_calls if call.node is origin and call.method == "batch"]
    plan = _plan_of(script, facts, origin, call_paths) if call_paths else None
    counted = plan.counted() if plan is not None and not plan.is_cut() else None
    if plan is None or counted is None:
        return None
    rebatched = resized_datasets(port).get(origin)
    if rebatched is not None:
        return (counted // fixed(rebatched.together) // rebatched.size).times(rebatched.together)
    if not Batch(plan.size, facts.value(plan.size)).is_written_out:
        return None
    return counted // Quantity(None, plan.size)


def _steps_of_training(fed: tuple[DatasetUse, ...]) -> int | None:
    """The steps of an epoch around a validation, where the script fixes them."""
    known = (
        value.length - bool(value.remainder)
        for each in fed
        if each.name == "validation_data"
        and isinstance(value := each.fit_call.value("x"), Dataset)
        and value.length is not None
        and not each.fit_call.given("steps_per_epoch")
    )
    return min(filter(None, known), default=None)
