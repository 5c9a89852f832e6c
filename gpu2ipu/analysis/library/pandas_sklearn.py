"""What functions of pandas and scikit-learn give back: tables, and arrays that are made of them."""

from __future__ import annotations

import math

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array, array, rows_from
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import collection, dict_of, items_in
from gpu2ipu.analysis.values.library_objects import external
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, NoneValue, Value

# Classes of scikit-learn whose `transform` gives a sparse matrix of SciPy, and the arguments that say no to it.
_TO_SPARSE = (
    *("OneHotEncoder", "CountVectorizer", "TfidfVectorizer", "HashingVectorizer", "TfidfTransformer"),
    *("DictVectorizer", "FeatureHasher"),
)
_MAKES_SPARSE = ("sparse", "sparse_output")
_DENSE = "(dense)"  # in the name of an object, for the parentheses of its construction
_TRANSFORMS = (").transform", ").fit_transform", ").inverse_transform")
_SPLITTERS = ("sklearn.model_selection.train_test_split", "sklearn.cross_validation.train_test_split")


def table_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function of pandas or scikit-learn gives; None when the table has nothing to say."""
    if name.startswith("pandas."):
        return _pandas_call(name.removeprefix("pandas."), arguments)
    if name.startswith("scipy.sparse."):
        return Array(container="sparse")
    if name in _SPLITTERS:
        return _split(arguments)
    if name.rpartition(".")[2] in _TO_SPARSE and any(
        arguments.keywords.get(each, UNKNOWN).constant is False for each in _MAKES_SPARSE
    ):
        return external(f"{name}{_DENSE}")
    return _sklearn_call(name, arguments)


def _split(arguments: Arguments) -> Value:
    """What `train_test_split` makes of each array: some of its rows to train on, the others to test with."""
    test_size, train_size = (arguments.keywords.get(name, NONE) for name in ("test_size", "train_size"))
    parts: list[Value] = []
    for whole in arguments.positional:
        rows = None if arguments.starred else rows_of(whole)
        for count in _split_rows(rows, test_size, train_size):
            parts.append(UNKNOWN if items_in(whole) else rows_from(whole, count))
    return collection(*parts)


def _split_rows(rows: int | None, test_size: Value, train_size: Value) -> tuple[int | None, int | None]:
    """How many rows are trained on and tested with: `_validate_shuffle_split` in sklearn/model_selection/_split.py."""
    if rows is None or not isinstance(train_size, NoneValue):
        return None, None
    size = 0.25 if isinstance(test_size, NoneValue) else test_size.constant
    if not isinstance(size, (int, float)) or isinstance(size, bool):
        return None, None
    tested = math.ceil(size * rows) if isinstance(size, float) else size
    return (rows - tested, tested) if 0 < tested < rows else (None, None)


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
        is_sparse = constructed_by in _TO_SPARSE and function != "inverse_transform"
        is_coded = constructed_by in _TO_INTEGERS and function != "inverse_transform"
        dtype = "int64" if is_coded else "float64" if constructed_by in _TO_FLOATS else ""
        return Array(rows_of(arguments.first("X", "y")), dtype, "sparse" if is_sparse else "")
    if owner != "sklearn.datasets" or function not in _SKLEARN_DATA:
        return None
    rows, dtype = _SKLEARN_DATA[function]
    if function.startswith("make_"):
        rows = (arguments.first("n_samples") or constant(100)).number
    pair = array(rows, "float64"), array(rows, dtype)
    if function.startswith("make_") or "return_X_y" in arguments.keywords:
        return collection(*pair)
    return dict_of({"data": pair[0], "target": pair[1]})
