"""What pandas and scikit-learn give: tables, arrays of them, data sets."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.data import iterated
from gpu2ipu.analysis.values.value import Unknown, Value
from tests.analysis.evaluated import IMPORTS, value_of

ARRAYS = """
a = np.zeros((10, 3))
i = np.arange(12)
u = np.ones((10, 3), "uint8")
b = a > 0
g = np.random.default_rng(1)
"""

DATA = """
import pandas as pd
from sklearn.datasets import load_digits, load_iris, make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder, StandardScaler
lines = open("f").read().split()
x = np.random.rand(100, 4)
df = pd.read_csv("a.csv")
"""


@pytest.mark.parametrize(
    ("code", "dtype"),
    [
        ("LabelEncoder().fit_transform(lines)", "int64"),
        ("le = LabelEncoder()\nle.fit_transform(df['c'])", "int64"),
        ("le = LabelEncoder()\nle.fit(df['c'])\nle.transform(df['c'])", "int64"),
        ("StandardScaler().fit_transform(df)", "float64"),
        ("df['label'].astype(int)", "int64"),
        ("df['label'].astype('category').cat.codes", "int8"),
        ("df['label'].factorize()[0]", "int64"),
        ("pd.factorize(df['label'])[0]", "int64"),
        ("(df['label'] == 'a').astype(int)", "int64"),
        ("load_iris().target", "int64"),
        ("load_iris().data", "float64"),
        ("a, b = load_iris(return_X_y=True)\nb", "int64"),
        ("a, b = load_digits(return_X_y=True)\nb", "int64"),
        ("d = load_iris()\nd['target']", "int64"),
        ("a, b = make_classification(100)\nb", "int64"),
        ("a, b, c, d = train_test_split(x, np.random.randint(3, size=100))\nd", "int64"),
    ],
)
def test_element_types(code: str, dtype: str) -> None:
    assert value_of(code, IMPORTS + DATA).dtype == dtype


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", (75, 25)),
        (", test_size=0.1", (90, 10)),
        (", test_size=0.333", (66, 34)),
        (", test_size=30, random_state=1", (70, 30)),
        (", test_size=None, stratify=y", (75, 25)),
        (", test_size=unheard_of()", (None, None)),
        (", train_size=0.9", (None, None)),
        (", test_size=200", (None, None)),
        (", **unheard_of()", (None, None)),
    ],
)
def test_rows_of_a_split(options: str, expected: tuple[int | None, int | None]) -> None:
    code = f"y = list(range(100))\na, b, c, d = train_test_split(x, y{options})\n"
    assert tuple(rows_of(value_of(code + name, IMPORTS + DATA)) for name in "ab") == expected


@pytest.mark.parametrize(
    ("code", "dtype"),
    [
        ("df['n'].replace({9: 0})", ""),
        ("df['n'].astype(int).replace({9: 0})", "int64"),
        ("df['n'].astype(int).replace({9: 0.5})", "float64"),
        ("df['n'].map({9: 0})", "int64"),
        ("df['n'].astype(int).apply(lambda n: n / 2)", ""),
        ("whole = df.astype(int)\nwhole['part'] = whole['a'] / 2\nwhole", ""),
        ("whole = df.astype(int)\nwhole['part'] = read()\nwhole", ""),
        ("whole = df.astype(int)\nwhole['part'] = 3\nwhole", "int64"),
        ("le = LabelEncoder()\nle.fit(x)\nle.inverse_transform(x)", ""),
        ("np.array([2 ** len(x), 2 ** -len(x)])", ""),
    ],
)
def test_what_may_hold_fractions_is_not_taken_for_whole_numbers(code: str, dtype: str) -> None:
    assert value_of(code, IMPORTS + DATA).dtype == dtype


@pytest.mark.parametrize(
    "code",
    [
        "df",
        "df['label']",
        "df.drop('label', axis=1)",
        "df['label'].values",
        "df.iloc[:, 0]",
        "df.values[:100]",
        "train_test_split(df, df)[0]",
        "df.pop('label')",
        "dict(df)['label']",
    ],
)
def test_what_comes_from_a_table(code: str) -> None:
    value = value_of(code, IMPORTS + DATA)
    assert isinstance(value, Array)
    assert (value.container, value.dtype) == ("table", "")


@pytest.mark.parametrize(
    ("code", "rows"), [("load_iris()['target']", 150), ("make_classification(40)[0]", 40)]
)
def test_rows_of_data_sets(code: str, rows: int) -> None:
    assert rows_of(value_of(code, IMPORTS + DATA)) == rows


@pytest.mark.parametrize(
    ("given", "kind"),
    [("a", Array), ("unheard_of", Array), ("[1, 2]", Unknown), ("list(i)", Array)],
)
def test_a_split_gives_arrays_and_of_lists_it_gives_lists(given: str, kind: type[Value]) -> None:
    code = "from sklearn.model_selection import train_test_split\n"
    parts = iterated(value_of(f"{ARRAYS}{code}train_test_split({given})"))
    assert all(isinstance(part, kind) for part in parts)


@pytest.mark.parametrize(
    ("call", "rows"), [("fit_transform(a)", 10), ("transform(X=a)", 10), ("inverse_transform(n)", None)]
)
def test_transforms_keep_the_rows(call: str, rows: int | None) -> None:
    code = "from sklearn.preprocessing import StandardScaler\nscaler = StandardScaler()\n"
    value = value_of(f"{ARRAYS}{code}scaler.{call}")
    assert isinstance(value, Array)
    assert (value.rows, value.dtype) == (rows, "float64")


def test_a_sparse_matrix_as_an_array_keeps_its_rows() -> None:
    code = "from sklearn.preprocessing import OneHotEncoder\ncoder = OneHotEncoder()\n"
    value = value_of(f"{ARRAYS}{code}coder.fit_transform(a).toarray()")
    assert isinstance(value, Array)
    assert value.rows == 10


SPARSE = """
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.feature_extraction import DictVectorizer
from sklearn.preprocessing import OneHotEncoder
words = TfidfVectorizer().fit_transform(lines)
"""


@pytest.mark.parametrize(
    ("code", "is_sparse"),
    [
        ("words", True),
        ("CountVectorizer().fit(lines).transform(lines)", False),  # what `fit` gives is not followed
        ("v = CountVectorizer()\nv.fit(lines)\nv.transform(lines)", True),
        ("OneHotEncoder().fit_transform(df)", True),
        ("OneHotEncoder(handle_unknown='ignore').fit_transform(df)", True),
        ("OneHotEncoder(sparse=False).fit_transform(df)", False),
        ("e = OneHotEncoder(sparse_output=False)\ne.fit(df)\ne.transform(df)", False),
        ("DictVectorizer(sparse=False).fit_transform(lines)", False),
        ("OneHotEncoder().inverse_transform(x)", False),
        ("sp.csr_matrix(x)", True),
        ("sp.hstack([words, words])[3:7]", True),
        ("train_test_split(words, x)[0]", True),
        ("train_test_split(words, x)[2]", False),
        ("words.astype('float32')", True),
        ("words.toarray()", False),
        ("words.todense()", False),
    ],
)
def test_sparse_matrices(code: str, is_sparse: bool) -> None:
    value = value_of(code, IMPORTS + DATA + SPARSE)
    assert (isinstance(value, Array) and value.container == "sparse") is is_sparse
