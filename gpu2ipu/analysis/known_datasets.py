"""What functions and methods of `tf.data` give back: datasets, how they are batched and whether their size is known."""

from __future__ import annotations

from gpu2ipu.analysis.arguments import Arguments
from gpu2ipu.analysis.kinds import UNKNOWN, Batching, Kind, Size, Value, altered, array, join
from gpu2ipu.analysis.names import is_class_name

_UNSIZED = ("filter", "flat_map", "interleave", "scan", "take_while", "bucket_by_sequence_length")
# Methods by which a script reads the elements itself.
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
    if function == "assert_cardinality":
        return Value(Kind.EXTERNAL, name=name, items=tuple(arguments.positional[:1]))
    if function == "list_files":
        return Value(Kind.DATASET, batching=Batching.NONE, size=Size.KNOWN)
    if function in ("TFRecordDataset", "TextLineDataset", "from_generator", "make_csv_dataset"):
        return Value(Kind.DATASET, batching=Batching.NONE, size=Size.UNSIZED)
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
    parts = [item for item in datasets.items if item.kind is Kind.DATASET]
    if not parts:
        return Value(Kind.DATASET)
    result = parts[0]
    for part in parts[1:]:
        joined = join(result, part)
        result = altered(joined, items=result.items + part.items, origins=result.origins | part.origins)
    return result


def dataset_method(value: Value, method: str, arguments: Arguments) -> Value:
    """What `dataset.method(...)` gives; `map` is the evaluator's own affair, since it calls a function."""
    number = (arguments.get(0, "count", "batch_size") or UNKNOWN).number
    if method in BATCHERS:
        return _batched(
            value, number, _drops(arguments, 2 if method == "ragged_batch" else 1 if method == "batch" else 3)
        )
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
    if method in ("shard", "concatenate"):
        return altered(value, rows=None)
    if method == "window":  # its elements are datasets
        inner = (Value(Kind.DATASET, items=(item,), size=Size.KNOWN) for item in value.items)
        return altered(value, rows=None, items=tuple(inner))
    if method == "apply":
        return _applied(value, arguments.get(0, "transformation_func") or UNKNOWN)
    if method in _UNSIZED:
        return altered(value, rows=None, size=Size.UNSIZED, items=() if method != "filter" else value.items)
    if method in ("as_numpy_iterator", "make_one_shot_iterator"):
        return Value(Kind.GENERATOR)
    return value


def _applied(value: Value, function: Value) -> Value:
    """`apply` may do anything; with `assert_cardinality` it says the size."""
    if not function.name.endswith(".assert_cardinality"):
        return altered(value, rows=None, size=Size.UNKNOWN, items=())
    count = function.items[0] if function.items else UNKNOWN
    for name, size in (("INFINITE_CARDINALITY", Size.INFINITE), ("UNKNOWN_CARDINALITY", Size.UNSIZED)):
        if count.name.endswith(name):
            return altered(value, rows=None, size=size)
    return altered(value, rows=count.number, size=Size.KNOWN)


def _drops(arguments: Arguments, position: int) -> bool:
    given = arguments.get(position, "drop_remainder")
    return given is not None and given.constant is True


def _batched(value: Value, batch: int | None, drop: bool) -> Value:
    rows, remainder = None, 0 if value.size is Size.INFINITE else None
    if value.rows is not None and batch:
        rows = value.rows // batch if drop else -(-value.rows // batch)
        remainder = value.rows % batch
    batching = Batching.WHOLE if drop else Batching.PARTIAL
    items = tuple(altered(item, rows=batch if drop else None) for item in value.items)
    return altered(value, rows=rows, remainder=remainder, batching=batching, items=items)
