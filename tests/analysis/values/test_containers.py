"""Lists, tuples and dicts: what is known of their items, and of either of two."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import array
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOrTuple,
    collection,
    dict_of,
    has_unknown_items,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.library_objects import (
    ModelMethod,
)
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, join
from tests.analysis.values.samples import (
    MODEL,
    OPTIONAL,
)


def test_what_is_known_of_the_items_of_a_list_or_dict() -> None:
    assert items_in(collection(NONE, UNKNOWN)) == items_in(Dict((NONE, UNKNOWN))) == (NONE, UNKNOWN)
    assert items_in(list_of(NONE)) == items_in(DictOf(NONE)) == (NONE,)
    assert items_in(array()) == items_in(list_of()) == ()


def test_what_has_unknown_items() -> None:
    assert all(map(has_unknown_items, (UNKNOWN, list_of(NONE), DictOf(NONE))))
    assert not any(map(has_unknown_items, (collection(), Dict(), array(), NONE, ModelMethod("fit", MODEL))))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (collection(constant(1)), collection(constant(1), constant(2)), UNKNOWN),
        (ListOrTuple((), "list"), ListOrTuple((), "tuple"), collection()),
        (collection(array(5)), Dict((array(5),)), UNKNOWN),
        (collection(array(5), NONE), collection(array(6), constant(3)), collection(array(), OPTIONAL)),
        (list_of(constant(3)), collection(), list_of(constant(3))),
        (collection(), list_of(constant(3)), list_of(constant(3))),
        (list_of(constant(3)), collection(constant(3)), UNKNOWN),
        (list_of(constant(3)), list_of(constant(4)), list_of(Number(dtype="int64"))),
        (dict_of({"a": NONE}), dict_of({"a": constant(3)}), dict_of({"a": OPTIONAL})),
        (
            dict_of({"a": array(5), "b": NONE}),
            dict_of({"a": array(6), "c": NONE}),
            Dict((array(), NONE, NONE), ("a", "b", "c"), frozenset("bc")),
        ),
        (Dict((array(5),)), Dict((array(6),)), Dict((array(),))),
        (Dict((array(5),)), dict_of({"a": array(5)}), UNKNOWN),
        (DictOf(array(5)), DictOf(array(6)), DictOf(array())),
        (DictOf(array(5)), Dict(keys=()), DictOf(array(5))),
        (DictOf(array(5)), dict_of({"a": array(5)}), UNKNOWN),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
