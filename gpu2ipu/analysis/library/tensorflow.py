"""What functions of TensorFlow give back: tensors, their rows and types."""

from __future__ import annotations

from gpu2ipu.analysis.library.numpy import reshaped, rows_of, shaped, with_axis
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.values.arrays import Array, tensor
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.dtypes import dtype_of, list_dtype
from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered

# Functions that make models those of TensorFlow 1: keras/utils/version_utils.py.
GRAPH_MODE = ("disable_eager_execution", "disable_v2_behavior")
DEFAULT_STRATEGY = "tensorflow.distribute.get_strategy"  # what a script falls back on where it finds no GPU
_MODULES = ("math.", "nn.", "image.", "strings.", "random.", "linalg.")
# What calls a Python function: func, inp, Tout.
_OF_FUNCTIONS = ("numpy_function", "py_function", "compat.v1.py_func")
_FILLED = ("zeros", "ones", "random.normal", "random.uniform", "random.truncated_normal")
# The type that TensorFlow gives Python's own numbers: `tf.constant` in the API documentation of TensorFlow 2.6.
_OF_NUMBERS = {"int64": "int32", "float64": "float32"}


def is_scope_of_host(name: str, arguments: Arguments) -> bool:
    """True if a call makes a context without an accelerator: `tf.device("/cpu:0")`, or one that does nothing."""
    device = (arguments.first("device_name") or UNKNOWN).constant if name == "tensorflow.device" else None
    return name == "contextlib.nullcontext" or (isinstance(device, str) and "cpu" in device.lower())


def tensor_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function below `tensorflow` gives; None when the table has nothing to say."""
    first = arguments.first("x", "value", "input", "values", "tensor", "shape", "indices") or UNKNOWN
    parameters = PARAMETERS.get(f"tensorflow.{name.removeprefix('math.')}", ())
    dtype = dtype_of(arguments.of(parameters, "dtype"))
    if name in _FILLED:
        return altered(shaped(first, dtype or "float32"), container="tensor")
    if name == "cast":
        return altered(_as_tensor(first), dtype=dtype)
    if name == "TensorSpec":  # like the tensor that it specifies
        return tensor(dtype=dtype or "float32")
    if name == "io.FixedLenFeature":  # a named tuple, which has no signature
        return tensor(dtype=dtype_of(arguments.of(("shape", "dtype"), "dtype")))
    if name in _OF_FUNCTIONS:
        return _typed(arguments.of(("func", "inp", "Tout"), "Tout"))
    if name in ("io.parse_example", "io.parse_single_example"):
        return _parsed(arguments.of(parameters, "features"))
    if name == "strings.to_number":
        return altered(_as_tensor(first), dtype=dtype_of(arguments.of(parameters, "out_type")) or "float32")
    if name == "one_hot":
        return altered(_as_tensor(first), dtype=dtype or "float32", row_shape=None)
    if name == "constant" and (shape := arguments.of(parameters, "shape")) is not None:
        return altered(shaped(shape, dtype or _as_tensor(first).dtype), container="tensor")
    if name in ("constant", "convert_to_tensor", "ensure_shape", "identity"):
        return altered(_as_tensor(first), dtype=dtype or _as_tensor(first).dtype)
    if name == "expand_dims":
        return with_axis(_as_tensor(first), arguments.of(parameters, "axis") or UNKNOWN)
    if name == "reshape":
        return reshaped(_as_tensor(first), arguments.of(parameters, "shape"))
    if name == "range":
        return tensor(
            first.number if len(arguments.positional) == 1 else None,
            dtype or _OF_NUMBERS.get(first.dtype, ""),
        )
    if name in ("argmax", "argmin", "math.argmax", "math.argmin"):
        return tensor(rows_of(first), dtype_of(arguments.of(parameters, "output_type")) or "int64")
    if name.startswith(_MODULES) or "." not in name:
        return tensor() if not is_class_name(name) else None
    return None


def _parsed(features: Value | None) -> Value:
    """The tensors of an example, each of the type of its feature where that is of a fixed length."""
    if not isinstance(features, Dict):
        return UNKNOWN
    items = (item if isinstance(item, Array) else UNKNOWN for item in features.items)
    return altered(features, items=tuple(items))


def _typed(types: Value | None) -> Value:
    """The tensors that a Python function gives, whose types are said."""
    if isinstance(types, ListOrTuple):
        return altered(types, items=tuple(tensor(dtype=dtype_of(item)) for item in types.items))
    return tensor(dtype=dtype_of(types))


def _as_tensor(value: Value) -> Array:
    if isinstance(value, Array):
        return altered(value, container="tensor")
    return tensor(rows_of(value), _OF_NUMBERS.get(list_dtype(value), ""))
