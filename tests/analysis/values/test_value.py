"""Joining what two ways through a script say: only what both say is known."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    Batching,
    Kind,
    Size,
    Value,
    array,
    collection,
    constant,
    join,
    list_of,
)

A, B = ast.parse("def a(): pass\ndef b(): pass").body
FIRST, SECOND = Value(Kind.FUNCTION, definition=A), Value(Kind.FUNCTION, definition=B)
OPTIONAL = replace(constant(3), may_be_none=True)
DATASET = Value(Kind.DATASET, batching=Batching.WHOLE, size=Size.KNOWN, rows=3, remainder=1)


def test_literals() -> None:
    assert constant(3) == Value(Kind.CONSTANT, constant=3, factors=frozenset({"3"}), dtype="int64")
    assert constant(True) == Value(Kind.CONSTANT, constant=True, dtype="bool")
    assert (constant(3).number, constant(True).number, constant(3.0).number) == (3, None, None)
    assert UNKNOWN.is_unknown
    assert not NONE.is_unknown


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (constant(3), constant(3), constant(3)),
        (constant(3), NONE, OPTIONAL),
        (NONE, constant(3), OPTIONAL),
        (OPTIONAL, constant(3), OPTIONAL),
        (constant(3), UNKNOWN, UNKNOWN),
        (constant(3), array(), UNKNOWN),
        (constant(3), constant(4), Value(Kind.CONSTANT, dtype="int64")),
        (constant(3), constant(3.5), Value(Kind.CONSTANT)),
        (array(10, "int64"), array(10, "float32"), array(10)),
        (array(10, "int64"), array(12, "int64"), array(dtype="int64")),
        (collection(constant(1)), collection(constant(1), constant(2)), UNKNOWN),
        (collection(array(5)), replace(collection(array(5)), is_dict=True), UNKNOWN),
        (collection(array(5), NONE), collection(array(6), constant(3)), collection(array(), OPTIONAL)),
        (list_of(constant(3)), collection(), list_of(constant(3))),
        (collection(), list_of(constant(3)), list_of(constant(3))),
        (list_of(constant(3)), list_of(constant(4)), list_of(Value(Kind.CONSTANT, dtype="int64"))),
        (FIRST, SECOND, Value(Kind.FUNCTION, items=(FIRST, SECOND))),
        (Value(Kind.FUNCTION, items=(FIRST, SECOND)), FIRST, Value(Kind.FUNCTION, items=(FIRST, SECOND))),
        (replace(FIRST, owner=DATASET), replace(SECOND, owner=DATASET), UNKNOWN),
        (Value(Kind.CLASS, definition=A), Value(Kind.CLASS, definition=B), UNKNOWN),
        (Value(Kind.EXTERNAL, name="a"), Value(Kind.EXTERNAL, name="b"), UNKNOWN),
        (
            Value(Kind.MODEL, name="keras.Model", constructed_by=frozenset({(A,)})),
            Value(Kind.MODEL, name="keras.Sequential", constructed_by=frozenset({(B,)})),
            Value(Kind.MODEL, constructed_by=frozenset({(A,), (B,)})),
        ),
        (
            replace(array(), factors=frozenset({"32", "b"}), fills=frozenset({"8"})),
            replace(array(), factors=frozenset({"32", "c"}), fills=frozenset({"9"})),
            replace(array(), factors=frozenset({"32"})),
        ),
        (
            replace(DATASET, items=(array(),)),
            replace(DATASET, items=(array(), array()), rows=4, remainder=2),
            replace(DATASET, rows=None, remainder=None),
        ),
        (DATASET, replace(DATASET, size=Size.INFINITE), replace(DATASET, size=Size.UNKNOWN)),
        (DATASET, replace(DATASET, batching=Batching.PARTIAL), replace(DATASET, batching=Batching.PARTIAL)),
        (DATASET, replace(DATASET, batching=Batching.NONE), replace(DATASET, batching=Batching.UNKNOWN)),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected


VALUES = st.recursive(
    st.sampled_from([UNKNOWN, NONE, constant(3), constant(4), constant(2.5), constant("a"), DATASET])
    | st.builds(array, st.sampled_from([None, 5, 6]), st.sampled_from(["", "int64", "float32"])),
    lambda inner: st.builds(lambda items: collection(*items), st.lists(inner, max_size=2)),
    max_leaves=4,
)


@given(VALUES, VALUES)
def test_a_join_does_not_care_who_is_first_and_once_is_enough(first: Value, second: Value) -> None:
    joined = join(first, second)
    assert joined == join(second, first)
    assert joined == join(joined, first) == join(joined, joined)
