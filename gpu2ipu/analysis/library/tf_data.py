"""What functions and methods of `tf.data` give back: datasets, how they are batched and whether their size is known."""

from __future__ import annotations

from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.value import (
    UNKNOWN,
    Batching,
    Kind,
    Size,
    Value,
    altered,
    array,
    collection,
    join,
)

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
    "CsvDataset",
    "FixedLengthRecordDataset",
    "SqlDataset",
    "TFRecordDataset",
    "TextLineDataset",
    "choose_from_datasets",
    "from_generator",
    "make_csv_dataset",
    "sample_from_datasets",
)
# Methods by which a script reads the elements itself.
# Methods that give a dataset of as many elements.
AS_MANY_ELEMENTS = ("map", "shuffle", "cache", "prefetch", "with_options")
READERS = ("as_numpy_iterator", "make_one_shot_iterator", "reduce", "cardinality", "save")
FLATTENERS = ("flat_map", "interleave")
BATCHERS = ("batch", "padded_batch", "ragged_batch")


def dataset_call(name: str, arguments: Arguments) -> Value | None:
    """What a function of `tf.data` gives; None for anything else."""
    if not name.startswith("tensorflow.data.") or name.rpartition(".")[2] in ("Options", "AUTOTUNE"):
        return None
    function = name.rpartition(".")[2]
    first = arguments.get(0, "tensors", "datasets", "generator") or UNKNOWN
    if function == "from_tensor_slices":
        rows = next((rows for part in _leaves(first) if (rows := _rows(part)) is not None), None)
        is_tuple = first.kind is Kind.COLLECTION and not first.is_dict and not _is_one_array(first)
        elements = tuple(map(_element, first.items if is_tuple else (first,)))
        return Value(Kind.DATASET, items=elements, rows=rows, batching=Batching.NONE, size=Size.KNOWN)
    if function == "range":
        only = first.number if len(arguments.positional) == 1 else None
        return Value(
            Kind.DATASET, items=(array(dtype="int64"),), rows=only, batching=Batching.NONE, size=Size.KNOWN
        )
    if function == "zip":
        return _zip(first)
    if function == "assert_cardinality" or function in _UNSIZED:
        return Value(Kind.EXTERNAL, name=name, items=tuple(arguments.positional[:1]))
    if function == "list_files":
        return Value(Kind.DATASET, batching=Batching.NONE, size=Size.KNOWN)
    if function in _UNSIZED_SOURCES:
        is_batched = function in ("make_csv_dataset", "sample_from_datasets", "choose_from_datasets")
        batching = Batching.UNKNOWN if is_batched else Batching.NONE
        return Value(Kind.DATASET, batching=batching, size=Size.UNSIZED)
    if function in ("Counter", "random"):
        return Value(Kind.DATASET, batching=Batching.NONE, size=Size.INFINITE)
    if name.startswith("tensorflow.data.Dataset.") or is_class_name(name):
        return Value(Kind.DATASET)
    return None


def _leaves(value: Value) -> tuple[Value, ...]:
    """The arrays of tuples and dicts, and the lists in them, each of which becomes one array."""
    if value.kind is Kind.COLLECTION and not _is_one_array(value):
        return tuple(leaf for item in value.items for leaf in _leaves(item))
    return (value,)


def _is_one_array(value: Value) -> bool:
    """Whether TensorFlow makes one array of something: of a list, whatever is in it, and of a row of numbers."""
    if value.kind is not Kind.COLLECTION or value.is_dict:
        return False
    return value.container == "list" or all(item.kind is Kind.CONSTANT for item in value.items)


def _rows(value: Value) -> int | None:
    """The rows of an array, or of a list, which has one for each item."""
    return len(value.items) if _is_one_array(value) else value.rows


def _element(value: Value) -> Value:
    """One row of an array, or a tuple or dict of such rows."""
    if _is_one_array(value) or (value.is_list and value.container != "tuple"):
        return array(dtype=_item_type(value))
    if value.kind is Kind.COLLECTION:
        return altered(value, items=tuple(map(_element, value.items)))
    return altered(value, rows=None, factors=frozenset(), fills=frozenset())


def _item_type(value: Value) -> str:
    """The type of a list's elements, arrays or strings; that of numbers is TensorFlow's choice, not NumPy's."""
    types = {item.dtype for item in value.items if item.kind is Kind.ARRAY or item.dtype == "str"}
    return types.pop() if len(types) == 1 and all(item.dtype for item in value.items) else ""


def _zip(datasets: Value) -> Value:
    """Datasets side by side, in any structure: an element has the same one."""
    parts = [leaf for leaf in _leaves(datasets) if leaf.kind is Kind.DATASET]
    if not parts:
        return Value(Kind.DATASET)
    result = parts[0]
    for part in parts[1:]:
        result = altered(join(result, part), origins=result.origins | part.origins)
    result = altered(result, **_shortest(parts))
    is_tuple = datasets.kind is Kind.COLLECTION and not datasets.is_dict
    elements = map(_element_of, datasets.items if is_tuple else (datasets,))
    return altered(result, items=tuple(elements))


def _shortest(parts: list[Value]) -> dict[str, object]:
    """Rows and size of datasets side by side: those of the shortest."""
    sizes = {part.size for part in parts}
    for size in (Size.UNSIZED, Size.UNKNOWN):
        if size in sizes:
            return {"rows": None, "size": size}
    rows = {part.rows for part in parts if part.size is Size.KNOWN}
    known = [number for number in rows if number is not None]
    return {
        "rows": min(known) if known and len(known) == len(rows) else None,
        "size": Size.KNOWN if Size.KNOWN in sizes else Size.INFINITE,
    }


def _longest(parts: list[Value]) -> dict[str, object]:
    """Rows, size and batches of datasets one behind the other."""
    sizes = [part.size for part in parts]
    order = (Size.INFINITE, Size.UNSIZED, Size.UNKNOWN, Size.KNOWN)
    batchings = {part.batching for part in parts}
    whole = {Batching.PARTIAL, Batching.WHOLE}
    mixed = Batching.PARTIAL if batchings == whole else Batching.UNKNOWN
    rows = [part.rows for part in parts if part.rows is not None]
    return {
        "rows": sum(rows) if batchings == {Batching.NONE} and len(rows) == len(parts) else None,
        "remainder": 0 if all(part.remainder == 0 for part in parts) else None,
        "size": next(size for size in order if size in sizes),
        "batching": parts[0].batching if len(batchings) == 1 else mixed,
        "origins": frozenset().union(*(part.origins for part in parts)),
    }


def _element_of(datasets: Value) -> Value:
    """What stands in an element of a zip for a dataset, or for a structure of datasets."""
    if datasets.kind is Kind.COLLECTION:
        return altered(datasets, items=tuple(map(_element_of, datasets.items)))
    if datasets.kind is not Kind.DATASET or not datasets.items:
        return UNKNOWN
    return datasets.items[0] if len(datasets.items) == 1 else collection(*datasets.items)


def dataset_method(value: Value, method: str, arguments: Arguments) -> Value:
    """What `dataset.method(...)` gives; `map` is the evaluator's own affair, since it calls a function."""
    number = (arguments.get(0, "count", "batch_size") or UNKNOWN).number
    if method in BATCHERS:
        drops = arguments.of(PARAMETERS[f"tensorflow.data.Dataset.{method}"], "drop_remainder")
        return _batched(value, number, drops is not None and drops.constant is True)
    if method == "repeat":
        forever = arguments.get(0, "count") is None or number == -1
        rows = value.rows * number if value.rows and number and not forever else None
        return altered(value, rows=rows, size=Size.INFINITE if forever else value.size)
    if method == "take":
        known = number is not None and number >= 0
        rows = min(number, value.rows) if known and value.rows is not None and number is not None else None
        return altered(value, rows=rows, size=Size.KNOWN if value.size is Size.INFINITE else value.size)
    if method == "skip":
        rows = max(value.rows - number, 0) if value.rows is not None and number is not None else None
        return altered(value, rows=rows)
    if method == "unbatch":
        no_batch = altered(value, origins=frozenset(), remainder=None, batching=Batching.NONE)
        return altered(no_batch, rows=None, size=Size.UNSIZED)
    if method == "shard":
        return altered(value, rows=None)
    if method == "concatenate":
        return altered(value, **_longest([value, arguments.get(0, "dataset") or UNKNOWN]))
    if method == "window":  # its elements are datasets
        inner = (Value(Kind.DATASET, items=(item,), size=Size.KNOWN) for item in value.items)
        return altered(value, rows=None, items=tuple(inner))
    if method == "apply":
        return _applied(value, arguments.get(0, "transformation_func") or UNKNOWN)
    if method in _UNSIZED:
        items = value.items if method in _SAME_ELEMENTS else ()
        return altered(value, rows=None, size=Size.UNSIZED, items=items)
    if method in ("as_numpy_iterator", "make_one_shot_iterator"):
        return Value(Kind.GENERATOR)
    return value


def _applied(value: Value, function: Value) -> Value:
    """`apply` may do anything; with `assert_cardinality` it says the size."""
    method = function.name.rpartition(".")[2]
    if function.kind is Kind.EXTERNAL and method in _UNSIZED:
        return dataset_method(value, method, Arguments())
    if method != "assert_cardinality":
        return altered(value, rows=None, size=Size.UNKNOWN, items=())
    count = function.items[0] if function.items else UNKNOWN
    for name, size in (("INFINITE_CARDINALITY", Size.INFINITE), ("UNKNOWN_CARDINALITY", Size.UNSIZED)):
        if count.name.endswith(name):
            return altered(value, rows=None, size=size)
    return altered(value, rows=count.number, size=Size.KNOWN)


def _batched(value: Value, batch: int | None, drop: bool) -> Value:
    rows, remainder = None, 0 if value.size is Size.INFINITE else None
    if value.rows is not None and batch:
        rows = value.rows // batch if drop else -(-value.rows // batch)
        remainder = value.rows % batch
    batching = Batching.WHOLE if drop else Batching.PARTIAL
    items = tuple(altered(item, rows=batch if drop else None) for item in value.items)
    return altered(value, rows=rows, remainder=remainder, batching=batching, items=items)
