"""What comes from libraries: by its qualified name, and objects of Keras, of the IPU and of tf.distribute."""

from __future__ import annotations

import ast
import functools
from dataclasses import field
from typing import TypeVar

from gpu2ipu.analysis.values.containers import Dict
from gpu2ipu.analysis.values.definitions import Instance
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath, Value, altered, join, joined_parts, same
from gpu2ipu.records import record


@record(slots=True)
class External(Value):
    """A module, class, function or object from outside the script, by its qualified name."""

    name: str = field()
    # the call that creates it, of a loss, or the subclass of the script that it is an instance of
    definition: ast.AST | None = None


_NO_KEYWORDS = Dict()


@record(slots=True)
class PartialFunction(External):
    """What `functools.partial` gives: a function, and arguments for it; the definition is the call of `partial`."""

    function: Value = UNKNOWN
    positional: tuple[Value, ...] = ()
    keywords: Dict = _NO_KEYWORDS


@record(slots=True)
class RateSchedule(External):
    """An object of Keras that gives the learning rate of an update."""


@record(slots=True)
class Slice(External):
    """`slice(start, stop, step)`."""

    bounds: tuple[Value, ...] = ()


@record(slots=True)
class DatasetTransformation(External):
    """A function of `tf.data` for `Dataset.apply`, with the first argument that it was made with."""

    argument: Value = UNKNOWN


@functools.lru_cache(maxsize=4096)
def external(name: str) -> External:
    """Something from outside of the script, by its qualified name."""
    return External(name)


L = TypeVar("L", bound="LibraryObject")


@record(slots=True)
class LibraryObject(Value):
    """An instance of a class of a library, by the qualified name of the class."""

    name: str = ""

    def join(self, other: Value) -> Value:
        """Return an instance of the class of both."""
        return self._named_as(other) if type(other) is type(self) else UNKNOWN

    def _named_as(self: L, other: Value) -> L:
        return self if self.name == other.name else altered(self, name="")


@record(slots=True)
class _AnyStrategy(LibraryObject):
    """A strategy, of whichever library."""

    def join(self, other: Value) -> Value:
        """Return a strategy of the class of both; the default strategy is what others fall back on."""
        if isinstance(self, DefaultStrategy) and isinstance(other, _AnyStrategy):
            return other if isinstance(other, DefaultStrategy) else other.join(self)
        return self if isinstance(other, DefaultStrategy) else LibraryObject.join(self, other)


@record(slots=True)
class Strategy(_AnyStrategy):
    """An IPUStrategy, or perhaps what stands in for it where there is no IPU."""

    may_be_stand_in: bool = False

    def join(self, other: Value) -> Value:
        """Return the strategy; an object of the script that has a scope as well stands in for it."""
        if isinstance(other, Strategy):
            joined = self._named_as(other)
            return altered(joined, may_be_stand_in=self.may_be_stand_in or other.may_be_stand_in)
        if isinstance(other, DefaultStrategy) or stands_in(other):
            return altered(self, may_be_stand_in=True)
        return _AnyStrategy.join(self, other)


@record(slots=True)
class TfDistributeStrategy(_AnyStrategy):
    """A strategy of tf.distribute."""


@record(slots=True)
class DefaultStrategy(_AnyStrategy):
    """What `tf.distribute.get_strategy()` gives outside of a scope: the strategy that changes nothing."""


def stands_in(value: Value) -> bool:
    """True if a value is an object of a class of the script that has a `scope`, or is one."""
    definition = value.definition if isinstance(value, Instance) else None
    if not isinstance(definition, ast.ClassDef):
        return False
    names = (getattr(node, "name", getattr(node, "attr", "")) for node in ast.walk(definition))
    return not {"scope", "__enter__"}.isdisjoint(names)


def is_strategy(value: Value) -> bool:
    """True if a value is a strategy, of whichever library."""
    return isinstance(value, _AnyStrategy)


@record(slots=True)
class StrategyScope(Value):
    """`strategy.scope` without a call."""

    strategy: Value = UNKNOWN


@record(slots=True)
class IpuConfig(LibraryObject):
    """An IPUConfig."""


@record(slots=True)
class KerasObject(LibraryObject):
    """An instance of a class of Keras, or of a subclass that the script defines."""

    definition: ast.AST | None = None

    def _named_as(self: L, other: Value) -> L:
        same_class = self.definition is other.definition
        name = self.name if self.name == other.name else ""
        return altered(self, name=name, definition=self.definition if same_class else None)


@record(slots=True)
class Optimizer(KerasObject):
    """A Keras optimizer."""


@record(slots=True)
class Metric(KerasObject):
    """A Keras metric."""


@record(slots=True)
class _Constructed(KerasObject):
    """What is told apart from others of its class by the calls that construct it."""

    # the calls that lead to its constructor, and that
    constructed_by: frozenset[CallPath] = frozenset()


@record(slots=True)
class KerasLayer(_Constructed):
    """A Keras layer."""

    def join(self, other: Value) -> Value:
        """Either layer."""
        if not isinstance(other, KerasLayer):
            return UNKNOWN
        return altered(self._named_as(other), constructed_by=self.constructed_by | other.constructed_by)


@record(slots=True)
class KerasModel(_Constructed):
    """A Keras model."""

    # its outputs, where they can be counted
    outputs: tuple[Value, ...] = ()
    # its inputs, of a functional model
    inputs: tuple[Value, ...] = ()

    def join(self, other: Value) -> Value:
        """Either model."""
        if not isinstance(other, KerasModel):
            return UNKNOWN
        return altered(
            self._named_as(other),
            constructed_by=self.constructed_by | other.constructed_by,
            outputs=joined_parts(self.outputs, other.outputs),
            inputs=joined_parts(self.inputs, other.inputs),
        )


def constructions_of(value: Value) -> frozenset[CallPath]:
    """Return the constructor calls of a model, each with the calls that lead to it; none of what is no model."""
    return value.constructed_by if isinstance(value, KerasModel) else frozenset()


@record(slots=True)
class ModelMethod(Value):
    """`model.fit` without a call: what is called later, under another name; "" for any of a model's methods."""

    name: str = field()
    owner: KerasModel

    def join(self, other: Value) -> Value:
        """Return a method of either model; methods of two names have no name."""
        if not isinstance(other, ModelMethod):
            return UNKNOWN
        owner = join(self.owner, other.owner)
        assert isinstance(owner, KerasModel)
        return ModelMethod(same(self.name, other.name, ""), owner)


@record(slots=True)
class History(Value):
    """What `fit` gives, which knows its model."""

    model: KerasModel

    def join(self, other: Value) -> Value:
        """Return the history of either model."""
        if not isinstance(other, History):
            return UNKNOWN
        model = join(self.model, other.model)
        assert isinstance(model, KerasModel)
        return History(model)
