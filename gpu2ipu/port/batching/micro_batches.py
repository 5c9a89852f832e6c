"""Micro-batches: the batch of a training call is split, and the gradients of the parts are accumulated.

The weights change as often as before, by the mean of the gradients of a whole batch. All training calls of a model are
split or none, since the accumulation is a setting of the model.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.compile_statements import compile_statement
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, fit_calls_of
from gpu2ipu.analysis.keras.gradient_accumulation import accumulating_calls, given_accumulation
from gpu2ipu.analysis.keras.selected_ipus import given_replicas
from gpu2ipu.analysis.library.keras import FEEDING, ON_BATCH
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath
from gpu2ipu.port.batching.batch_size import Batch, batch_of, fixed_batch
from gpu2ipu.port.batching.generator_input.generators import become_datasets
from gpu2ipu.port.batching.outcomes import NoSplit, SplitBatch
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.pipeline.pipelines import target_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.hindrances import hindrance_of
from gpu2ipu.port.replicas.outcomes import ReplicatedModel, WhyOne
from gpu2ipu.records import record
from gpu2ipu.target import Target


@record
class MicroBatches:
    """How a training call computes the gradients of one update of the weights."""

    batch: Batch  # the samples of an update; for datasets only its number counts
    size: Quantity  # the samples of a micro-batch
    accumulation: int = 1  # micro-batches of an update, in each replica
    is_given: bool = False  # the script accumulates or is replicated by itself
    replicas: int = 1

    @property
    def parts(self) -> int:
        """The micro-batches of an update in all replicas."""
        return self.accumulation * self.replicas

    @property
    def together(self) -> Quantity:
        """The samples that all replicas compute at a time."""
        if self.accumulation == 1:
            return self.batch.quantity
        if isinstance(self.size.expression, ast.Constant) and self.size.number is not None:
            return fixed(self.size.number * self.replicas)
        return self.size if self.replicas == 1 else self.size.times(self.replicas)

    def steps(self, updates: Quantity) -> Quantity:
        """Return the micro-batches of so many updates in each replica."""
        return updates if self.accumulation == 1 else updates.times(self.accumulation)


def micro_batches_of(port: Port, fit_call: FitCall, batch: Batch) -> MicroBatches:
    """Return how a training call takes its batches: as they are, where nothing says otherwise."""
    found = _splits(port).get(fit_call.node)
    if isinstance(found, MicroBatches):
        return found
    given, replicas = _given(fit_call) or 1, replicated_target(port).replicas
    return (
        MicroBatches(batch, batch.quantity) if given == replicas == 1 else _of_script(batch, given, replicas)
    )


def split_of(port: Port, fit_call: FitCall) -> MicroBatches | NoSplit | None:
    """Return how the batch of a training call is split for an option, or why it is not; None where it stays whole."""
    return _splits(port).get(fit_call.node)


def _of_script(size: Batch, accumulation: int, replicas: int) -> MicroBatches:
    """The micro-batches of a script that makes so many of them itself."""
    whole = size.together(accumulation * replicas)
    return MicroBatches(whole, size.quantity, accumulation, is_given=True, replicas=replicas)


def _given(fit_call: FitCall) -> int | None:
    """The accumulation that the script asks for."""
    facts = fit_call.facts.everywhere
    return given_accumulation(facts, accumulating_calls(facts.script, models_of(fit_call)))


def models_of(fit_call: FitCall) -> frozenset[CallPath]:
    """The models that a call may train."""
    return _models_of_calls(fit_call.facts.everywhere.script).get(fit_call.node, frozenset())


@once
def _models_of_calls(script: Script) -> Mapping[ast.Call, frozenset[CallPath]]:
    found: dict[ast.Call, frozenset[CallPath]] = {}
    for call in facts_of(script).everywhere.method_calls:
        if call.method in FEEDING:
            found[call.node] = found.get(call.node, frozenset()) | constructions_of(call.receiver)
    return found


def replicated_target(port: Port) -> Target:
    """Return what a port is for: on one replica, if the models cannot be replicated."""
    return _replication(port).target


def why_one_replica(port: Port) -> WhyOne | tuple[ast.Call, NoSplit] | None:
    """Return why the models stay on one replica where more are asked for: a reason, or that of a call of `fit`."""
    return _replication(port).why


@record
class _Replication:
    """The target with its replicas, and how the batches of training calls are split for it."""

    target: Target
    splits: Mapping[ast.Call, MicroBatches | NoSplit]
    why: WhyOne | tuple[ast.Call, NoSplit] | None = None


@once
def _replication(port: Port) -> _Replication:
    """All models of a script are replicated or none, since all IPUs of a device take part."""
    target = target_of(port)
    given = given_replicas(port.script, target.stages, target.replicas)
    if given > 1 or target.replicas == 1 or not port.makes(ReplicatedModel):
        found = _splits_for(port, target.with_replicas(1)).items()
        own = {node: _shared(split, given) if given > 1 else split for node, split in found}
        return _Replication(target.with_replicas(given), own)
    splits, why = _splits_for(port, target), hindrance_of(port)
    left = next(((node, split) for node, split in splits.items() if isinstance(split, NoSplit)), None)
    if why is None and left is None and (splits or not _trains(port)):
        return _Replication(target, splits)
    target = target.with_replicas(1)
    return _Replication(target, _splits_for(port, target), why or left)


def _shared(split: MicroBatches | NoSplit, replicas: int) -> MicroBatches | NoSplit:
    """A split of the batches that each replica of a script takes, as one of those that all take together."""
    if isinstance(split, NoSplit):
        return split
    return replace(split, batch=split.batch.together(replicas), replicas=replicas)


def _trains(port: Port) -> bool:
    return any(call.method == "fit" for call in fit_calls_of(port.script))


def _splits(port: Port) -> Mapping[ast.Call, MicroBatches | NoSplit]:
    return _replication(port).splits


def _splits_for(port: Port, target: Target) -> Mapping[ast.Call, MicroBatches | NoSplit]:
    """How the batch of each training call is split, or why it is not; nothing where no option asks for it."""
    if not target.splits_batches or not port.makes(SplitBatch):
        return MappingProxyType({})
    found: dict[ast.Call, MicroBatches | NoSplit] = {}
    for group in _groups(port):
        splits = {call.node: _split(port, target, call) for call in group.calls}
        found |= _agreed(port, target, group, splits)
    return MappingProxyType(found)


@record
class _Group:
    """Training calls that share models."""

    models: frozenset[CallPath]
    calls: tuple[FitCall, ...]


def _groups(port: Port) -> list[_Group]:
    """The training calls of a script by their models."""
    of_model: dict[CallPath, _Group] = {}
    without_model: list[_Group] = []
    for call in fit_calls_of(port.script):
        if call.method != "fit":
            continue
        models = models_of(call)
        joined = _distinct(of_model[model] for model in models if model in of_model)
        calls = (*(known for group in joined for known in group.calls), call)
        group = _Group(models.union(*(group.models for group in joined)), calls)
        of_model.update(dict.fromkeys(group.models, group))
        if not models:
            without_model.append(group)
    return [*_distinct(of_model.values()), *without_model]


def _distinct(groups: Iterable[_Group]) -> list[_Group]:
    return list({id(group): group for group in groups}.values())


def _agreed(
    port: Port, target: Target, group: _Group, splits: dict[ast.Call, MicroBatches | NoSplit]
) -> dict[ast.Call, MicroBatches | NoSplit]:
    """The splits of calls that share models, if all of them can be made alike."""
    facts = facts_of(port.script)
    if accumulating_calls(port.script, group.models):
        # the script says so itself
        return dict.fromkeys(splits, NoSplit.ACCUMULATES) if target.replicas > 1 else {}
    hindrance = _hindrance(port, facts, group.models, target.gradient_accumulation != 1 or target.stages > 1)
    accumulations = {each.accumulation for each in splits.values() if isinstance(each, MicroBatches)}
    if hindrance is None and len(accumulations) > 1:
        hindrance = NoSplit.DIFFERENT
    if hindrance is not None:
        return dict.fromkeys(splits, hindrance)
    if any(isinstance(each, NoSplit) for each in splits.values()):
        return {
            node: each if isinstance(each, NoSplit) else NoSplit.OTHER_CALL for node, each in splits.items()
        }
    is_told = target.stages > 1 or target.replicas > 1  # a pipeline is told the number in any case
    return splits if is_told or accumulations != {1} else {}


def _hindrance(port: Port, facts: Facts, models: frozenset[CallPath], accumulates: bool) -> NoSplit | None:
    """Why the batches of some models cannot be split."""
    if any(call.method in ON_BATCH and _is_of(call, models) for call in facts.method_calls):
        return NoSplit.ON_BATCH
    compiled = [call for call in facts.compile_calls if _is_of(call, models)]
    if not compiled or models - frozenset().union(*(constructions_of(call.receiver) for call in compiled)):
        return NoSplit.NO_COMPILE
    if accumulates and not all(compile_statement(port.script, call) for call in compiled):
        return NoSplit.UNNAMED_MODEL
    return NoSplit.FIXED_INPUTS if fixed_batch(port.script) is not None else None


def _is_of(call: MethodCall, models: frozenset[CallPath]) -> bool:
    return not models.isdisjoint(constructions_of(call.receiver))


def _split(port: Port, target: Target, fit_call: FitCall) -> MicroBatches | NoSplit:
    """How one call is split by itself."""
    if fit_call.opaque or fit_call.is_ambiguous or fit_call.input is Input.UNKNOWN:
        return NoSplit.UNKNOWN_INPUT
    if fit_call.input is Input.GENERATOR or fit_call.is_legacy:
        return _of_dataset(target, None) if become_datasets(port, fit_call) else NoSplit.GENERATOR
    batch = batch_of(fit_call)
    if fit_call.input is Input.DATASET:
        return _of_dataset(target, batch_of_dataset(fit_call))
    if _has_few_samples(port.script, fit_call, batch):
        return NoSplit.FEW_SAMPLES
    if fit_call.given("steps_per_epoch") and batch.node is None:
        return NoSplit.COUNTED
    if not batch.is_written_out:
        return NoSplit.COMPUTED
    accumulation = target.accumulation_of(batch.number)
    if accumulation is None:
        return NoSplit.UNKNOWN_BATCH
    parts = accumulation * target.replicas
    if parts == 1:
        return MicroBatches(batch, batch.quantity)
    if target.micro_batch is None and not (batch.number or 0) % parts:
        size = _shared_out(batch, parts)
        if batch.number is None:  # of which only so many parts are trained on
            batch = Batch(size.times(parts).written, UNKNOWN)
        return MicroBatches(batch, size, accumulation, replicas=target.replicas)
    number = target.micro_batch or max(1, round((batch.number or 0) / parts))
    whole = Batch(ast.Constant(number * parts), constant(number * parts))
    if _has_few_samples(port.script, fit_call, whole):
        return NoSplit.FEW_SAMPLES
    return MicroBatches(whole, fixed(number), accumulation, replicas=target.replicas)


def _has_few_samples(script: Script, fit_call: FitCall, batch: Batch) -> bool:
    """True if there are fewer samples than a batch, so that Keras trains on a partial one."""
    arrays = tuple(fit_call.arguments[name] for name in fit_call.row_arguments())
    number = fit_call.trained_on(Rows(script.file_of(fit_call.node), fit_call.facts, arrays).number)
    return number is not None and number < (batch.number or 0)


def _shared_out(batch: Batch, accumulation: int) -> Quantity:
    """The share of a batch that a micro-batch has, by the name of the batch size where it has one."""
    if batch.number is not None and isinstance(batch.expression, ast.Constant):
        return fixed(batch.number // accumulation)
    return batch.quantity // fixed(accumulation)


def _of_dataset(target: Target, number: int | None) -> MicroBatches | NoSplit:
    """The batches of a dataset are cut where they are taken; their size cannot be changed there."""
    accumulation = target.accumulation_of(number)
    if accumulation is None:
        return NoSplit.UNKNOWN_BATCH
    parts = accumulation * target.replicas
    if number is not None and number % parts:
        return NoSplit.UNEVEN
    size = fixed(number // parts) if number is not None else Quantity()
    batch = Batch(None, UNKNOWN) if number is None else Batch(ast.Constant(number), constant(number))
    return MicroBatches(batch, size, accumulation, replicas=target.replicas)


def batch_of_dataset(fit_call: FitCall) -> int | None:
    """The batch size of a dataset, where one call makes its batches and the script fixes the size."""
    value, facts = fit_call.value("x"), fit_call.facts.everywhere
    if not isinstance(value, Dataset) or value.micro_batches is None:
        return None
    sizes = {written_size(facts, origin) for origin in value.origins if isinstance(origin, ast.Call)}
    size = sizes.pop() if len(sizes) == 1 else None
    return None if size is None else size // value.micro_batches


def written_size(facts: Facts, batching: ast.Call) -> int | None:
    """The batch size that a call of `batch` is given, where the script fixes it."""
    return facts.value(facts.argument(batching, "tensorflow.data.Dataset.batch", "batch_size")).number
