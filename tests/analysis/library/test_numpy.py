"""Rows and element types of what NumPy, TensorFlow, pandas and scikit-learn give."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array, factors_of
from gpu2ipu.analysis.values.data import iterated
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import NoneValue, Unknown, Value
from tests.analysis.evaluated import shown, value_of

ARRAYS = """
a = np.zeros((10, 3))
i = np.arange(12)
u = np.ones((10, 3), "uint8")
b = a > 0
g = np.random.default_rng(1)
"""


@pytest.mark.parametrize(
    ("code", "rows", "dtype"),
    [
        # made of a shape
        ("np.zeros((10, 3))", 10, "float64"),
        ("np.zeros(10, dtype='int32')", 10, "int32"),
        ("np.zeros((10, 3), np.float32)", 10, "float32"),
        ("np.linspace(0, 1, 10, True, False, np.float32)", 10, "float32"),
        ("np.eye(10, 3, 0, np.float32)", 10, "float32"),
        ("np.random.randint(0, 9, 10, np.int32)", 10, "int32"),
        ("np.ones(shape=(4, 2), dtype=int)", 4, "int64"),
        ("np.empty((4,), dtype=bool)", 4, "bool"),
        ("np.full((3, 2), 1.0)", 3, "float64"),
        ("np.full((3, 2), 1, np.half)", 3, "float16"),
        ("np.zeros((n, 3))", None, "float64"),
        ("np.eye(5)", 5, "float64"),
        ("np.identity(5, 'int8')", 5, "int8"),
        ("np.random.rand(10, 3)", 10, "float64"),
        ("np.random.randn(len(a), 3)", 10, "float64"),
        ("np.random.normal(0, 1, (10, 3))", 10, "float64"),
        ("np.random.normal(size=10)", 10, "float64"),
        ("np.random.randint(0, 5, 10)", 10, "int64"),
        ("np.random.randint(2, size=(10, 1), dtype=np.int32)", 10, "int32"),
        ("g.integers(0, 5, size=7)", 7, "int64"),
        ("g.standard_normal((8, 2)).astype(np.float32)", 8, "float32"),
        ("np.random.RandomState(0).uniform(size=(6, 2))", 6, "float64"),
        ("np.random.choice(5, 10)", 10, "int64"),
        ("np.random.permutation(10)", 10, "int64"),
        ("np.random.permutation(a)", 10, "float64"),
        ("np.meshgrid(np.arange(4), np.linspace(0, 1, 5))[0]", None, "int64"),
        ("np.meshgrid(np.arange(4), np.linspace(0, 1, 5))[1]", None, "float64"),
        # ranges
        ("np.arange(12)", 12, "int64"),
        ("np.arange(12, dtype=np.float32)", 12, "float32"),
        ("np.arange(12.0)", None, "float64"),
        ("np.arange(0, 12, 2)", None, "int64"),
        ("np.arange(-1, 1, 0.2)", None, "float64"),
        ("np.arange(1, stop=n, step=0.5)", None, "float64"),
        ("np.arange(1, read())", None, ""),
        ("np.arange(read())", None, ""),
        ("np.random.permutation(read())", None, ""),
        ("np.random.permutation([0.5, 1.5])", None, "float64"),
        ("np.append(np.arange(3), np.zeros(3))", None, "float64"),
        ("np.append(np.arange(3), read())", None, ""),
        ("np.append(np.arange(3), np.arange(2), 0)", None, "int64"),
        ("np.insert(np.arange(3), 1, 0.5)", None, "int64"),
        ("np.linspace(0, 1, 100)", 100, "float64"),
        ("np.linspace(0, 1)", 50, "float64"),
        # of lists
        ("np.array([1, 2, 3])", 3, "int64"),
        ("np.array([1, 2.5])", 2, "float64"),
        ("np.array([[0, 0], [0, 1], [1, 0], [1, 1]])", 4, "int64"),
        ("np.array([[0.0], [1.0]], np.float32)", 2, "float32"),
        ("np.array([x for x in [1, 2]])", None, "int64"),
        ("np.array(n)", None, ""),
        # of other arrays
        ("np.array(i, 'float32')", 12, "float32"),
        ("np.asarray(i)", 12, "int64"),
        ("np.zeros_like(u)", 10, "uint8"),
        ("np.sqrt(i)", 12, "float64"),
        ("np.sqrt(u.astype('float32'))", 10, "float32"),
        ("np.abs(i)", 12, "int64"),
        ("np.cumsum(a)", None, "float64"),
        ("np.cumsum(a, axis=0)", 10, "float64"),
        ("a.cumsum()", None, "float64"),
        ("a.cumsum(0)", 10, "float64"),
        ("np.power(i, 0.5)", 12, "float64"),
        ("np.maximum(i, 2)", 12, "int64"),
        ("np.add(a, n)", 10, "float64"),
        ("np.add(1, 2)", None, ""),
        ("np.divide(i, 3)", 12, "float64"),
        ("np.where(i > 5, 1, 0)", 12, "int64"),
        ("np.where(i > 5, 1, 0.5)", 12, ""),
        ("np.expand_dims(a, -1)", 10, "float64"),
        ("np.expand_dims(a, 0)", 1, "float64"),
        ("np.expand_dims(a, n)", None, "float64"),
        ("np.digitize(a, [0.5])", 10, "int64"),
        ("np.concatenate([a, u])", 20, ""),
        ("np.concatenate([i, i], axis=0)", 24, "int64"),
        ("np.concatenate([a, a], axis=1)", 10, ""),
        ("np.concatenate([a, a], axis=n)", None, ""),
        ("np.concatenate(n)", None, ""),
        ("np.concatenate([a, np.zeros((n, 3))])", None, "float64"),
        ("np.vstack((i, i))", 24, "int64"),
        ("np.repeat(a, 2, axis=0)", None, "float64"),
        ("np.hstack([a, a])", None, "float64"),
        # reductions
        ("np.sum(a, axis=1)", 10, "float64"),
        ("np.sum(a, 0)", None, "float64"),
        ("np.sum(b, axis=1)", 10, "int64"),
        ("u.mean(axis=1)", 10, "float64"),
        ("i.std(axis=-1)", 12, "float64"),
        ("a.astype('float32').mean(axis=-1)", 10, "float32"),
        ("a.mean(axis=(0, 1))", None, "float64"),
        ("np.argmax(a, axis=-1)", 10, "int64"),
        ("b.any(1)", 10, "bool"),
        ("u.max(axis=1)", 10, "uint8"),
        # methods
        ("a.astype('int')", 10, "int64"),
        ("a.astype(float)", 10, "float64"),
        ("a.astype(dtype=np.double)", 10, "float64"),
        ("a.copy()", 10, "float64"),
        ("a.reshape(-1, 3)", 10, "float64"),
        ("a.reshape(-1, 6)", 5, "float64"),
        ("a.reshape(-1, 4)", None, "float64"),
        ("a.reshape(-1, n)", None, "float64"),
        ("a.reshape(-1)", None, "float64"),
        ("a.reshape([-1] + [3, 1])", 10, "float64"),
        ("a.reshape((-1,) + n)", None, "float64"),
        ("a.reshape((len(a),) + n)", 10, "float64"),
        ("a.reshape((len(a), *n))", 10, "float64"),
        ("a.reshape(len(a), *n)", 10, "float64"),
        ("a.reshape((*n, len(a)))", None, "float64"),
        ("a.reshape(a.shape + (1,))", 10, "float64"),
        ("a.reshape([*a.shape, 1])", 10, "float64"),
        ("a.T.reshape(-1, 3)", None, "float64"),
        ("a.mean(axis=1).reshape(-1, 1)", None, "float64"),
        ("a[2:4].reshape(-1, 3)", 2, "float64"),
        ("a[..., None].reshape(-1, 3)", 10, "float64"),
        ("a[:, :, np.newaxis].reshape(-1, 3)", 10, "float64"),
        ("a[:, 0].reshape(-1, 1)", 10, "float64"),
        ("a[:, 1:].reshape(-1, 3)", None, "float64"),
        ("np.expand_dims(a, -1).reshape(-1, 3, 1)", 10, "float64"),
        ("np.expand_dims(a, -3).reshape(-1, 3)", None, "float64"),
        ("(a / 255 - a.mean()).reshape(-1, 3)", 10, "float64"),
        ("(a + unheard_of()).reshape(-1, 3)", None, "float64"),
        ("np.concatenate([a, a]).reshape(-1, 3)", 20, "float64"),
        ("np.concatenate([a, a.T]).reshape(-1, 3)", None, "float64"),
        ("a.reshape(a.shape[0], -1)", 10, "float64"),
        ("a.reshape((len(a), 3, 1))", 10, "float64"),
        ("a.reshape(n)", None, "float64"),
        ("a.flatten()", None, "float64"),
        ("a.tolist()", "unknown", ""),
        # operators
        ("a / 255", 10, "float64"),
        ("i / 2", 12, "float64"),
        ("i // 2", 12, "int64"),
        ("i * 0.5", 12, "float64"),
        ("i * n", 12, "int64"),
        ("i * float(n)", 12, "float64"),
        ("i * np.random.rand()", 12, ""),
        ("i + unheard_of", 12, ""),
        ("u + 1", 10, "uint8"),
        ("u * True", 10, "uint8"),
        ("a + u", 10, ""),
        ("i + i", 12, "int64"),
        ("1 - a", 10, "float64"),
        ("-a", 10, "float64"),
        ("~b", 10, "bool"),
        ("a > 0", 10, "bool"),
        ("0 < a", 10, "bool"),
        # broadcasting: rows where both sides agree
        ("a - a.mean(axis=0)", 10, "float64"),
        ("np.zeros(3) * a", None, "float64"),
        ("np.zeros((1, 3)) * a", 10, "float64"),
        ("a @ np.zeros((3, 2))", 10, "float64"),
        ("np.zeros((n, 3)) @ np.zeros(3)", None, "float64"),
        ("i @ np.zeros((12, 2))", 12, ""),
        ("n @ a", 10, "float64"),
    ],
)
def test_rows_and_element_type(code: str, rows: int | str | None, dtype: str) -> None:
    value = value_of(ARRAYS + code)
    if rows == "unknown":
        assert isinstance(value, Unknown)
    else:
        assert isinstance(value, Array)
        assert (value.rows, value.dtype) == (rows, dtype)


@pytest.mark.parametrize(
    ("code", "rows", "dtype"),
    [
        ("tf.cast(i, tf.float32)", 12, "float32"),
        ("tf.cast(n, tf.int32)", None, "int32"),
        ("tf.one_hot(i, 12)", 12, "float32"),
        ("tf.one_hot(i, 12, dtype=tf.int32)", 12, "int32"),
        ("tf.constant([1, 2, 3])", 3, "int32"),
        ("tf.constant(a, tf.float32)", 10, "float32"),
        ("tf.convert_to_tensor(a)", 10, "float64"),
        ("tf.random.normal((10, 3))", 10, "float32"),
        ("tf.random.uniform(shape=(n, 3), dtype=tf.float16)", None, "float16"),
        ("tf.random.shuffle(a)", None, ""),
        ("tf.random.normal(**unheard_of)", None, "float32"),
        ("tf.constant(**unheard_of)", None, ""),
        ("tf.reshape(a, (-1, 3))", 10, "float64"),
        ("tf.reshape(tf.one_hot(i, 3), (-1, 1))", None, "float32"),
        ("tf.math.sqrt(a)", None, ""),
        ("tf.image.resize(a, (2, 2))", None, ""),
        ("tf.data.experimental", "external", ""),
        ("tf.Variable(a)", "unknown", ""),
        ("tf.io.read_file('f')", "unknown", ""),
    ],
)
def test_tensors(code: str, rows: int | str | None, dtype: str) -> None:
    value = value_of(ARRAYS + code)
    if isinstance(rows, str):
        assert type(value).__name__.lower() == rows
    else:
        assert isinstance(value, Array)
        assert (value.rows, value.dtype) == (rows, dtype)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("np.random.rand()", Number),
        ("np.random.randint(5)", Number),
        ("np.median(a)", Number),
        ("a.sum()", Number),
        ("a.sum(axis=None)", Number),
        ("np.random.seed(1)", NoneValue),
        ("np.random.shuffle(a)", NoneValue),
        ("import math\nmath.ceil(n / 3)", Number),
        ("import math\nmath.sqrt(n)", Unknown),
        ("import pandas as pd\npd.read_csv('f')", Array),
        ("import pandas as pd\npd.read_csv('f')['x'].values", Array),
        ("import pandas as pd\npd.read_csv('f').drop('y', axis=1)", Array),
        ("import unheard_of\nunheard_of.fft(a)", Unknown),
        ("from sklearn.svm import SVC\nSVC()", External),
    ],
)
def test_kinds_of_results(code: str, kind: type[Value]) -> None:
    assert isinstance(value_of(ARRAYS + code), kind)


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("import math\nmath.ceil(50 / 8)", 7),
        ("import math\nmath.floor(50 / 8)", 6),
        ("np.ceil(50 / 8)", 7.0),
        ("int(np.ceil(50 / 8))", 7),
        ("int(np.floor(50 / 8))", 6),
        ("np.ceil(n / 8)", None),
    ],
)
def test_rounded_numbers(code: str, number: float | None) -> None:
    found = value_of(ARRAYS + code).constant
    assert (found, type(found)) == (number, type(number))


def test_a_split_has_two_parts_of_each_array() -> None:
    code = "from sklearn.model_selection import train_test_split\n"
    parts = iterated(value_of(f"{ARRAYS}{code}train_test_split(a, np.arange(10), test_size=0.2)"))
    found = [(rows_of(part), part.dtype) for part in parts]
    assert found == [(8, "float64"), (2, "float64"), (8, "int64"), (2, "int64")]


def test_whole_numbers_drawn_one_by_one_are_int64() -> None:
    assert value_of("import random\nnp.array([random.randint(0, 1) for _ in range(n)])").dtype == "int64"


@pytest.mark.parametrize(
    ("code", "factors"),
    [
        ("np.zeros((n // 32 * 32, 3))", {"32"}),
        ("np.zeros((n, 3))[: n // 32 * 32]", {"32"}),
        ("np.zeros((n, 3)).reshape(n // 8 * 8, 3)", {"8"}),
        ("np.concatenate([x, np.repeat(x[-1:], -len(x) % 16, axis=0)])", {"16"}),
        ("np.concatenate([x, np.zeros((-len(x) % 16, 3))])", {"16"}),
        ("x[: n // 8 * 8] / 255.0", {"8"}),
        ("np.sqrt(x[: n // 8 * 8]).astype('float32')", {"8"}),
    ],
)
def test_divisors_of_the_rows(code: str, factors: set[str]) -> None:
    value = value_of("x = np.zeros((n, 3))\n" + code)
    assert rows_of(value) is None
    assert factors <= shown(factors_of(value))
    assert 7 not in factors_of(value)


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        ("a + np.zeros(10)", 10),
        ("a + np.zeros((1, 4))", 10),
        ("a - a.mean(axis=0)", 10),
        ("(a - a.mean(axis=0)) / a.std(axis=0)", 10),
        ("a - 3.0", 10),
        ("a - a.max()", 10),
        # a column beside the rows of `a` gives the rows of the column
        ("np.arange(10) - column", None),
        ("np.sin((np.linspace(0, 1, 10) - column) * (column + 10))", None),
    ],
)
def test_rows_of_what_is_spread(code: str, rows: int | None) -> None:
    assert rows_of(value_of(f"{ARRAYS}column = np.random.rand(n, 1)\n{code}")) == rows


@pytest.mark.parametrize(
    ("code", "rows"),
    [("x / 255.0", 1), ("2 * x - x", 1), ("x + np.zeros((4, 3))", 4), ("x / data.load()", None)],
)
def test_one_row_stays_one_beside_numbers(code: str, rows: int | None) -> None:
    assert rows_of(value_of(f"import data\nx = np.zeros((1, 3))\n{code}")) == rows
