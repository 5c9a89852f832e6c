"""Every way to say `keras.x` is one name; imports bind what Python binds."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.syntax.qualified_names import KERAS_MODULES, bindings, canonical, dotted


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((f"{module}.layers.Dense", "keras.layers.Dense") for module in KERAS_MODULES),
        *((module, "keras") for module in KERAS_MODULES),
        ("tensorflow.keras.models.Sequential", "keras.Sequential"),
        ("keras.models.Model", "keras.Model"),
        ("keras.engine.training.Model", "keras.Model"),
        ("keras.layers.Input", "keras.Input"),
        ("keras.utils.np_utils.to_categorical", "keras.utils.to_categorical"),
        ("tensorflow.compat.v2", "tensorflow"),
        ("tensorflow.dtypes.cast", "tensorflow.cast"),
        ("tensorflow.compat.v1.keras.models.Model", "keras.Model"),
        ("tensorflow.optimizers", "keras.optimizers"),
        ("tensorflow.losses", "keras.losses"),
        ("tensorflow.nn", "tensorflow.nn"),
        ("tensorflow.compat.v1.data", "tensorflow.data"),
        ("tensorflow.compat.v1.Session", "tensorflow.compat.v1.Session"),
        ("tensorflow.data.Dataset", "tensorflow.data.Dataset"),
        ("keras_tuner.Tuner", "keras_tuner.Tuner"),
        ("numpy.zeros", "numpy.zeros"),
    ],
)
def test_canonical(name: str, expected: str) -> None:
    assert canonical(name) == expected


@pytest.mark.parametrize("name", ["tensorflow.keras.Model", "keras.layers.Input", "numpy.zeros", ""])
def test_canonical_names_stay(name: str) -> None:
    assert canonical(canonical(name)) == canonical(name)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import numpy", [("numpy", "numpy")]),
        ("import numpy as np", [("np", "numpy")]),
        ("import os.path", [("os", "os")]),
        ("import os.path as p, sys", [("p", "os.path"), ("sys", "sys")]),
        ("from keras import layers as L, Model", [("L", "keras.layers"), ("Model", "keras.Model")]),
        ("from keras.layers import *", [("*", "keras.layers")]),
        ("from .models import build", [("build", ".models.build")]),
        ("from . import data", [("data", "..data")]),
        ("from ..pkg.models import *", [("*", "..pkg.models")]),
    ],
)
def test_bindings(code: str, expected: list[tuple[str, str]]) -> None:
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.Import | ast.ImportFrom)
    assert list(bindings(node)) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [("a", "a"), ("a.b.c", "a.b.c"), ("a().b", None), ("a[0].b", None), ("1", None)],
)
def test_dotted(code: str, expected: str | None) -> None:
    assert dotted(ast.parse(code, mode="eval").body) == expected
