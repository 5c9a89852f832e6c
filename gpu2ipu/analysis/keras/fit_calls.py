"""Feeds: what each call of `fit`, `evaluate` and `predict` is fed, read from its arguments."""

from __future__ import annotations

import ast
import enum
import functools
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import FEEDING, LEGACY_FEEDING
from gpu2ipu.analysis.library.port_helpers import template_of
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array, factors_of
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, items_in
from gpu2ipu.analysis.values.data import Dataset, Generator, Size, iterated
from gpu2ipu.analysis.values.divisors import fixed_divisor
from gpu2ipu.analysis.values.library_objects import KerasModel, ModelMethod
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import NoneValue, Value
from gpu2ipu.records import record

_METHODS = (*FEEDING, *LEGACY_FEEDING)

# Arguments that say nothing about rows or batches.
_WITHOUT_DATA = frozenset(
    ("epochs", "verbose", "callbacks", "class_weight", "initial_epoch", "validation_freq", "shuffle")
)

DEFAULT_BATCH = 32  # keras/engine/training.py: arrays without a batch size

# What is certain to be no number of samples or batches.
_NO_COUNTS = (Text, ListOrTuple, ListOf, Dict, DictOf, Array, Dataset, Generator)

# Sizes of a dataset that `len` refuses.
NO_LENGTH = (Size.UNSIZED, Size.INFINITE)


class Input(enum.Enum):
    """What kind of data a call is fed."""

    ARRAYS = "arrays"
    DATASET = "dataset"
    GENERATOR = "generator"
    UNKNOWN = "unknown"


@record
class FitCall:
    """One call of `fit`, `evaluate` or `predict`; a call that is evaluated several times is one feed."""

    facts: Facts
    call: MethodCall  # the first of them
    arguments: dict[str, ast.expr]
    opaque: bool  # has `*args` or `**kwargs` in which arguments may hide
    is_ambiguous: bool = False  # calls now this method, now another one
    calls: tuple[MethodCall, ...] = ()  # each time that it is evaluated

    @property
    def node(self) -> ast.Call:
        """The call."""
        return self.call.node

    @property
    def parameters(self) -> list[str]:
        """The names of the method's parameters in order; `generator` is called `x` here."""
        return list(map(_as_of_today, PARAMETERS[f"keras.Model.{self.written_method}"]))

    @property
    def written_method(self) -> str:
        """The method as the script calls it, perhaps an old name such as `fit_generator`."""
        return _written_method(self.facts, self.call)

    @property
    def is_legacy(self) -> bool:
        """True if it is one of the old methods for generators."""
        return self.written_method in LEGACY_FEEDING

    @property
    def method(self) -> str:
        """`fit`, `evaluate` or `predict`."""
        return self.call.method

    def value(self, name: str) -> Value:
        """Return what an argument stands for; unknown when it is not given."""
        return self.facts.value(self.arguments.get(name))

    def values(self, name: str) -> tuple[Value, ...]:
        """Return what an argument stands for in each call that passes it."""
        parameters = PARAMETERS[f"keras.Model.{self.written_method}"]
        found = (call.arguments.of(parameters, name) for call in self.calls)
        return tuple(value for value in found if value is not None)

    def given(self, name: str) -> bool:
        """True if an argument is given and says something: not `None`, not a `validation_split` of nothing."""
        value = self.value(name)
        return name in self.arguments and not isinstance(value, NoneValue) and value.constant != 0.0

    def given_steps(self, name: str) -> Quantity:
        """Return the steps that are given; unknown where they are no number of batches, as -1, which is without end."""
        value, node = self.value(name), self.arguments.get(name)
        if isinstance(value, _NO_COUNTS) or (value.number is not None and value.number < 1):
            return Quantity()
        return Quantity(value.number, node, factor=fixed_divisor(factors_of(value)))

    def trained_on(self, samples: int | None) -> int | None:
        """Return on how many of so many samples `fit` trains: those that a `validation_split` leaves, rounded down.

        Source: `train_validation_split` in keras/engine/data_adapter.py.
        """
        if samples is None or not self.given("validation_split"):
            return samples
        share = self.value("validation_split").constant
        return int(samples * (1.0 - share)) if isinstance(share, float) else None

    @functools.cached_property
    def input(self) -> Input:
        """The kind of data, from `x`; a `y` beside an unknown `x` can only belong to arrays."""
        x = self.arguments.get("x")
        found = input_of(self.value("x"), self.given("y") or _is_sum_of_inputs(x) or _is_slice(x))
        if found is Input.UNKNOWN and self.is_legacy:
            return Input.GENERATOR
        return Input.ARRAYS if found is Input.UNKNOWN and self._is_fed_with_targets() else found

    def _is_fed_with_targets(self) -> bool:
        """True if the inputs of a call are a pair with targets in another call of its function."""
        x, function = self.arguments.get("x"), self.call.stack[-1].function
        if not isinstance(x, ast.Name) or iterated(self.facts.value(x)) or isinstance(function, ast.Lambda):
            return False
        home = function or self.facts.script.file_of(x).tree
        if len(bindings_of(self.facts.script).made_in(home, x.id)) > 1:
            return False
        calls = (call for call in self.facts.method_calls if call.method in FEEDING)
        others = (
            call for call in calls if call.stack[-1].function is function and call.node is not self.node
        )
        return any(x.id in _with_targets(_read(self.facts, (call,))) for call in others)

    @property
    def is_sparse(self) -> bool:
        """True if a sparse matrix of SciPy is among the data."""
        data = (self.value(name) for name in ("x", "y", "validation_data"))
        return any(_has_sparse(value) for value in data)

    @property
    def steps_argument(self) -> str:
        """The keyword that says how many batches to take."""
        return "steps_per_epoch" if self.method == "fit" else "steps"

    def endless(self) -> Iterator[tuple[str, str]]:
        """Yield the arguments with a dataset of unknown or infinite size, each with the argument that limits it."""
        if self.opaque:
            return
        for data, steps in (("x", self.steps_argument), ("validation_data", "validation_steps")):
            value = self.value(data)
            if isinstance(value, Dataset) and value.size in NO_LENGTH and not self.given(steps):
                yield data, steps

    def row_arguments(self) -> Iterator[str]:
        """Yield the arguments that hold one entry for each row."""
        yield from (name for name in ("x", "y", "sample_weight") if self.given(name))


def _has_sparse(value: Value) -> bool:
    if isinstance(value, Array):
        return value.container == "sparse"
    return any(map(_has_sparse, items_in(value)))


def _with_targets(fit_call: FitCall) -> Iterator[str]:
    """The names that a call has in a pair of inputs and targets: they can only stand for arrays."""
    x, validation = fit_call.arguments.get("x"), fit_call.arguments.get("validation_data")
    pairs = [x] if fit_call.given("y") else []
    if isinstance(validation, (ast.Tuple, ast.List)) and len(validation.elts) > 1:
        pairs.append(validation.elts[0])
    yield from (node.id for node in pairs if isinstance(node, ast.Name))


def _is_slice(node: ast.expr | None) -> bool:
    """True for `x[:7]`: neither datasets nor generators can be sliced."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_sum_of_inputs(node: ast.expr | None) -> bool:
    """True if an expression is certainly a list of arrays, as `[x] + states` is: the inputs of a model."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)):
        return False
    sides = (node.left, node.right)
    written = (item for side in sides if isinstance(side, ast.List) for item in side.elts)
    names = any(isinstance(item, (ast.Name, ast.Attribute, ast.Subscript)) for item in written)
    return names or any(map(_is_sum_of_inputs, sides))


def may_be_count(value: Value) -> bool:
    """Return False for what is certain to be no positive integer, such as a list."""
    if isinstance(value, Number) and value.constant is not None:
        return type(value.constant) is int and value.constant > 0
    return not isinstance(value, _NO_COUNTS)


def input_of(x: Value, has_targets: bool) -> Input:
    """Return what kind of data a value is, as Keras would take it."""
    if isinstance(x, Dataset):
        return Input.DATASET
    if isinstance(x, Generator):
        return Input.GENERATOR
    if isinstance(x, (Array, ListOrTuple, Dict)) or has_targets or _is_list_of_rows(x):
        return Input.ARRAYS
    return Input.UNKNOWN


def _is_list_of_rows(value: Value) -> bool:
    """True for a list of numbers, arrays or lists; iterators such as that of `zip` have none of these as items."""
    if not isinstance(value, ListOf):
        return False
    item = value.item
    return isinstance(item, (Array, Number)) or (
        isinstance(item, (ListOf, ListOrTuple)) and bool(item.container)
    )


@once
def fit_calls_of(script: Script) -> tuple[FitCall, ...]:
    """Return the calls of `fit`, `evaluate` and `predict` in a script, in the order in which they are first reached."""
    facts = facts_of(script)
    found: dict[ast.Call, list[MethodCall]] = {}
    for call in facts.method_calls:
        if (
            not isinstance(call.receiver, KerasModel)
            or call.method not in FEEDING
            or template_of(call.stack[-1].function) is not None
        ):
            continue
        found.setdefault(call.node, []).append(call)
    return tuple(_read(facts, tuple(calls)) for calls in found.values())


def _written_method(facts: Facts, call: MethodCall) -> str:
    func = call.node.func
    if isinstance(func, ast.Attribute) and func.attr in _METHODS:
        return func.attr
    method = facts.value(func)
    return method.name if isinstance(method, ModelMethod) and method.name in _METHODS else call.method


def _as_of_today(parameter: str) -> str:
    return "x" if parameter == "generator" else parameter


def _read(facts: Facts, calls: tuple[MethodCall, ...]) -> FitCall:
    call, is_ambiguous = calls[0], len({call.method for call in calls}) > 1
    written, node = _written_method(facts, call), call.node
    given = facts.given.get(node)
    opaque = given is not None and (
        not given.complete or bool(given.uncertain - _WITHOUT_DATA) or written in LEGACY_FEEDING
    )
    passed = facts.arguments(node, f"keras.Model.{written}")
    arguments = {_as_of_today(name): value for name, value in passed.items()}
    settled = call.method != "fit" and {"x", "batch_size"} <= arguments.keys()
    return FitCall(facts, call, arguments, opaque and not settled, is_ambiguous, calls)
