"""Joining what two paths through a script say: only what both say is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.values.arrays import KerasTensor, array
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    dict_of,
)
from gpu2ipu.analysis.values.data import (
    Batching,
    Dataset,
    Generator,
    ImageFlow,
    KerasSequence,
    PythonGenerator,
)
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    ScriptClass,
    ScriptModule,
)
from gpu2ipu.analysis.values.library_objects import (
    External,
    IpuConfig,
    KerasLayer,
    Metric,
    ModelMethod,
    Optimizer,
    PartialFunction,
    Strategy,
    TfDistributeStrategy,
    external,
)
from gpu2ipu.analysis.values.scalars import Text, constant, scalar
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Constant, Unknown, Value, altered, each_of, join
from tests.analysis.values.samples import (
    BATCH,
    CALL,
    DATASET,
    FIRST,
    MODEL,
    OPTIONAL,
    OTHER_MODEL,
    SECOND,
    SIZE,
    A,
    B,
)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (constant(3), constant(3), constant(3)),
        (constant(3), NONE, OPTIONAL),
        (NONE, constant(3), OPTIONAL),
        (OPTIONAL, constant(3), OPTIONAL),
        (OPTIONAL, NONE, OPTIONAL),
        (OPTIONAL, array(), altered(UNKNOWN, may_be_none=True)),
        (constant(3), UNKNOWN, UNKNOWN),
        (constant(3), array(), UNKNOWN),
        (Unknown(frozenset({BATCH, SIZE})), Unknown(frozenset({SIZE})), Unknown(frozenset({SIZE}))),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected


def test_what_may_be_asked_of_every_value() -> None:
    assert (UNKNOWN.name, UNKNOWN.definition, UNKNOWN.constant, UNKNOWN.number, UNKNOWN.dtype) == (
        "",
        None,
        None,
        None,
        "",
    )
    assert (External("a.b").name, KerasLayer(definition=A).definition, array(dtype="int8").dtype) == (
        "a.b",
        A,
        "int8",
    )


def test_altered_knows_its_fields() -> None:
    assert altered(array(3), rows=4) == array(4)
    with pytest.raises(AssertionError):
        altered(array(3), items=())


VALUES = st.recursive(
    st.sampled_from([UNKNOWN, NONE, OPTIONAL, constant(3), constant(4), constant(True), constant(2.5)])
    | st.sampled_from(
        [constant("a"), Text(), Unknown(frozenset({BATCH})), scalar("int8"), KerasTensor("string")]
    )
    | st.sampled_from([DATASET, replace(DATASET, batching=Batching.PARTIAL), Dataset((array(),))])
    | st.sampled_from([FIRST, SECOND, replace(FIRST, owner=MODEL), ScriptClass(A), Instance(A), Instance(B)])
    | st.sampled_from([MODEL, OTHER_MODEL, ModelMethod("fit", MODEL), ModelMethod("fit", OTHER_MODEL)])
    | st.sampled_from(
        [KerasLayer("a"), KerasLayer("a", A), Metric("a"), Optimizer(), external("a"), external("b")]
    )
    | st.sampled_from([Generator(), PythonGenerator(), ImageFlow("a", 3), KerasSequence("a", A)])
    | st.sampled_from([Strategy("a"), TfDistributeStrategy("a"), IpuConfig("a"), ScriptModule(folder="a")])
    | st.sampled_from([PartialFunction("functools.partial()", CALL, FIRST)])
    | st.builds(array, st.sampled_from([None, 5, 6]), st.sampled_from(["", "int64", "float32"])),
    lambda inner: st.builds(lambda items: collection(*items), st.lists(inner, max_size=2))
    | st.builds(ListOf, inner)
    | st.builds(DictOf, inner)
    | st.builds(Dict, st.tuples(inner) | st.tuples(inner, inner))
    | st.builds(dict_of, st.dictionaries(st.sampled_from("abc"), inner, max_size=2))
    | st.builds(PythonGenerator, inner)
    | st.builds(altered, inner.filter(lambda value: value is not NONE), may_be_none=st.just(True)),
    max_leaves=4,
)


def _unordered(value: Value) -> object:
    """A value without the order in which a choice of functions, or the keys of a dict, were found."""
    if isinstance(value, FunctionChoice):
        return frozenset(value.functions), value.may_be_none
    if isinstance(value, Dict) and value.keys is not None:
        entries: dict[Constant, object] = {key: _unordered(item) for key, item in value.entries.items()}
        return entries, value.optional, value.may_be_none
    if isinstance(value, (ListOrTuple, Dict)):
        return type(value), tuple(map(_unordered, value.items)), value.may_be_none
    if isinstance(value, (ListOf, DictOf, PythonGenerator)):
        return type(value), None if value.item is None else _unordered(value.item), value.may_be_none
    return value


@given(VALUES)
def test_a_join_with_itself_changes_nothing(value: Value) -> None:
    assert join(value, value) == join(value, replace(value)) == value


@given(VALUES, VALUES)
def test_a_join_does_not_care_who_is_first_and_once_is_enough(first: Value, second: Value) -> None:
    joined = join(first, second)
    assert _unordered(joined) == _unordered(join(second, first))
    assert _unordered(joined) == _unordered(join(joined, first)) == _unordered(join(joined, joined))


@given(VALUES, VALUES, VALUES)
def test_joins_may_be_made_in_any_order(first: Value, second: Value, third: Value) -> None:
    assert _unordered(join(join(first, second), third)) == _unordered(join(first, join(second, third)))


@given(VALUES)
def test_unknown_absorbs(value: Value) -> None:
    joined = join(value, UNKNOWN)
    assert joined == altered(UNKNOWN, may_be_none=value is NONE or value.may_be_none)
    assert joined == each_of([UNKNOWN, value])
