"""The inputs of a model, beside arrays: datasets of tf.data and generators."""

from __future__ import annotations

import ast
import enum

from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath, Value, join, joined_parts, same
from gpu2ipu.records import record


class Batching(enum.Enum):
    """How a dataset's elements relate to batches."""

    UNKNOWN = "unknown"
    NONE = "none"  # single rows
    PARTIAL = "partial"  # the last batch may be partial
    WHOLE = "whole"


class Size(enum.Enum):
    """True if `len(dataset)` works."""

    UNKNOWN = "unknown"
    KNOWN = "known"
    UNSIZED = "unsized"  # filter, from_generator, flat_map: cardinality unknown
    INFINITE = "infinite"


@record(slots=True)
class Dataset(Value):
    """A dataset of tf.data."""

    # the parts of an element
    parts: tuple[Value, ...] = ()
    # how many elements, where the script fixes it
    length: int | None = None
    batching: Batching = Batching.UNKNOWN
    size: Size = Size.UNKNOWN
    # the batch calls in it, each with the calls that lead to it
    batched_by: frozenset[CallPath] = frozenset()
    # rows in the last, partial batch of its last batch call, where known
    remainder: int | None = None
    # into how many micro-batches a helper of a port cuts each batch of its last batch call; None where not known
    micro_batches: int | None = 1
    # True if each pass may have another order
    is_reshuffled: bool = False

    @property
    def origins(self) -> frozenset[ast.AST]:
        """The batch calls in it."""
        return frozenset(path[-1] for path in self.batched_by)

    def join(self, other: Value) -> Value:
        """Return a dataset of what both have in common, made by the batch calls of either."""
        if not isinstance(other, Dataset):
            return UNKNOWN
        return Dataset(
            joined_parts(self.parts, other.parts),
            same(self.length, other.length, None),
            _weaker(self.batching, other.batching),
            same(self.size, other.size, Size.UNKNOWN),
            self.batched_by | other.batched_by,
            same(self.remainder, other.remainder, None),
            same(self.micro_batches, other.micro_batches, None),
            self.is_reshuffled or other.is_reshuffled,
        )


def _weaker(first: Batching, second: Batching) -> Batching:
    if first is second:
        return first
    return Batching.PARTIAL if Batching.PARTIAL in (first, second) else Batching.UNKNOWN


def origins_of(value: Value) -> frozenset[ast.AST]:
    """Return the batch calls in a dataset; none of what is no dataset."""
    return value.origins if isinstance(value, Dataset) else frozenset()


def length_of(value: Value) -> int | None:
    """Return how many elements a dataset has, or None."""
    return value.length if isinstance(value, Dataset) else None


def remainder_of(value: Value) -> int | None:
    """Return the rows in the last, partial batch of a dataset, or None."""
    return value.remainder if isinstance(value, Dataset) else None


def is_reshuffled(value: Value) -> bool:
    """True if a dataset may have another order each time that it is read, so that it cannot be read in parts."""
    return isinstance(value, Dataset) and value.is_reshuffled


@record(slots=True)
class Generator(Value):
    """What gives batches one by one, and is neither dataset nor array."""

    def join(self, other: Value) -> Value:
        """Some generator."""
        return Generator() if isinstance(other, Generator) else UNKNOWN


@record(slots=True)
class PythonGenerator(Generator):
    """What a generator function or expression gives."""

    item: Value | None = None

    def join(self, other: Value) -> Value:
        """Return a Python generator of the item of both."""
        if not isinstance(other, PythonGenerator):
            return Generator.join(self, other)
        if self.item is None or other.item is None:
            return PythonGenerator()
        return PythonGenerator(join(self.item, other.item))


@record(slots=True)
class KerasSequence(Generator):
    """An instance of a subclass of `keras.utils.Sequence`."""

    name: str = ""
    definition: ast.AST | None = None

    def join(self, other: Value) -> Value:
        """Return an instance of the class of both."""
        if not isinstance(other, KerasSequence):
            return Generator.join(self, other)
        definition = self.definition if self.definition is other.definition else None
        return KerasSequence(same(self.name, other.name, ""), definition)


@record(slots=True)
class ImageFlow(Generator):
    """What `ImageDataGenerator.flow…` gives."""

    name: str = ""
    # how many full batches, where the script fixes it
    full_batches: int | None = None

    def join(self, other: Value) -> Value:
        """Return an iterator over as many batches, where both have as many."""
        if not isinstance(other, ImageFlow):
            return Generator.join(self, other)
        return ImageFlow(same(self.name, other.name, ""), same(self.full_batches, other.full_batches, None))


def iterated(value: Value) -> tuple[Value, ...]:
    """Return what is known of the items of a list, dict, dataset or generator."""
    if isinstance(value, Dataset):
        return value.parts
    if isinstance(value, PythonGenerator):
        return () if value.item is None else (value.item,)
    return items_in(value)
