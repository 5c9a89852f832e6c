"""Dataset uses: which arguments of fit calls a batch call leads to, and which must not lose its partial batch."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import are_means
from gpu2ipu.analysis.keras.dataset_loops import datasets_around
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.keras.rounded_steps import counts_all
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.data import Dataset, is_reshuffled, origins_of
from gpu2ipu.analysis.values.value import CallPath, Value
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.steps import own_steps_of
from gpu2ipu.records import record

#: Methods after which a partial batch is the last one still, or is gone.
_KEEP_THE_LAST = (
    "take",
    "skip",
    "map",
    "cache",
    "prefetch",
    "with_options",
    "cardinality",
    "as_numpy_iterator",
)


@record
class DatasetUse:
    """An argument of a fit call that a batch call leads to."""

    fit_call: FitCall
    name: str
    value: Value

    @property
    def trains(self) -> bool:
        """True if the model learns from it."""
        return self.name == "x" and self.fit_call.method == "fit"

    def paths(self, batching: ast.AST) -> frozenset[CallPath]:
        """Return the calls that lead to a batch call, on each path on which it makes the argument."""
        return _paths(self.value, batching)

    @property
    def steps_argument(self) -> str:
        """The argument that says how many batches the call takes."""
        return self.fit_call.steps_argument if self.name == "x" else "validation_steps"

    @property
    def is_cut_short(self) -> bool:
        """True if the call may take fewer batches than there are."""
        steps = self.steps_argument
        return self.fit_call.given(steps) and not counts_all(self.fit_call, self.name, steps)


def _paths(value: Value, batching: ast.AST) -> frozenset[CallPath]:
    made = value.batched_by if isinstance(value, Dataset) else ()
    return frozenset(path for path in made if path[-1] is batching)


@record
class Adaptation:
    """A dataset that a layer adapts on, batch by batch, on the host."""

    node: ast.expr
    value: Value

    def paths(self, batching: ast.AST) -> frozenset[CallPath]:
        """Return the calls that lead to a batch call, on each path on which it makes the dataset."""
        return _paths(self.value, batching)


@once
def uses_of_datasets(script: Script) -> Mapping[ast.AST, tuple[DatasetUse, ...]]:
    """Return the batch calls of datasets that feed a model, each with what it feeds."""
    found: dict[ast.AST, tuple[DatasetUse, ...]] = {}
    for fit_call in fit_calls_of(script):
        for name in ("x", "validation_data"):
            value = fit_call.value(name)
            for origin in origins_of(value):
                found[origin] = (*found.get(origin, ()), DatasetUse(fit_call, name, value))
    return MappingProxyType(found)


@once
def adapted_on(script: Script) -> Mapping[ast.AST, tuple[Adaptation, ...]]:
    """Return the batch calls of datasets that layers adapt on, each with what reads them: no sample may be missing."""
    found: dict[ast.AST, tuple[Adaptation, ...]] = {}
    facts = facts_of(script)
    for call in facts.adaptations:
        data = argument(call.node, 0, "data")
        if data is None:
            continue
        adaptation = Adaptation(data, facts.value(data))
        for origin in origins_of(adaptation.value):
            found[origin] = (*found.get(origin, ()), adaptation)
    return MappingProxyType(found)


def trained_by_hand(port: Port) -> tuple[set[ast.AST], set[ast.AST]]:
    """Return the batch calls whose datasets a custom training loop goes through, and what reads them there.

    A loop that only validates sees the partial batch too: its step is compiled once more for it.
    """
    facts = facts_of(port.script)
    origins: set[ast.AST] = set()
    readers: set[ast.AST] = set()
    for step in own_steps_of(port):
        for place in step.places if step.trains and step.hindrance is None else ():
            for iterable, datasets in datasets_around(facts, place):
                origins |= {origin for dataset in datasets for origin in origins_of(dataset)}
                readers |= set(ast.walk(iterable))
    return origins, readers


def keeps_remainder(port: Port, use: DatasetUse) -> bool:
    """True if no sample that a call takes of a dataset may be dropped, and a helper can take them all."""
    if use.name != "x" or not can_be_replaced(use):
        return False
    return use.fit_call.method == "predict" or _can_be_averaged(port, use)


def paths_to_all(port: Port, fed: Iterable[DatasetUse], batching: ast.AST) -> frozenset[CallPath]:
    """Return the calls that lead to a batch call on the paths on which something needs every sample of it."""
    keeping = (each.paths(batching) for each in fed if keeps_remainder(port, each))
    adapted = (each.paths(batching) for each in adapted_on(port.script).get(batching, ()))
    return frozenset().union(*keeping, *adapted)


def _can_be_averaged(port: Port, use: DatasetUse) -> bool:
    fit_call = use.fit_call
    is_exact = (
        port.target.exact_evaluation and fit_call.method == "evaluate" and are_means(fit_call) is not False
    )
    return is_exact and not is_reshuffled(use.value)


def can_be_replaced(use: DatasetUse) -> bool:
    """True if a call can take something else in place of a dataset."""
    fit_call = use.fit_call
    is_plain = fit_call.facts.given.get(fit_call.node) is None and not fit_call.given(use.steps_argument)
    return is_plain and isinstance(fit_call.node.func, ast.Attribute) and not use.value.may_be_none


def may_be_mixed(facts: Facts, batched: ast.Call) -> bool:
    """True if the partial batch of a call may come before others: its samples would fill up the batches after it."""
    return any(
        call.method not in _KEEP_THE_LAST
        for call in facts.method_calls
        if isinstance(call.receiver, Dataset) and batched in call.receiver.origins
    )
