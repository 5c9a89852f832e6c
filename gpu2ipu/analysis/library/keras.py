"""Known: what functions and classes of Keras give back, and which methods of a model do what.

Only what decides how a script is ported is here: is it a model, a layer, an array; how many rows; which element type.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.values.arrays import Array, KerasTensor, array, tensor
from gpu2ipu.analysis.values.call_arguments import Arguments, argument
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple, collection
from gpu2ipu.analysis.values.data import Batching, Dataset, ImageFlow, KerasSequence, Size
from gpu2ipu.analysis.values.dtypes import dtype_of
from gpu2ipu.analysis.values.library_objects import (
    External,
    KerasLayer,
    KerasModel,
    KerasObject,
    Metric,
    Optimizer,
    RateSchedule,
    external,
)
from gpu2ipu.analysis.values.symbols import operands
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath, NoneValue, Value


class _Samples(NamedTuple):
    """The element type of all samples, or targets, and the shape of one of them."""

    dtype: str
    shape: tuple[int, ...] = ()


class _DataSet(NamedTuple):
    """What `load_data()` of a module of `keras.datasets` gives."""

    train_rows: int
    test_rows: int
    x: _Samples
    y: _Samples


_DIGITS = _DataSet(60000, 10000, _Samples("uint8", (28, 28)), _Samples("uint8"))
# keras/datasets/*.py
_DATASETS = {
    "mnist": _DIGITS,
    "fashion_mnist": _DIGITS,
    "cifar10": _DataSet(50000, 10000, _Samples("uint8", (32, 32, 3)), _Samples("uint8", (1,))),
    "cifar100": _DataSet(50000, 10000, _Samples("uint8", (32, 32, 3)), _Samples("int64", (1,))),
    "boston_housing": _DataSet(404, 102, _Samples("float64", (13,)), _Samples("float64")),
    "imdb": _DataSet(25000, 25000, _Samples("object"), _Samples("int64")),
    "reuters": _DataSet(8982, 2246, _Samples("object"), _Samples("int64")),
}
# Arguments that change how many rows these have.
_ROW_OPTIONS = {"maxlen", "test_split"}

# What returns a model: keras/engine/, keras/models.py, keras/saving/{save,model_config}.py of 2.6.
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

# What takes gradients by hand, and an instance of it.
TAPE = "tensorflow.GradientTape"
OPEN_TAPE = f"{TAPE}()"
# What creates variables that are no part of a Keras object.
_GENERATOR = "tensorflow.random.Generator"
VARIABLES = frozenset(
    (
        *("tensorflow.Variable", "keras.backend.variable", "tensorflow.compat.v1.Variable", _GENERATOR),
        *(f"{_GENERATOR}.from_{source}" for source in ("seed", "state", "non_deterministic_state")),
    )
)

# Methods of a model that take samples in batches.
FEEDING = ("fit", "evaluate", "predict")
# Those that take a single batch.
ON_BATCH = ("train_on_batch", "test_on_batch", "predict_on_batch")
# The old methods for generators: keras/engine/training.py of 2.6 hands them on to these.
LEGACY_FEEDING = {"fit_generator": "fit", "evaluate_generator": "evaluate", "predict_generator": "predict"}
# Keras 1 counted rows: method -> argument -> (the one that counts batches, the one with the generator).
ROW_COUNTS: dict[str, dict[str, tuple[str, str]]] = {
    "fit_generator": {
        "samples_per_epoch": ("steps_per_epoch", "generator"),
        "nb_val_samples": ("validation_steps", "validation_data"),
    },
    "evaluate_generator": {"val_samples": ("steps", "generator")},
    "predict_generator": {"val_samples": ("steps", "generator")},
}
# Layers made of operations on strings or of lookup tables, which live on the host: keras/layers/preprocessing/*.py.
STRING_LAYERS = ("TextVectorization", "StringLookup", "IntegerLookup", "Hashing")
# Makes what calls a method, named by a string, of whatever it is given.
METHOD_CALLER = "operator.methodcaller"
# Holds a function and some of its arguments; the other name is that of what it gives.
PARTIAL, HELD_CALL = "functools.partial", "functools.partial()"
# Methods that train or run a model: a function that calls one is more than a builder. The predictions of classes were
# methods of `Sequential` up to TensorFlow 2.5.
RUNNING: tuple[str, ...] = (*FEEDING, *LEGACY_FEEDING, "predict_classes", "predict_proba", *ON_BATCH)
# Methods that belong to the construction of a model.
MAKING = ("add", "compile", "build", "set_weights", "load_weights", "pop")

# Methods that say something even when they are called under another name.
METHODS = (*RUNNING, *MAKING)

# Learning rates by the number of the update: keras/optimizer_v2/learning_rate_schedule.py.
SCHEDULES = "keras.optimizers.schedules."
# The classes that `fit` hands its model to: keras/callbacks.py.
CALLBACKS = "keras.callbacks."
# The classes that Keras asks for their batches: keras/utils/data_utils.py.
SEQUENCES = ("keras.utils.Sequence", "keras.utils.data_utils.Sequence", "keras.utils.PyDataset")
# What flows from an `ImageDataGenerator`: keras/preprocessing/image.py.
IMAGE_GENERATOR = "keras.ImageDataGenerator()."
_OF_FOLDERS = "_dataset_from_directory"
_OF_WINDOWS = ".timeseries_dataset_from_array"
_SERIES = f"keras.preprocessing{_OF_WINDOWS}"
_GENERATOR_METHODS = {"flow", "flow_from_directory", "flow_from_dataframe"}


def keras_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function or class of Keras gives, by its qualified name; None when the table has nothing to say."""
    if name in MODEL_MAKERS or (name.startswith("keras.applications.") and is_class_name(name)):
        return KerasModel(name)
    if name == "keras.Input":
        of_words = dtype_of(arguments.of(PARAMETERS[name], "dtype")) == "string"
        return KerasTensor("string" if of_words else "")
    for prefix, kind in _CLASSES:
        if name.startswith(prefix) and is_class_name(name):
            return kind(name)
    if name.startswith("keras.losses.") and is_class_name(name) and not name.endswith("()"):
        return external(f"{name}()")
    if name in ("keras.optimizers.get", "keras.optimizers.deserialize"):
        return Optimizer(name)
    if name.startswith("keras.datasets.") and name.endswith(".load_data"):
        return _load_data(name.split(".")[2], arguments)
    if name == "keras.utils.to_categorical":
        return array(rows_of(arguments.first("y")), "float32")
    if name == "keras.utils.normalize":
        return array(rows_of(arguments.first("x")), "float64")
    if name.endswith(("sequence.pad_sequences", "utils.pad_sequences")):
        return _padded(arguments)
    if name.endswith("sequence.TimeseriesGenerator"):
        return KerasSequence(name)
    if name.endswith("ImageDataGenerator"):
        return external("keras.ImageDataGenerator()")
    if name.startswith(IMAGE_GENERATOR) and name.rpartition(".")[2] in _GENERATOR_METHODS:
        return ImageFlow(name, _full_batches(name, arguments))
    if name.endswith(_OF_FOLDERS):
        is_shuffled = arguments.keywords.get("shuffle", UNKNOWN).constant is not False
        parts = _of_files(name, arguments)
        return Dataset(parts, batching=Batching.PARTIAL, size=Size.KNOWN, is_reshuffled=is_shuffled)
    if name.endswith(_OF_WINDOWS):
        shuffle = arguments.of(PARAMETERS[_SERIES], "shuffle")
        is_shuffled = arguments.starred or (shuffle is not None and shuffle.constant is not False)
        return Dataset(batching=Batching.PARTIAL, size=Size.KNOWN, is_reshuffled=is_shuffled)
    return None


def is_of_files(name: str) -> bool:
    """True for the functions that make a dataset of the files of a folder, which can say how many files it has."""
    return name.startswith("keras.") and name.endswith((f".image{_OF_FOLDERS}", f".text{_OF_FOLDERS}"))


def is_of_windows(name: str) -> bool:
    """True for the function that makes batches of windows of a series, whose length TensorFlow does not know."""
    return name.startswith("keras.") and name.endswith(_OF_WINDOWS)


def makes_batches(name: str) -> bool:
    """True for a function that makes a dataset which is batched, and can say how many samples it has."""
    return is_of_files(name) or is_of_windows(name)


def is_of_text_files(name: str) -> bool:
    """True for the function that makes a dataset of text files."""
    return is_of_files(name) and name.endswith(f".text{_OF_FOLDERS}")


def _of_files(name: str, arguments: Arguments) -> tuple[Value, ...]:
    """The parts of an element: keras/preprocessing/{image,text}_dataset.py and dataset_utils.py of 2.6."""
    if not is_of_files(name) or arguments.starred or len(arguments.positional) > 1:
        return ()
    files = tensor(dtype="string" if is_of_text_files(name) else "float32")
    said = [arguments.keywords.get(each) for each in ("labels", "label_mode")]
    if any(value is not None and not isinstance(value.constant, str) for value in said):
        is_none = any(isinstance(value, NoneValue) for value in said)
        return (files,) if is_none else ()
    mode = "int" if said[1] is None else said[1].constant
    return (files, tensor(dtype="int32" if mode == "int" else "float32"))


def _padded(arguments: Arguments) -> Array:
    """What `pad_sequences` gives: a row for each sequence."""
    parameters = PARAMETERS["keras.preprocessing.sequence.pad_sequences"]
    dtype = dtype_of(arguments.of(parameters, "dtype")) or "int32"
    return array(rows_of(arguments.of(parameters, "sequences")), dtype)


def _full_batches(name: str, arguments: Arguments) -> int | None:
    """How many full batches `flow` makes of arrays, where their rows and the batch size are known."""
    parameters = PARAMETERS["keras.preprocessing.image.ImageDataGenerator.flow"]
    batch, x = arguments.of(parameters, "batch_size"), arguments.of(parameters, "x")
    rows = x.rows if isinstance(x, Array) else None
    size = 32 if batch is None else batch.number
    is_part = arguments.starred or arguments.of(parameters, "subset") is not None
    return rows // size if name.endswith(".flow") and not is_part and rows and size else None


def model_outputs(name: str, arguments: Arguments) -> tuple[Value, ...]:
    """Return the outputs of a new model as symbols; empty where they cannot be counted."""
    if name == "keras.Sequential" or name.startswith("keras.applications."):
        return (KerasTensor(),)
    return _symbols_of_model(name, arguments, "outputs", "output")


def model_inputs(name: str, arguments: Arguments) -> tuple[Value, ...]:
    """Return the inputs of a new functional model as symbols; empty where they cannot be counted."""
    return _symbols_of_model(name, arguments, "inputs", "input")


def _symbols_of_model(name: str, arguments: Arguments, parameter: str, older: str) -> tuple[Value, ...]:
    """The symbols that are passed for a parameter of `keras.Model`, one or several."""
    value = arguments.of(PARAMETERS[name], parameter, older) if name == "keras.Model" else None
    if isinstance(value, (ListOrTuple, Dict)):
        return tuple(item if isinstance(item, KerasTensor) else KerasTensor() for item in value.items)
    return (value,) if isinstance(value, KerasTensor) else ()


def is_operation(function: Value) -> bool:
    """True if a call with symbols is a single operation: of a layer, a model, or a function of Keras or TensorFlow."""
    is_function = isinstance(function, External) and function.name.startswith(("keras.", "tensorflow."))
    return is_function or isinstance(function, (KerasLayer, KerasModel))


def operands_of(function: Value, arguments: Arguments) -> tuple[CallPath, ...] | None:
    """Return what computes the symbols that an operation is given; None if that is not certain."""
    if arguments.starred:
        return None
    keywords = arguments.keywords
    if function.name == "keras.Input":
        return operands(keywords[name] for name in ("tensor", "input_tensor") if name in keywords)
    named = (value for name, value in keywords.items() if name not in ("training", "mask"))
    return operands((*arguments.positional, *named))


_CLASSES: tuple[tuple[str, type[External | KerasObject]], ...] = (
    (SCHEDULES, RateSchedule),
    ("keras.optimizers.", Optimizer),
    ("keras.metrics.", Metric),
    ("keras.layers.", KerasLayer),
    ("ipu_tensorflow_addons.keras.layers.", KerasLayer),
)


def _load_data(dataset: str, arguments: Arguments) -> Value:
    if dataset not in _DATASETS:
        return collection(*(collection(array(), array()) for _ in range(2)))
    known = _DATASETS[dataset]
    fixed = not arguments.starred and not _ROW_OPTIONS & set(arguments.keywords)
    counts = (known.train_rows, known.test_rows) if fixed else (None, None)
    halves = (
        collection(*(Array(rows, each.dtype, row_shape=each.shape) for each in (known.x, known.y)))
        for rows in counts
    )
    return collection(*halves)


def computed_type(layer: Value) -> str:
    """Return the type of what a layer makes of data, where it says so alone: numbers of words are int64."""
    if not isinstance(layer, KerasLayer) or layer.name.rpartition(".")[2] not in STRING_LAYERS:
        return ""
    created = [call for *_, call in layer.constructed_by if isinstance(call, ast.Call)]
    modes = [argument(call, None, "output_mode") for call in created]
    are_numbers = all(mode is None or ast.unparse(mode) in ("'int'", "None") for mode in modes)
    return "int64" if created and are_numbers else ""
