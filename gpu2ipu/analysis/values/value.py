"""Kinds: what an expression stands for, as far as reading the script can tell.

`Value` is the answer for one expression; `join` is the answer where two ways through the script meet. What the ways do
not agree on becomes unknown, and unknown is an answer: rules leave such code alone.
"""

from __future__ import annotations

import ast
import enum
import functools
from collections.abc import Mapping

from gpu2ipu.lazy_dataclass import dataclass


class Kind(enum.Enum):
    """What a value is."""

    UNKNOWN = "unknown"
    NONE = "none"
    CONSTANT = "constant"  # a number, string or truth value
    EXTERNAL = "external"  # a module, class or function from outside the script
    FUNCTION = "function"  # defined in the script; without a definition: any of its items
    CLASS = "class"  # defined in the script
    MODULE = "module"  # a file of the program, imported
    INSTANCE = "instance"  # of a class of the script that is neither model nor layer
    COLLECTION = "collection"  # list or tuple, or the values of a dict
    ARRAY = "array"  # what can be cut by rows: NumPy array, tensor, DataFrame
    SYMBOL = "symbol"  # a Keras symbolic tensor
    LAYER = "layer"
    MODEL = "model"
    OPTIMIZER = "optimizer"
    METRIC = "metric"
    DATASET = "dataset"  # tf.data
    GENERATOR = "generator"  # Python generator, keras.utils.Sequence, ImageDataGenerator iterator
    STRATEGY = "strategy"  # an IPUStrategy
    OTHER_STRATEGY = "other strategy"  # of tf.distribute
    CONFIG = "config"  # an IPUConfig


class Batching(enum.Enum):
    """How a dataset's elements relate to batches."""

    UNKNOWN = "unknown"
    NONE = "none"  # single rows
    PARTIAL = "partial"  # the last batch may be short
    WHOLE = "whole"


class Size(enum.Enum):
    """Whether `len(dataset)` works."""

    UNKNOWN = "unknown"
    KNOWN = "known"
    UNSIZED = "unsized"  # filter, from_generator, flat_map: cardinality unknown
    INFINITE = "infinite"


Constant = int | float | str | bool


@dataclass(frozen=True)
class Value:
    """What is known of an expression. Fields that do not belong to the kind keep their defaults."""

    kind: Kind = Kind.UNKNOWN
    # EXTERNAL: qualified name; MODEL, GENERATOR: that of its class, see `known`
    name: str = ""
    constant: Constant | None = None
    # COLLECTION: its items; DATASET: the parts of an element
    items: tuple[Value, ...] = ()
    is_dict: bool = False
    # COLLECTION of a dict: the keys of its items, where all are known
    keys: tuple[Constant, ...] | None = None
    # FUNCTION, CLASS, INSTANCE …: where it is defined; MODULE: its tree; a loss: where it is made
    definition: ast.AST | None = None
    # FUNCTION, UNKNOWN: the object that it is a method of
    owner: Value | None = None
    # DATASET: the batch calls in it
    origins: frozenset[ast.AST] = frozenset()
    # MODEL: the calls that lead to its constructor, and that
    constructed_by: frozenset[tuple[ast.AST, ...]] = frozenset()
    # ARRAY: number of rows, GENERATOR: of whole batches, where the script fixes it
    rows: int | None = None
    # ARRAY: "int64" …, where the script fixes it; CONSTANT: the type that NumPy gives it
    dtype: str = ""
    # ARRAY: "tensor" or "table" (of pandas); else a NumPy array, as far as is known; COLLECTION and
    # lists of unknown length: "list" or "tuple", where that counts
    container: str = ""
    # numbers and ARRAY rows: source text of known divisors
    factors: frozenset[str] = frozenset()
    # numbers and ARRAY rows: source text of what this fills up to a multiple of
    fills: frozenset[str] = frozenset()
    # ARRAY: without an axis of rows, so that it is spread over those of another one
    lacks_rows: bool = False
    # on some way through the script it is `None` instead
    may_be_none: bool = False
    # an item of a dict that on some way through the script does not have it
    may_be_missing: bool = False
    # number: found by testing that it divides a number of rows
    divides_rows: bool = False
    batching: Batching = Batching.UNKNOWN
    size: Size = Size.UNKNOWN
    # DATASET: rows that its last batch call drops, where known
    remainder: int | None = None

    def __eq__(self, other: object) -> bool:
        """Like the one of a dataclass, which makes two tuples first; values are compared all the time."""
        return self is other or (isinstance(other, Value) and vars(self) == vars(other))

    @property
    def is_unknown(self) -> bool:
        """Nothing is known."""
        return self.kind is Kind.UNKNOWN

    @property
    def is_method(self) -> bool:
        """A method of a model, not called yet."""
        return self.kind is Kind.UNKNOWN and self.owner is not None

    @property
    def is_list(self) -> bool:
        """A list, of unknown length, of one kind of item."""
        return self.kind is Kind.UNKNOWN and bool(self.items)

    @property
    def entries(self) -> dict[Constant, Value]:
        """The items of a dict by their keys; empty where these are not known."""
        return dict(zip(self.keys or (), self.items))

    @property
    def number(self) -> int | None:
        """The whole number that this is, or None."""
        return self.constant if type(self.constant) is int else None


def altered(value: Value, **fields: object) -> Value:
    """A value with other fields: what `dataclasses.replace` gives, several times faster, since many values are made."""
    assert fields.keys() <= Value.__dataclass_fields__.keys(), fields
    copy = object.__new__(Value)
    vars(copy).update(vars(value), **fields)
    return copy


UNKNOWN = Value()
NONE = Value(Kind.NONE)


# What NumPy makes of Python's own numbers and strings (64-bit Linux, NumPy 1 and 2).
_NUMPY_TYPES = {bool: "bool", int: "int64", float: "float64", str: "str"}


@functools.lru_cache(maxsize=4096, typed=True)
def constant(value: Constant) -> Value:
    """The value of a literal."""
    factors = frozenset({str(value)}) if type(value) is int else frozenset()
    return Value(Kind.CONSTANT, constant=value, factors=factors, dtype=_NUMPY_TYPES[type(value)])


@functools.lru_cache(maxsize=4096)
def external(name: str) -> Value:
    """Something from outside of the script, by its qualified name."""
    return Value(Kind.EXTERNAL, name=name)


def array(rows: int | None = None, dtype: str = "") -> Value:
    """An array of which perhaps the number of rows and the element type are known."""
    return Value(Kind.ARRAY, rows=rows, dtype=dtype)


def tensor(rows: int | None = None, dtype: str = "") -> Value:
    """The same, of TensorFlow."""
    return Value(Kind.ARRAY, rows=rows, dtype=dtype, container="tensor")


def part_of(whole: Value, rows: int | None = None) -> Value:
    """Some of an array, of which perhaps the number of rows is known."""
    return Value(Kind.ARRAY, rows=rows, dtype=whole.dtype, container=whole.container)


def collection(*items: Value) -> Value:
    """A list or tuple."""
    return Value(Kind.COLLECTION, items=items)


def dict_of(entries: Mapping[Constant, Value] | Mapping[str, Value]) -> Value:
    """A dict of which all keys are known."""
    return Value(Kind.COLLECTION, items=tuple(entries.values()), is_dict=True, keys=tuple(entries))


def list_of(*items: Value) -> Value:
    """A list of unknown length; all that is known of an item is what these have in common."""
    return Value(items=(functools.reduce(join, items),)) if items else UNKNOWN


def any_of(*functions: Value) -> Value:
    """One of several functions; of methods nothing is known then."""
    if any(function.owner is not None for function in functions):
        return UNKNOWN
    each = dict.fromkeys(one for function in functions for one in (function.items or (function,)))
    return Value(Kind.FUNCTION, items=tuple(each))


def join(first: Value, second: Value) -> Value:
    """What is known when either value may be meant. `None` gives way to the other value, which is then marked."""
    if first == second:
        return first
    if Kind.NONE in (first.kind, second.kind):
        return altered(second if first.kind is Kind.NONE else first, may_be_none=True)
    if first.is_list and _is_empty(second):
        return first
    if second.is_list and _is_empty(first):
        return second
    if first.kind is not second.kind:
        return UNKNOWN
    if first.kind is Kind.FUNCTION and first.definition is not second.definition:
        return any_of(first, second)
    if first.kind in (Kind.FUNCTION, Kind.CLASS, Kind.MODULE, Kind.INSTANCE, Kind.EXTERNAL) and (
        first.definition is not second.definition or first.name != second.name
    ):
        return UNKNOWN
    if first.keys is not None and second.keys is not None and first.keys != second.keys:
        return _join_dicts(first, second)
    same_length = len(first.items) == len(second.items) and first.is_dict == second.is_dict
    if first.kind is Kind.COLLECTION and not same_length:
        return UNKNOWN
    return altered(
        first,
        name=first.name if first.name == second.name else "",
        definition=first.definition if first.definition is second.definition else None,
        constant=first.constant if first.constant == second.constant else None,
        items=tuple(map(join, first.items, second.items)) if same_length else (),
        owner=_joined_owner(first, second),
        origins=first.origins | second.origins,
        constructed_by=first.constructed_by | second.constructed_by,
        rows=first.rows if first.rows == second.rows else None,
        dtype=first.dtype if first.dtype == second.dtype else "",
        container=first.container if first.container == second.container else "",
        factors=first.factors & second.factors,
        fills=first.fills & second.fills,
        keys=first.keys if first.keys == second.keys else None,
        lacks_rows=first.lacks_rows and second.lacks_rows,
        may_be_none=first.may_be_none or second.may_be_none,
        may_be_missing=first.may_be_missing or second.may_be_missing,
        divides_rows=first.divides_rows and second.divides_rows,
        batching=_weaker(first.batching, second.batching),
        size=first.size if first.size is second.size else Size.UNKNOWN,
        remainder=first.remainder if first.remainder == second.remainder else None,
    )


def _joined_owner(first: Value, second: Value) -> Value | None:
    """Of methods of two models, either model; a method of another name has no name then."""
    if first.owner == second.owner:
        return first.owner
    if not (first.is_method and second.is_method) or first.owner is None or second.owner is None:
        return None
    owner = join(first.owner, second.owner)
    return owner if owner.kind is Kind.MODEL else None


def _join_dicts(first: Value, second: Value) -> Value:
    """Dicts with different keys: what only one of them has may be missing."""
    ours, theirs = first.entries, second.entries
    entries: dict[Constant, Value] = {}
    for key in dict.fromkeys((*ours, *theirs)):
        if key in ours and key in theirs:
            entries[key] = join(ours[key], theirs[key])
        else:
            entries[key] = altered(ours.get(key) or theirs[key], may_be_missing=True)
    return dict_of(entries)


def _is_empty(value: Value) -> bool:
    return value.kind is Kind.COLLECTION and not value.items


def _weaker(first: Batching, second: Batching) -> Batching:
    if first is second:
        return first
    return Batching.PARTIAL if Batching.PARTIAL in (first, second) else Batching.UNKNOWN
