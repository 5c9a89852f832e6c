"""What functions of pandas and scikit-learn give back: tables, and arrays that are made of them."""

from __future__ import annotations

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array, array, part_of
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import collection, dict_of, items_in
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.analysis.values.value import UNKNOWN, Value

_TRANSFORMS = (").transform", ").fit_transform", ").inverse_transform")
_SPLITTERS = ("sklearn.model_selection.train_test_split", "sklearn.cross_validation.train_test_split")


def table_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function of pandas or scikit-learn gives; None when the table has nothing to say."""
    if name.startswith("pandas."):
        return _pandas_call(name.removeprefix("pandas."), arguments)
    if name in _SPLITTERS:
        parts = [(UNKNOWN if items_in(part) else part_of(part)) for part in arguments.positional]
        return collection(*(part for part in parts for _ in range(2)))
    return _sklearn_call(name, arguments)


def _pandas_call(name: str, arguments: Arguments) -> Value:
    if name == "factorize":
        return collection(array(rows_of(arguments.first("values")), "int64"), UNKNOWN)
    return Array(container="table")


# Classes of scikit-learn whose `transform` gives whole numbers, and those known for others.
_TO_INTEGERS = ("LabelEncoder", "LabelBinarizer", "MultiLabelBinarizer", "CountVectorizer")
_TO_FLOATS = (
    "StandardScaler",
    "MinMaxScaler",
    "RobustScaler",
    "MaxAbsScaler",
    "Normalizer",
    "PCA",
    "TfidfVectorizer",
)
# Rows and type of the targets of its data sets, the data itself is float64: sklearn/datasets/*.py of scikit-learn 1.
_SKLEARN_DATA = {
    "load_iris": (150, "int64"),
    "load_wine": (178, "int64"),
    "load_breast_cancer": (569, "int64"),
    "load_digits": (1797, "int64"),
    "load_diabetes": (442, "float64"),
    **dict.fromkeys(("make_classification", "make_blobs", "make_moons", "make_circles"), (None, "int64")),
    **dict.fromkeys(("make_regression", "fetch_california_housing"), (None, "float64")),
}


def _sklearn_call(name: str, arguments: Arguments) -> Value | None:
    owner, _, function = name.rpartition(".")
    if name.endswith(_TRANSFORMS):
        constructed_by = owner.rpartition(".")[2].removesuffix("()")
        is_coded = constructed_by in _TO_INTEGERS and function != "inverse_transform"
        dtype = "int64" if is_coded else "float64" if constructed_by in _TO_FLOATS else ""
        return array(rows_of(arguments.first("X", "y")), dtype)
    if owner != "sklearn.datasets" or function not in _SKLEARN_DATA:
        return None
    rows, dtype = _SKLEARN_DATA[function]
    if function.startswith("make_"):
        rows = (arguments.first("n_samples") or constant(100)).number
    pair = array(rows, "float64"), array(rows, dtype)
    if function.startswith("make_") or "return_X_y" in arguments.keywords:
        return collection(*pair)
    return dict_of({"data": pair[0], "target": pair[1]})
