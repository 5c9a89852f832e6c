"""What functions and methods of `tf.data` give back: datasets, how they are batched and whether their size is known."""

from __future__ import annotations

from typing import TypeGuard

from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.values.arrays import Array, array, part_of, tensor
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple, collection, items_in
from gpu2ipu.analysis.values.data import Batching, Dataset, PythonGenerator, Size
from gpu2ipu.analysis.values.dtypes import dtype_of
from gpu2ipu.analysis.values.library_objects import DatasetTransformation, External
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered, each_of

# Methods, and functions for `apply`, after which TensorFlow 2.6 does not know the size.
_UNSIZED = (
    "bucket_by_sequence_length",
    "filter",
    "flat_map",
    "group_by_window",
    "ignore_errors",
    "interleave",
    "parallel_interleave",
    "rejection_resample",
    "take_while",
    "unbatch",
    "unique",
)
# Of these the ones that leave the elements as they are.
_SAME_ELEMENTS = ("filter", "ignore_errors", "take_while", "unique")
# Classes, and functions that make a dataset, whose size it does not know.
_UNSIZED_SOURCES = (
    "FixedLengthRecordDataset",
    "SqlDataset",
    "TFRecordDataset",
    "TextLineDataset",
    "make_csv_dataset",
)
# Methods by which a script reads the elements itself.
# Methods that give a dataset of as many elements.
AS_MANY_ELEMENTS = ("map", "shuffle", "cache", "prefetch", "with_options")
READERS = ("as_numpy_iterator", "make_one_shot_iterator", "reduce", "cardinality", "save")
FLATTENERS = ("flat_map", "interleave")
BATCHERS = ("batch", "padded_batch", "ragged_batch")


def dataset_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function of `tf.data` gives; None for anything else."""
    if not name.startswith("tensorflow.data.") or name.rpartition(".")[2] in ("Options", "AUTOTUNE"):
        return None
    function = name.rpartition(".")[2]
    first = arguments.first("tensors", "datasets", "generator") or UNKNOWN
    if function == "from_tensor_slices":
        rows = next((rows for part in _leaves(first) if (rows := _rows(part)) is not None), None)
        is_tuple = isinstance(first, ListOrTuple) and not _is_one_array(first)
        parts = tuple(map(_element, items_in(first) if is_tuple else (first,)))
        return Dataset(parts, rows, Batching.NONE, Size.KNOWN)
    if function == "range":
        only = first.number if len(arguments.positional) == 1 else None
        return Dataset((array(dtype="int64"),), only, Batching.NONE, Size.KNOWN)
    if function == "zip":
        return _zip(first)
    if function == "assert_cardinality" or function in _UNSIZED:
        return DatasetTransformation(name, argument=next(iter(arguments.positional), UNKNOWN))
    if function == "list_files":
        return Dataset(batching=Batching.NONE, size=Size.KNOWN)
    if function == "from_generator":
        return Dataset(_generated(arguments), batching=Batching.NONE, size=Size.UNSIZED)
    if function == "CsvDataset":
        columns = arguments.of(("filenames", "record_defaults"), "record_defaults") or UNKNOWN
        parts = tuple(map(_element_of_types, items_in(columns))) if isinstance(columns, ListOrTuple) else ()
        return Dataset(parts, batching=Batching.NONE, size=Size.UNSIZED)
    if function in ("sample_from_datasets", "choose_from_datasets"):
        mixed = each_of(items_in(first))
        return altered(mixed if isinstance(mixed, Dataset) else Dataset(), length=None, size=Size.UNSIZED)
    if function in _UNSIZED_SOURCES:
        batching = Batching.UNKNOWN if function == "make_csv_dataset" else Batching.NONE
        return Dataset(batching=batching, size=Size.UNSIZED)
    if function in ("Counter", "random"):
        return Dataset((tensor(dtype="int64"),), batching=Batching.NONE, size=Size.INFINITE)
    if name.startswith("tensorflow.data.Dataset.") or is_class_name(name):
        return Dataset()
    return None


def _generated(arguments: Arguments) -> tuple[Value, ...]:
    """The parts of an element of `from_generator`, of which the types are said one way or the other."""
    parameters = PARAMETERS["tensorflow.data.Dataset.from_generator"]
    said = (arguments.of(parameters, name) for name in ("output_signature", "output_types"))
    element = _element_of_types(next((value for value in said if value is not None), UNKNOWN))
    return element.items if isinstance(element, ListOrTuple) else (element,)


def _element_of_types(types: Value) -> Value:
    """An element, by its types or by `TensorSpec`s, which are like the tensors that they specify."""
    if isinstance(types, (ListOrTuple, Dict)):
        return altered(types, items=tuple(map(_element_of_types, types.items)))
    return tensor(dtype=types.dtype if isinstance(types, Array) else dtype_of(types))


def _leaves(value: Value) -> tuple[Value, ...]:
    """The arrays of tuples and dicts, and the lists in them, each of which becomes one array."""
    if isinstance(value, (ListOrTuple, Dict)) and not _is_one_array(value):
        return tuple(leaf for item in value.items for leaf in _leaves(item))
    return (value,)


def _is_one_array(value: Value) -> TypeGuard[ListOrTuple]:
    """True if TensorFlow makes one array of something: of a list, whatever is in it, and of a row of numbers."""
    if not isinstance(value, ListOrTuple):
        return False
    return value.container == "list" or all(isinstance(item, (Number, Text)) for item in value.items)


def _rows(value: Value) -> int | None:
    """The rows of an array, or of a list, which has one for each item."""
    if _is_one_array(value):
        return len(value.items)
    return value.rows if isinstance(value, Array) else value.length if isinstance(value, Dataset) else None


def _element(value: Value) -> Value:
    """One row of an array, or a tuple or dict of such rows."""
    if _is_one_array(value) or (isinstance(value, ListOf) and value.container != "tuple"):
        return array(dtype=_item_type(items_in(value)))
    if isinstance(value, (ListOrTuple, Dict)):
        return altered(value, items=tuple(map(_element, value.items)))
    return part_of(value) if isinstance(value, Array) else value


def _item_type(items: tuple[Value, ...]) -> str:
    """The type of a list's elements, arrays or strings; that of numbers is TensorFlow's choice, not NumPy's."""
    types = {item.dtype for item in items if isinstance(item, Array) or item.dtype == "str"}
    return types.pop() if len(types) == 1 and all(item.dtype for item in items) else ""


def _zip(datasets: Value) -> Dataset:
    """Datasets side by side, in any structure: an element has the same one."""
    parts = [leaf for leaf in _leaves(datasets) if isinstance(leaf, Dataset)]
    if not parts:
        return Dataset()
    result = each_of(parts)
    assert isinstance(result, Dataset)
    elements = map(_element_of, datasets.items if isinstance(datasets, ListOrTuple) else (datasets,))
    return altered(result, **_shortest(parts), parts=tuple(elements))


def _shortest(parts: list[Dataset]) -> dict[str, object]:
    """Rows and size of datasets side by side: those of the shortest."""
    sizes = {part.size for part in parts}
    for size in (Size.UNSIZED, Size.UNKNOWN):
        if size in sizes:
            return {"length": None, "size": size}
    lengths = {part.length for part in parts if part.size is Size.KNOWN}
    known = [number for number in lengths if number is not None]
    return {
        "length": min(known) if known and len(known) == len(lengths) else None,
        "size": Size.KNOWN if Size.KNOWN in sizes else Size.INFINITE,
    }


def _longest(parts: list[Dataset]) -> dict[str, object]:
    """Rows, size and batches of datasets one behind the other."""
    sizes = [part.size for part in parts]
    order = (Size.INFINITE, Size.UNSIZED, Size.UNKNOWN, Size.KNOWN)
    batchings = {part.batching for part in parts}
    whole = {Batching.PARTIAL, Batching.WHOLE}
    mixed = Batching.PARTIAL if batchings == whole else Batching.UNKNOWN
    lengths = [part.length for part in parts if part.length is not None]
    return {
        "length": sum(lengths) if batchings == {Batching.NONE} and len(lengths) == len(parts) else None,
        "remainder": 0 if all(part.remainder == 0 for part in parts) else None,
        "size": next(size for size in order if size in sizes),
        "batching": parts[0].batching if len(batchings) == 1 else mixed,
        "batched_by": frozenset().union(*(part.batched_by for part in parts)),
        "is_reshuffled": any(part.is_reshuffled for part in parts),
    }


def _element_of(datasets: Value) -> Value:
    """What is in an element of a zip for a dataset, or for a structure of datasets."""
    if isinstance(datasets, (ListOrTuple, Dict)):
        return altered(datasets, items=tuple(map(_element_of, datasets.items)))
    if not isinstance(datasets, Dataset) or not datasets.parts:
        return UNKNOWN
    return datasets.parts[0] if len(datasets.parts) == 1 else collection(*datasets.parts)


def dataset_method(value: Dataset, method: str, arguments: Arguments) -> Value:
    """Return what `dataset.method(...)` gives; `map` is the evaluator's own affair, since it calls a function."""
    number = (arguments.first("count", "batch_size") or UNKNOWN).number
    if method in BATCHERS:
        drops = arguments.of(PARAMETERS[f"tensorflow.data.Dataset.{method}"], "drop_remainder")
        return _batched(value, number, drops is not None and drops.constant is True)
    if method == "repeat":
        forever = arguments.first("count") is None or number == -1
        length = value.length * number if value.length and number and not forever else None
        remainder = value.remainder if number == 1 or value.remainder == 0 else None
        return altered(
            value, length=length, size=Size.INFINITE if forever else value.size, remainder=remainder
        )
    if method == "take":
        return _taken(value, number)
    if method == "skip":
        known = value.length is not None and number is not None
        return altered(value, length=max((value.length or 0) - (number or 0), 0) if known else None)
    if method == "enumerate":
        element = value.parts[0] if len(value.parts) == 1 else collection(*value.parts)
        return altered(value, parts=(tensor(dtype="int64"), element if value.parts else UNKNOWN))
    if method == "unbatch":
        no_batch = altered(value, batched_by=frozenset(), remainder=None, batching=Batching.NONE)
        return altered(no_batch, length=None, size=Size.UNSIZED)
    if method == "shuffle":
        again = arguments.keywords.get("reshuffle_each_iteration", UNKNOWN)
        return altered(value, is_reshuffled=value.is_reshuffled or again.constant is not False)
    if method == "cache":
        return altered(value, is_reshuffled=False)
    if method == "shard":
        return altered(value, length=None)
    if method == "concatenate":
        other = arguments.first("dataset")
        return altered(value, **_longest([value, other if isinstance(other, Dataset) else Dataset()]))
    if method == "window":  # its elements are datasets
        inner = (Dataset((part,), size=Size.KNOWN) for part in value.parts)
        return altered(value, length=None, parts=tuple(inner))
    if method == "apply":
        return _applied(value, arguments.first("transformation_func") or UNKNOWN)
    if method in _UNSIZED:
        parts = value.parts if method in _SAME_ELEMENTS else ()
        return altered(value, length=None, size=Size.UNSIZED, parts=parts)
    if method in ("as_numpy_iterator", "make_one_shot_iterator"):
        return iterator_of(value)
    return value


def _taken(value: Dataset, number: int | None) -> Dataset:
    """The first elements of a dataset; the partial batch, where it is the last one, is not among fewer of them."""
    known = value.length is not None and number is not None and number >= 0
    length = min(number or 0, value.length or 0) if known else None
    if value.size is Size.INFINITE and number is not None and number >= 0:
        length = number
    is_short = known and length != value.length and value.remainder is not None and not value.is_reshuffled
    remainder = value.remainder if length == value.length and known else 0 if is_short else None
    return altered(
        value,
        length=length,
        size=Size.KNOWN if value.size is Size.INFINITE else value.size,
        remainder=0 if value.remainder == 0 else remainder,
    )


def iterator_of(dataset: Dataset) -> PythonGenerator:
    """Return what `iter(dataset)` gives: one element after the other."""
    parts = [tensor(dtype=part.dtype) if isinstance(part, Array) else part for part in dataset.parts]
    return PythonGenerator(parts[0] if len(parts) == 1 else collection(*parts) if parts else None)


def _applied(value: Dataset, function: Value) -> Value:
    """`apply` may do anything; with `assert_cardinality` it says the size."""
    method = function.name.rpartition(".")[2]
    if isinstance(function, External) and method in _UNSIZED:
        return dataset_method(value, method, Arguments())
    if method != "assert_cardinality":
        return altered(value, length=None, size=Size.UNKNOWN, parts=())
    count = function.argument if isinstance(function, DatasetTransformation) else UNKNOWN
    for name, size in (("INFINITE_CARDINALITY", Size.INFINITE), ("UNKNOWN_CARDINALITY", Size.UNSIZED)):
        if count.name.endswith(name):
            return altered(value, length=None, size=size)
    return altered(value, length=count.number, size=Size.KNOWN)


def cut(batches: Dataset, parts: int | None) -> Dataset:
    """Return a dataset whose batches are cut into so many equal ones."""
    length = None if batches.length is None or parts is None else batches.length * parts
    whole = batches.micro_batches
    return altered(
        batches,
        length=length,
        remainder=None,
        parts=tuple(_part(part, parts) for part in batches.parts),
        micro_batches=None if whole is None or parts is None else whole * parts,
    )


def _part(element: Value, parts: int | None) -> Value:
    if isinstance(element, (ListOrTuple, Dict)):
        return altered(element, items=tuple(_part(item, parts) for item in element.items))
    if not isinstance(element, Array):
        return element
    return altered(element, rows=element.rows // parts if element.rows and parts else None)


def _batched(value: Dataset, batch: int | None, drop: bool) -> Dataset:
    length, remainder = None, 0 if value.size is Size.INFINITE else None
    if value.length is not None and batch:
        length = value.length // batch if drop else -(-value.length // batch)
        remainder = value.length % batch
    batching = Batching.WHOLE if drop else Batching.PARTIAL
    rows = batch if drop else None
    parts = (altered(part, rows=rows) if isinstance(part, Array) else part for part in value.parts)
    return altered(
        value,
        length=length,
        remainder=remainder,
        batching=batching,
        parts=tuple(parts),
        micro_batches=1,
    )
