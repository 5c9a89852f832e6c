"""Element types of arrays, however a script comes by them."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.dtypes import is_integral, promoted
from tests.analysis.evaluated import IMPORTS, value_of

DATA = """
import pickle
lines = open("f").read().split()
rng = np.random.default_rng(0)
x = np.random.rand(100, 4)
"""


@pytest.mark.parametrize(
    ("code", "dtype"),
    [
        ("def f():\n    return np.random.randint(0, 3, 100)\nf()", "int64"),
        (
            "def f():\n    y = np.random.randint(0, 3, 100)\n    return np.random.rand(100,3), y\na, b = f()\nb",
            "int64",
        ),
        ("np.array([i % 3 for i in range(100)])", "int64"),
        ("np.array([int(l) for l in lines])", "int64"),
        ("np.array([float(l) for l in lines])", "float64"),
        ("np.array(list(range(10)))", "int64"),
        ("np.array([0] * 50 + [1] * 50)", "int64"),
        ("labels = []\nfor i in range(100):\n    labels.append(i % 3)\nnp.array(labels)", "int64"),
        (
            "labels = []\nfor l in lines:\n    labels.append(int(l))\nlabels = np.array(labels)\nlabels",
            "int64",
        ),
        ("labels = []\nfor i, l in enumerate(lines):\n    labels.append(i)\nnp.array(labels)", "int64"),
        ("y = np.zeros(100, dtype=int)\nfor i in range(3):\n    y[i] = i\ny", "int64"),
        ("(x.sum(axis=1) > 2).astype(int)", "int64"),
        ("(x.sum(axis=1) > 2)*1", "int64"),
        ("(x[:, 0] > 0) & (x[:,1] > 0)", "bool"),
        ("np.where(x[:, 0] > 0.5, 1, 0)", "int64"),
        ("np.where(x[:, 0] > 0.5, 1.0, 0.0)", "float64"),
        ("np.argmax(x, axis=1)", "int64"),
        ("x.argmax(axis=1)", "int64"),
        ("np.argmax(x, axis=-1)", "int64"),
        ("np.argmax(x, 1)", "int64"),
        ("x.argsort(axis=1)", "int64"),
        ("rng.integers(0, 3, size=100)", "int64"),
        ("np.random.choice(3, 100)", "int64"),
        ("np.random.choice([0, 1], size=100)", "int64"),
        ("np.random.choice([0, 1], size=(100,))", "int64"),
        ("np.arange(100) % 3", "int64"),
        ("np.tile([0, 1], 50)", "int64"),
        ("np.repeat([0,1,2], 50)", "int64"),
        ("np.repeat(np.arange(3), 50)", "int64"),
        ("np.concatenate([np.zeros(50, int), np.ones(50, int)])", "int64"),
        ("np.concatenate([np.zeros(50), np.ones(50)]).astype(np.int64)", "int64"),
        ("np.hstack([np.zeros(50, int), np.ones(50, int)])", "int64"),
        ("np.array([1, 2, 3])[np.random.permutation(3)]", "int64"),
        ("np.loadtxt('y.txt')", "float64"),
        ("np.loadtxt('y.txt', dtype=int)", "int64"),
        ("np.genfromtxt('y.csv', delimiter=',')", "float64"),
        ("np.loadtxt('y.csv')[:, 0].astype(int)", "int64"),
        ("np.fromfile('y', dtype=np.uint8)", "uint8"),
        ("np.frombuffer(b'', np.uint8)", "uint8"),
        ("np.eye(3)[np.random.randint(3, size=9)]", "float64"),
        ("np.unique(lines, return_inverse=True)[1]", "int64"),
        ("classes, y = np.unique(lines, return_inverse=True)\ny", "int64"),
        ("np.round(x[:, 0]).astype('int')", "int64"),
        ("np.asarray([[1, 2], [3, 4]])", "int64"),
        ("np.array([[1, 2.5], [3, 4]])", "float64"),
        ("np.array([1, 2, 3], dtype=np.int32)", "int32"),
        ("np.full(10, 3)", "int64"),
        ("np.full((10,), 3.0)", "float64"),
        ("np.bincount([1,2])", "int64"),
        ("np.clip(np.random.randint(3, size=9), 0, 1)", "int64"),
        ("np.sign(np.arange(4))", "int64"),
        ("np.stack([np.arange(3), np.arange(3)], axis=1)", "int64"),
        ("np.expand_dims(np.random.randint(3, size=9), -1)", "int64"),
        ("np.random.randint(3, size=9)[:, np.newaxis]", "int64"),
        ("np.reshape(np.random.randint(3, size=9), (9, 1))", "int64"),
        ("np.random.randint(3, size=9).reshape(-1, 1)", "int64"),
        ("np.squeeze(np.random.randint(3, size=9))", "int64"),
        ("np.ravel(np.random.randint(3, size=9))", "int64"),
        ("np.random.permutation(9)", "int64"),
        ("np.logical_and(x[:,0]>0, x[:,1]>0).astype('int')", "int64"),
        ("np.cumsum(np.arange(4))", "int64"),
        ("np.array(x > 0.5, dtype=int)", "int64"),
        ("np.int64(x > 0.5)", "int64"),
        ("np.float32(x)", "float32"),
        ("np.vstack([np.arange(3), np.arange(3)]).T", "int64"),
        ("np.digitize(x[:, 0], [0.3])", "int64"),
        ("y = np.empty(10, dtype='int')\ny[:5] = 0\ny", "int64"),
        ("np.append(np.zeros(3,int), np.ones(3,int))", "int64"),
        ("np.delete(np.arange(3), 1)", "int64"),
        ("np.copy(np.arange(3))", "int64"),
        ("np.array(tuple(range(3)))", "int64"),
        ("keras.utils.to_categorical(np.arange(3))", "float32"),
        ("keras.preprocessing.sequence.pad_sequences(lines)", "int32"),
        ("np.array([len(l) for l in lines])", "int64"),
        ("np.array([1 if 'a' in l else 0 for l in lines])", "int64"),
        ("np.array([{'a': 0, 'b': 1}[l] for l in lines])", "int64"),
        ("idx = {'a': 0, 'b': 1}\nnp.array([idx[l] for l in lines])", "int64"),
        ("idx = {c: i for i, c in enumerate(lines)}\nnp.array([idx[l] for l in lines])", "int64"),
        ("idx = dict((c, i) for i, c in enumerate(lines))\nnp.array([idx[l] for l in lines])", "int64"),
        (
            "xs, ys = [], []\nfor l in lines:\n    xs.append(float(l))\n    ys.append(int(l))\nnp.array(ys)",
            "int64",
        ),
        ("np.array([ord(c) for c in lines])", "int64"),
        ("np.array(list(map(int, lines)))", "int64"),
        ("np.fromiter((i for i in range(3)), dtype=int)", "int64"),
        ("y = np.random.randint(2, size=5)\ny = y + 1\ny", "int64"),
        ("np.random.randint(2, size=5) / 2", "float64"),
        ("np.random.randint(2, size=5) * 0.5", "float64"),
        ("np.random.randint(2, size=5).astype(float)", "float64"),
        ("np.random.randint(2, size=5).astype(np.float32)", "float32"),
        ("1 - np.random.randint(2, size=5)", "int64"),
        ("np.mod(np.arange(5), 2)", "int64"),
        ("x.round().astype(int)", "int64"),
        ("np.array([x[i:i+3] for i in range(30)])", "float64"),
        ("X = []\nfor i in range(30):\n    X.append(x[i:i+3, 0])\nnp.array(X)", "float64"),
    ],
)
def test_arrays(code: str, dtype: str) -> None:
    assert value_of(code, IMPORTS + DATA).dtype == dtype


@pytest.mark.parametrize(
    "code",
    [
        "[0] * 50 + [1] * 50",
        "np.load('y.npy')",
        "np.load('y.npz')['y']",
        "pickle.load(open('y', 'rb'))",
        "tok = keras.preprocessing.text.Tokenizer()\nnp.array(tok.texts_to_sequences(lines))",
        "np.array([d['y'] for d in lines])",
    ],
)
def test_types_that_nobody_knows(code: str) -> None:
    assert value_of(code, IMPORTS + DATA).dtype == ""


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        (["int64", "int64"], "int64"),
        (["bool", "int64"], "int64"),
        (["int64", "float64"], "float64"),
        (["float32", "float64"], "float64"),
        (["bool", "float32"], "float32"),
        (["float16", "int64"], ""),
        (["str", "int64"], ""),
        ([], ""),
    ],
)
def test_types_in_one_array(types: list[str], expected: str) -> None:
    assert promoted(*types) == expected


@pytest.mark.parametrize(
    ("dtype", "expected"), [("uint8", True), ("bool", True), ("float32", False), ("", False)]
)
def test_whole_numbers(dtype: str, expected: bool) -> None:
    assert is_integral(dtype) is expected
