"""By what the symbols are computed that an operation is given."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import KerasTensor, array
from gpu2ipu.analysis.values.containers import Dict, DictOf, collection, dict_of, list_of
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.library_objects import KerasLayer, external
from gpu2ipu.analysis.values.scalars import constant
from gpu2ipu.analysis.values.symbols import is_from_elsewhere, operands
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, altered
from tests.analysis.values.samples import A, B

X, Y = KerasTensor(computed_by=(A,)), KerasTensor(computed_by=(B,))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (X, ((A,),)),
        (collection(X, Y, X), ((A,), (B,), (A,))),
        (collection(X, collection(Y)), ((A,), (B,))),
        (dict_of({"x": X, "n": constant(3)}), ((A,),)),
        (constant(3), ()),
        (array(), ()),
        (NONE, ()),
        (KerasLayer("a"), ()),
        (external("tensorflow.float32"), ()),
        (KerasTensor(), None),
        (altered(X, may_be_none=True), None),
        (collection(X, UNKNOWN), None),
        (list_of(X), None),
        (DictOf(X), None),
        (PythonGenerator(X), None),
        (Dict((X,), ("x",), frozenset("x")), None),
        (external("unheard_of.symbol"), None),
    ],
)
def test_operands(value: Value, expected: object) -> None:
    assert operands([value]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (UNKNOWN, True),
        (external("unheard_of.LAYER"), True),
        (external("builtins.name_of_a_star_import"), True),
        (external("builtins.float"), False),
        (external("keras.activations.relu"), False),
        (constant(3), False),
    ],
)
def test_what_is_from_elsewhere(value: Value, expected: bool) -> None:
    assert is_from_elsewhere(value) is expected
