"""Calls: what is noted of models and datasets, and how arguments reach a function."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.library_objects import (
    KerasLayer,
    KerasModel,
    Metric,
    Optimizer,
    constructions_of,
)
from gpu2ipu.analysis.values.value import Unknown, Value
from gpu2ipu.port.batching.row_counts import flat
from tests.analysis.evaluated import facts, value_of


def noted(code: str) -> list[tuple[str, bool]]:
    """Methods of models and whether they were called in a scope."""
    calls = facts(code).method_calls
    return [(call.method, call.in_scope) for call in calls if isinstance(call.receiver, KerasModel)]


@pytest.mark.parametrize(
    ("code", "methods"),
    [
        ("m = keras.Sequential()\nm.add(layers.Dense(1))\nm.compile()", [("add", False), ("compile", False)]),
        ("class M(keras.Model):\n    pass\nM().fit(n)", [("fit", False)]),
        ("class M(keras.Model):\n    def fit(self):\n        pass\nM().fit()", []),
        ("class T:\n    def fit(self):\n        pass\nT().fit()", []),
        (
            "s = ipu.ipu_strategy.IPUStrategy()\nwith s.scope():\n    keras.Sequential().fit()",
            [("fit", True)],
        ),
        (
            "s = ipu.ipu_strategy.IPUStrategy()\nwith s.scope():\n    m = keras.Sequential()\nm.fit()",
            [("fit", False)],
        ),
        ("with tf.device('cpu'):\n    keras.Sequential().fit()", [("fit", False)]),
        (
            "def f(m):\n    m.fit(n)\nf(keras.Sequential())\nf(keras.Sequential())",
            [("fit", False), ("fit", False)],
        ),
        ("def f(m):\n    m.fit(n)", []),
    ],
)
def test_methods_of_models(code: str, methods: list[tuple[str, bool]]) -> None:
    assert noted(code) == methods


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("keras.Sequential([layers.Dense(1)])", [KerasLayer, KerasModel]),
        ("keras.optimizers.Adam()", [Optimizer]),
        ("keras.metrics.Mean()", [Metric]),
        ("layers.Dense(1)(keras.Input((3,)))", [KerasLayer, KerasTensor, KerasTensor]),
        ("m = keras.Sequential()\nm.add(n)\nm.load_weights('f')\nm.summary()", [KerasModel] * 3),
        ("def build():\n    return keras.Sequential()\nbuild()", [KerasModel]),
        ("class M(keras.Model):\n    pass\nM()", [KerasModel]),
        ("keras.losses.MeanSquaredError()", []),
    ],
)
def test_makings(code: str, kinds: list[type[Value]]) -> None:
    assert [type(construction.value) for construction in facts(code).constructions] == kinds


def test_a_call_knows_the_way_to_it() -> None:
    found = facts("def f(m):\n    m.fit(n)\ndef main():\n    f(keras.Sequential())\nmain()")
    stack = found.method_calls[-1].stack
    assert [ast.unparse(frame.call) for frame in stack] == ["main()", "f(keras.Sequential())", "m.fit(n)"]
    assert [getattr(frame.function, "name", None) for frame in stack] == [None, "main", "f"]
    functions = {getattr(node, "name", ""): len(stacks) for node, stacks in found.calls.items()}
    assert functions == {"main": 1, "f": 1}


def test_models_are_told_apart_by_where_they_are_made() -> None:
    constructed_by = constructions_of(value_of("a = keras.Sequential()\nb = keras.Model()\na if n else b"))
    assert sorted(ast.unparse(path[-1]) for path in constructed_by) == ["keras.Model()", "keras.Sequential()"]


def test_what_is_called_is_qualified() -> None:
    names = {
        ast.unparse(node): name for node, name in facts("tf.config.set_visible_devices([])").qualified.items()
    }
    assert names["tf.config.set_visible_devices([])"] == "tensorflow.config.set_visible_devices"


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        ("tf.nest.map_structure(lambda a: a[:4], x)", 4),
        ("tf.nest.map_structure(lambda a: a[:4], [x, x])", 4),
        ("tf.nest.map_structure(lambda a: a[:4], {'k': (x, x)})", 4),
        ("tf.nest.map_structure(np.sqrt, x)", None),
        ("tf.nest.map_structure(lambda a: a)", None),
    ],
)
def test_a_function_mapped_over_a_structure(code: str, rows: int | None) -> None:
    value = value_of("x = np.zeros((10, 3))\n" + code)
    assert {rows_of(part) for part in flat(value)} == {rows}
    assert (isinstance(value, (ListOrTuple, Dict))) == ("(x, x)" in code or "[x, x]" in code)


@pytest.mark.parametrize(
    "code", ["n()", "n()()", "keras.Sequential().fit(n).history", "[1]()", "ipu.config.IPUConfig().x.y()"]
)
def test_calls_of_what_is_unknown(code: str) -> None:
    assert isinstance(value_of(code), Unknown)


def test_an_argument_that_is_symbolic_makes_the_result_symbolic() -> None:
    assert isinstance(value_of("tf.reshape(tensor=keras.Input((3,)), shape=n)"), KerasTensor)
    assert isinstance(value_of("keras.Input((3,)) * 2"), KerasTensor)


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ("fit = model.fit\nfit(x, y)", ["fit"]),
        ("getattr(model, 'evaluate')(x, y)", ["evaluate"]),
        ("def f(train):\n    train(x, y)\nf(model.fit)", ["fit"]),
        ("guess = model.predict_generator\nguess(x)", ["predict"]),
        ("show = model.summary\nshow()", []),
        ("print(model.fit)", []),
    ],
)
def test_methods_of_models_under_other_names(code: str, calls: list[str]) -> None:
    found = facts("model = keras.Sequential()\nx = y = np.zeros(3)\n" + code).method_calls
    assert [call.method for call in found] == calls


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        ("a.append(x)\na.append(x)", 2),
        ("def f():\n    b = []\n    b.append(x)\n    return b\na = f()", 1),
        ("for i in range(n):\n    a.append(x)", None),
        ("if n:\n    a.append(x)", None),
        ("def f():\n    a.append(x)\nfor i in range(n):\n    f()", None),
        ("a.append(x)\na.extend([x])", None),
    ],
)
def test_a_list_grows_by_what_is_appended_once(code: str, rows: int | None) -> None:
    assert rows_of(value_of(f"x, a = np.zeros(3), []\n{code}\nnp.array(a)")) == rows


@pytest.mark.parametrize(
    ("code", "is_called"),
    [
        ("print(build)", False),
        ("setattr(build, 'tag', 1)", False),
        ("BUILDERS = dict(small=build)", False),
        ("from zoo import *\nregister(build)", True),
        ("models = list(map(build, range(2)))", True),
        ("best = max(range(2), key=build)", True),
    ],
)
def test_builtins_that_call_what_they_are_given(code: str, is_called: bool) -> None:
    found = facts(f"def build(*given):\n    return keras.Sequential()\n{code}")
    assert [model.stack[0].function is None for model in found.models] == [is_called]
