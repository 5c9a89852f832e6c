"""Known: what functions and methods of Keras, TensorFlow, NumPy and friends give back. Tables first, then small readers.

Only what decides how a script is ported is here: is it a model, a dataset, an array; how many rows; which element type.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from gpu2ipu.analysis.kinds import (
    NONE,
    UNKNOWN,
    Batching,
    Kind,
    Size,
    Value,
    array,
    collection,
    constant,
    join,
)


@dataclass(frozen=True)
class Arguments:
    """The evaluated arguments of a call."""

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] = field(default_factory=dict)
    starred: bool = False  # holds *args or **kwargs that could not be resolved

    def get(self, position: int, *keywords: str) -> Value | None:
        """The argument at a position or with one of the keywords; None when it is not given."""
        for keyword in keywords:
            if keyword in self.keywords:
                return self.keywords[keyword]
        return self.positional[position] if 0 <= position < len(self.positional) else None


# --- Keras ---------------------------------------------------------------------------------------------------------

# Rows and element types of keras.datasets, train and test: keras/datasets/*.py.
_DATASETS: dict[str, tuple[int, int, str, str]] = {
    "mnist": (60000, 10000, "uint8", "uint8"),
    "fashion_mnist": (60000, 10000, "uint8", "uint8"),
    "cifar10": (50000, 10000, "uint8", "uint8"),
    "cifar100": (50000, 10000, "uint8", "int64"),
    "boston_housing": (404, 102, "float64", "float64"),
    "imdb": (25000, 25000, "object", "int64"),
    "reuters": (8982, 2246, "object", "int64"),
}
# Arguments that change how many rows these have.
_ROW_OPTIONS = {"maxlen", "test_split"}

MODEL_MAKERS = {
    "keras.Sequential",
    "keras.Model",
    "keras.models.load_model",
    "keras.models.clone_model",
    "keras.models.model_from_json",
    "keras.models.model_from_config",
    "keras.models.model_from_yaml",
    "keras.Model.from_config",
    "keras.Sequential.from_config",
}

# Methods of a model that feed it with rows.
FEEDING = ("fit", "evaluate", "predict")
# Methods that train or run a model: a function that calls one is more than a builder.
RUNNING: tuple[str, ...] = (
    *FEEDING,
    *("fit_generator", "evaluate_generator", "predict_generator", "predict_classes", "predict_proba"),
    *("train_on_batch", "test_on_batch", "predict_on_batch"),
)
# Methods that belong to the making of a model.
MAKING = ("add", "compile", "build", "set_weights", "load_weights", "pop")

_GENERATOR_METHODS = {"flow", "flow_from_directory", "flow_from_dataframe"}


def _capital(name: str) -> bool:
    return name.rpartition(".")[2][:1].isupper()


def keras_call(name: str, arguments: Arguments) -> Value | None:
    """What a function or class of Keras gives, by its qualified name; None when the table has nothing to say."""
    if name in MODEL_MAKERS or (name.startswith("keras.applications.") and _capital(name)):
        return Value(Kind.MODEL, name=name)
    if name == "keras.Input":
        return Value(Kind.SYMBOL)
    for prefix, kind in _CLASS_KINDS:
        if name.startswith(prefix) and _capital(name):
            return Value(kind, name=name)
    if name in ("keras.optimizers.get", "keras.optimizers.deserialize"):
        return Value(Kind.OPTIMIZER, name=name)
    if name.startswith("keras.datasets.") and name.endswith(".load_data"):
        return _load_data(name.split(".")[2], arguments)
    if name in ("keras.utils.to_categorical", "keras.utils.np_utils.to_categorical"):
        return array(_rows(arguments.get(0, "y")), "float32")
    if name.endswith(("sequence.pad_sequences", "utils.pad_sequences")):
        return array(_rows(arguments.get(0, "sequences")), _dtype(arguments.get(2, "dtype")) or "int32")
    if name.endswith("ImageDataGenerator"):
        return Value(Kind.EXTERNAL, name="keras.ImageDataGenerator()")
    if name.startswith("keras.ImageDataGenerator().") and name.rpartition(".")[2] in _GENERATOR_METHODS:
        return Value(Kind.GENERATOR, name=name)
    if name.endswith("_dataset_from_directory"):
        return Value(Kind.DATASET, batching=Batching.PARTIAL, size=Size.KNOWN)
    return None


def model_outputs(name: str, arguments: Arguments) -> tuple[Value, ...]:
    """The outputs of a new model as symbols; empty where they cannot be counted."""
    if name == "keras.Sequential" or name.startswith("keras.applications."):
        return (Value(Kind.SYMBOL),)
    outputs = arguments.get(1, "outputs", "output")
    if name != "keras.Model" or outputs is None:
        return ()
    if outputs.kind is Kind.COLLECTION:
        return tuple(Value(Kind.SYMBOL) for _ in outputs.items)
    return (outputs,) if outputs.kind is Kind.SYMBOL else ()


_CLASS_KINDS = (
    ("keras.optimizers.schedules.", Kind.EXTERNAL),
    ("keras.optimizers.", Kind.OPTIMIZER),
    ("keras.metrics.", Kind.METRIC),
    ("keras.layers.", Kind.LAYER),
)


def _load_data(dataset: str, arguments: Arguments) -> Value:
    if dataset not in _DATASETS:
        return collection(*(collection(array(), array()) for _ in range(2)))
    train_rows, test_rows, x_type, y_type = _DATASETS[dataset]
    fixed = not arguments.starred and not _ROW_OPTIONS & set(arguments.keywords)
    halves = [
        collection(array(rows if fixed else None, x_type), array(rows if fixed else None, y_type))
        for rows in (train_rows, test_rows)
    ]
    return collection(*halves)


# --- arrays --------------------------------------------------------------------------------------------------------

_DTYPES = {
    "int": "int64",
    "float": "float64",
    "builtins.int": "int64",
    "builtins.float": "float64",
    "builtins.bool": "bool",
    "long": "int64",
    "int_": "int64",
    "float_": "float64",
    "double": "float64",
    "single": "float32",
    "half": "float16",
    "bool_": "bool",
}


def _dtype(value: Value | None) -> str:
    """The element type that a dtype argument names, as NumPy spells it; "" when unknown."""
    if value is None:
        return ""
    name = value.constant if isinstance(value.constant, str) else value.name
    short = name if name.startswith("builtins.") else name.rpartition(".")[2]
    return _DTYPES.get(short, short)


def _rows(value: Value | None) -> int | None:
    if value is None:
        return None
    if value.kind is Kind.COLLECTION and value.items:
        return len(value.items)
    return value.rows if value.kind is Kind.ARRAY else None


def _shape_rows(shape: Value | None) -> Value:
    """The first number of a shape argument, which may be a number itself."""
    if shape is None:
        return UNKNOWN
    return (shape.items[0] if shape.items else UNKNOWN) if shape.kind is Kind.COLLECTION else shape


def _shaped(shape: Value | None, dtype: str) -> Value:
    rows = _shape_rows(shape)
    number = rows.number if rows.number != -1 else None
    return Value(Kind.ARRAY, rows=number, dtype=dtype, factors=rows.factors, fills=rows.fills)


# NumPy functions that make an array of a shape: position of the shape, its keyword, element type without dtype=.
_BY_SHAPE = {
    "zeros": (0, "shape", "float64"),
    "ones": (0, "shape", "float64"),
    "empty": (0, "shape", "float64"),
    "full": (0, "shape", ""),
    "random.random": (0, "size", "float64"),
    "random.random_sample": (0, "size", "float64"),
    "random.standard_normal": (0, "size", "float64"),
    "random.normal": (2, "size", "float64"),
    "random.uniform": (2, "size", "float64"),
    "random.lognormal": (2, "size", "float64"),
    "random.exponential": (1, "size", "float64"),
    "random.poisson": (1, "size", "int64"),
    "random.binomial": (2, "size", "int64"),
    "random.randint": (2, "size", "int64"),
    "random.integers": (2, "size", "int64"),
    "random.choice": (1, "size", ""),
}
# Functions whose result has the rows of their first array; the element type follows that array.
_SAME_ROWS = set(
    [
        "abs",
        "absolute",
        "ascontiguousarray",
        "asarray",
        "array",
        "asfarray",
        "ceil",
        "clip",
        "copy",
        "cos",
        "cosh",
        "cumsum",
        "exp",
        "expm1",
        "floor",
        "log",
        "log10",
        "log1p",
        "maximum",
        "minimum",
        "nan_to_num",
        "negative",
        "power",
        "rint",
        "round",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "square",
        "tan",
        "tanh",
        "hypot",
        "mod",
        "zeros_like",
        "ones_like",
        "empty_like",
        "full_like",
        "asanyarray",
        "multiply",
        "add",
        "subtract",
        "divide",
        "flip",
        "sort",
    ]
)
_FLOATING = set(
    [
        "cos",
        "cosh",
        "exp",
        "expm1",
        "log",
        "log10",
        "log1p",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "hypot",
        "divide",
    ]
)
# Reductions keep the rows when they go along another axis than the first.
_REDUCTIONS = set(
    [
        "sum",
        "mean",
        "std",
        "var",
        "min",
        "max",
        "amin",
        "amax",
        "median",
        "prod",
        "any",
        "all",
        "argmax",
        "argmin",
        "ptp",
    ]
)
_REDUCED_DTYPES = {"argmax": "int64", "argmin": "int64", "any": "bool", "all": "bool", "mean": "float64"}

_RANDOM_INTEGERS = ("random.randint", "random.randrange", "random.getrandbits")
_SPLITTERS = ("sklearn.model_selection.train_test_split", "sklearn.cross_validation.train_test_split")


def array_call(name: str, arguments: Arguments) -> Value | None:
    """What a function of NumPy, TensorFlow, pandas or scikit-learn gives; None when the table has nothing to say."""
    if name in ("numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator"):
        return Value(Kind.EXTERNAL, name="numpy.random")
    if name.startswith("numpy."):
        return _numpy_call(name.removeprefix("numpy."), arguments)
    if name in ("math.ceil", "math.floor") and arguments.positional:
        number = arguments.positional[0].constant
        rounded = math.ceil if name == "math.ceil" else math.floor
        return constant(rounded(number)) if isinstance(number, (int, float)) else Value(Kind.CONSTANT)
    if name in _RANDOM_INTEGERS:
        return Value(Kind.CONSTANT, dtype="int64")
    if name in _SPLITTERS:
        parts = [replace(part, rows=None, factors=frozenset()) for part in arguments.positional]
        return collection(*(part for part in parts for _ in range(2)))
    if name.startswith("pandas."):
        return array()
    if name.startswith("tensorflow."):
        return _tensor_call(name.removeprefix("tensorflow."), arguments)
    return None


def _numpy_call(name: str, arguments: Arguments) -> Value | None:
    dtype = _dtype(arguments.get(-1, "dtype"))
    first = arguments.get(0, "a", "x", "object", "arr")
    if name in ("random.rand", "random.randn"):
        return _shaped(first, "float64") if first else Value(Kind.CONSTANT)
    if name in _BY_SHAPE:
        position, keyword, default = _BY_SHAPE[name]
        shape = arguments.get(position, keyword)
        return _shaped(shape, dtype or default) if shape else Value(Kind.CONSTANT)
    if name in ("eye", "identity"):
        return _shaped(first, dtype or "float64")
    if name == "arange":
        single = len(arguments.positional) == 1 and first is not None
        return array(
            first.number if single and first else None, dtype or ("int64" if first and first.number else "")
        )
    if name == "linspace":
        return array((arguments.get(2, "num") or constant(50)).number, dtype or "float64")
    if name in _SAME_ROWS:
        return _elementwise(name, first, dtype)
    if name in _REDUCTIONS and first is not None:
        return array_method(first, name, Arguments(arguments.positional[1:], arguments.keywords))
    if name in ("where", "select") and len(arguments.positional) == 3:
        return array(_rows(first), join(*arguments.positional[1:]).dtype)
    if name == "expand_dims" and first is not None:
        axis = (arguments.get(1, "axis") or UNKNOWN).number
        return first if axis is not None and axis != 0 else array(dtype=first.dtype)
    if name in ("concatenate", "vstack", "append", "r_"):
        return _concatenate(arguments)
    if name == "repeat" and first is not None:
        count = arguments.get(1, "repeats") or UNKNOWN
        return Value(Kind.ARRAY, dtype=first.dtype, fills=count.fills)
    if name == "random.permutation" and first is not None:
        return first if first.kind is Kind.ARRAY else array(first.number, "int64")
    if name == "digitize":
        return array(_rows(first), "int64")
    if name.startswith("random.") and name.rpartition(".")[2] in ("seed", "shuffle", "set_state"):
        return NONE
    return array()


def list_dtype(value: Value | None) -> str:
    """The element type that NumPy gives a list: of whole numbers int64, of others float64."""
    if value is None or not value.items:
        return ""
    dtypes = {list_dtype(item) if item.items else item.dtype for item in value.items}
    return dtypes.pop() if len(dtypes) == 1 else ""


def _elementwise(name: str, first: Value | None, dtype: str) -> Value:
    if first is None or first.kind is not Kind.ARRAY:
        return array(dtype=dtype or list_dtype(first))
    if dtype:
        return replace(first, dtype=dtype)
    integral = first.dtype.startswith(("int", "uint", "bool"))
    return replace(first, dtype="float64") if name in _FLOATING and integral else first


def _concatenate(arguments: Arguments) -> Value:
    parts = arguments.positional[0].items if arguments.positional else ()
    along = (arguments.get(1, "axis") or constant(0)).number
    if not parts or along != 0:
        return array(_rows(parts[0]) if parts and along not in (0, None) else None)
    counts = [part.rows for part in parts]
    known = [count for count in counts if count is not None]
    dtypes = {part.dtype for part in parts}
    return Value(
        Kind.ARRAY,
        rows=sum(known) if len(known) == len(counts) else None,
        dtype=dtypes.pop() if len(dtypes) == 1 else "",
        factors=frozenset().union(*(part.fills for part in parts)),
    )


def _tensor_call(name: str, arguments: Arguments) -> Value | None:
    first = arguments.get(0, "x", "value", "input", "values", "tensor", "shape")
    if name == "cast":
        return replace(_as_array(first), dtype=_dtype(arguments.get(1, "dtype")))
    if name == "one_hot":
        return replace(
            _as_array(arguments.get(0, "indices")), dtype=_dtype(arguments.get(5, "dtype")) or "float32"
        )
    if name in ("constant", "convert_to_tensor", "identity"):
        dtype = _dtype(arguments.get(1, "dtype"))
        return replace(_as_array(first), dtype=dtype or _as_array(first).dtype)
    if name.startswith("random.") and name.rpartition(".")[2] in ("normal", "uniform", "truncated_normal"):
        return _shaped(arguments.get(0, "shape"), _dtype(arguments.get(-1, "dtype")) or "float32")
    if name.startswith(("math.", "nn.", "image.", "strings.", "random.", "linalg.")) or "." not in name:
        return array() if not _capital(name) else None
    return None


def _as_array(value: Value | None) -> Value:
    if value is not None and value.kind is Kind.ARRAY:
        return value
    return array(_rows(value))


# --- methods of arrays ---------------------------------------------------------------------------------------------

_SAME_ARRAY = set(
    ["copy", "round", "clip", "numpy", "to_numpy", "fillna", "sort_index", "view", "cumsum", "apply"]
)
_OTHER_ARRAY = set(
    [
        "drop",
        "sample",
        "dropna",
        "reset_index",
        "head",
        "tail",
        "take",
        "flatten",
        "ravel",
        "squeeze",
        "sort_values",
        "transpose",
    ]
)


def array_method(value: Value, method: str, arguments: Arguments) -> Value:
    """What `array.method(...)` gives."""
    if method == "astype":
        return replace(value, dtype=_dtype(arguments.get(0, "dtype")))
    if method in _SAME_ARRAY:
        return value
    if method == "reshape":
        shape = arguments.get(0, "shape") or UNKNOWN
        return replace(_shaped(shape, value.dtype), kind=Kind.ARRAY)
    if method in _REDUCTIONS:
        axis = arguments.get(0, "axis")
        if axis is None or axis.constant == 0:
            return Value(Kind.ARRAY, dtype=value.dtype) if axis else Value(Kind.CONSTANT)
        dtype = _REDUCED_DTYPES.get(method, value.dtype)
        return replace(
            value, dtype=value.dtype if method == "mean" and value.dtype.startswith("float") else dtype
        )
    if method in _OTHER_ARRAY:
        return array(dtype=value.dtype)
    return UNKNOWN


def array_operation(left: Value, right: Value, divides: bool) -> Value:
    """What an arithmetic operation on arrays gives: rows of the array side, element type where NumPy's rule is plain."""
    both = [side for side in (left, right) if side.kind is Kind.ARRAY]
    first = both[0]
    rows = next((side.rows for side in both if side.rows is not None), None)
    dtype = first.dtype if len(both) == 1 or left.dtype == right.dtype else ""
    other = right if left.kind is Kind.ARRAY else left
    integral = dtype.startswith(("int", "uint", "bool"))
    if integral and (divides or isinstance(other.constant, float)):
        dtype = "float64"
    elif integral and len(both) == 1 and other.kind is not Kind.CONSTANT:
        dtype = ""
    factors = first.factors if len(both) == 1 else left.factors | right.factors
    return Value(Kind.ARRAY, rows=rows, dtype=dtype, factors=factors)


# --- datasets ------------------------------------------------------------------------------------------------------

_UNSIZED = set(
    ["filter", "flat_map", "interleave", "apply", "scan", "take_while", "bucket_by_sequence_length"]
)
BATCHERS = ("batch", "padded_batch", "ragged_batch")


def dataset_call(name: str, arguments: Arguments) -> Value | None:
    """What a function of `tf.data` gives; None for anything else."""
    if not name.startswith("tensorflow.data.") or name.rpartition(".")[2] in ("Options", "AUTOTUNE"):
        return None
    function = name.rpartition(".")[2]
    first = arguments.get(0, "tensors", "datasets", "generator") or UNKNOWN
    if function == "from_tensor_slices":
        parts = _leaves(first)
        rows = next((part.rows for part in parts if part.rows is not None), None)
        return Value(Kind.DATASET, items=parts, rows=rows, batching=Batching.NONE, size=Size.KNOWN)
    if function == "range":
        only = first.number if len(arguments.positional) == 1 else None
        return Value(
            Kind.DATASET, items=(array(dtype="int64"),), rows=only, batching=Batching.NONE, size=Size.KNOWN
        )
    if function == "zip":
        return _zip(first)
    if function in ("TFRecordDataset", "TextLineDataset", "from_generator", "list_files", "make_csv_dataset"):
        return Value(Kind.DATASET, batching=Batching.NONE, size=Size.UNSIZED)
    if name.startswith("tensorflow.data.Dataset.") or _capital(name):
        return Value(Kind.DATASET)
    return None


def _leaves(value: Value) -> tuple[Value, ...]:
    if value.kind is Kind.COLLECTION:
        return tuple(leaf for item in value.items for leaf in _leaves(item))
    return (value,)


def _zip(datasets: Value) -> Value:
    parts = [item for item in datasets.items if item.kind is Kind.DATASET]
    if not parts:
        return Value(Kind.DATASET)
    result = parts[0]
    for part in parts[1:]:
        joined = join(result, part)
        result = replace(joined, items=result.items + part.items, origins=result.origins | part.origins)
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
        return replace(value, rows=rows, size=Size.INFINITE if forever else value.size)
    if method == "take":
        known = number is not None and number >= 0
        rows = min(number, value.rows) if known and value.rows is not None and number is not None else None
        return replace(value, rows=rows, size=Size.KNOWN if value.size is Size.INFINITE else value.size)
    if method == "skip":
        rows = max(value.rows - number, 0) if value.rows is not None and number is not None else None
        return replace(value, rows=rows)
    if method == "unbatch":
        return replace(value, rows=None, batching=Batching.NONE, size=Size.UNSIZED)
    if method in ("shard", "window", "concatenate"):
        return replace(value, rows=None)
    if method in _UNSIZED:
        return replace(value, rows=None, size=Size.UNSIZED, items=() if method != "filter" else value.items)
    if method in ("as_numpy_iterator", "make_one_shot_iterator"):
        return Value(Kind.GENERATOR)
    return value


def _drops(arguments: Arguments, position: int) -> bool:
    given = arguments.get(position, "drop_remainder")
    return given is not None and given.constant is True


def _batched(value: Value, batch: int | None, drop: bool) -> Value:
    rows, remainder = None, 0 if value.size is Size.INFINITE else None
    if value.rows is not None and batch:
        rows = value.rows // batch if drop else -(-value.rows // batch)
        remainder = value.rows % batch
    batching = Batching.WHOLE if drop else Batching.PARTIAL
    return replace(value, rows=rows, remainder=remainder, batching=batching)
