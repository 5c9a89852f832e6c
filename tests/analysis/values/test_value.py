"""Joining what two paths through a script say: only what both say is known."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.values.arrays import Array, KerasTensor, array, factors_of, fills_of, part_of, tensor
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    dict_of,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.data import (
    Batching,
    Dataset,
    Generator,
    ImageFlow,
    KerasSequence,
    PythonGenerator,
    Size,
    iterated,
    length_of,
    origins_of,
    remainder_of,
)
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    ScriptClass,
    ScriptFunction,
    ScriptModule,
    functions_of,
)
from gpu2ipu.analysis.values.divisors import ScopedExpression
from gpu2ipu.analysis.values.library_objects import (
    External,
    IpuConfig,
    KerasLayer,
    KerasModel,
    Metric,
    ModelMethod,
    Optimizer,
    PartialFunction,
    Strategy,
    TfDistributeStrategy,
    constructions_of,
    external,
)
from gpu2ipu.analysis.values.scalars import Number, Text, constant, scalar
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Constant, Unknown, Value, altered, each_of, join

A, B = ast.parse("def a(): pass\ndef b(): pass").body
CALL = ast.Call(ast.Name("a"), [], [])
FIRST, SECOND = ScriptFunction(A), ScriptFunction(B)
OPTIONAL = replace(constant(3), may_be_none=True)
DATASET = Dataset(length=3, batching=Batching.WHOLE, size=Size.KNOWN, remainder=1)
MODEL = KerasModel("keras.Model", constructed_by=frozenset({(A,)}))
OTHER_MODEL = KerasModel("keras.Sequential", constructed_by=frozenset({(B,)}))
EITHER_MODEL = KerasModel(constructed_by=frozenset({(A,), (B,)}))

BATCH, SIZE = ScopedExpression("b"), ScopedExpression("c")


def test_literals() -> None:
    assert constant(3) == Number(3, "int64", frozenset({3}))
    assert constant(True) == Number(True, "bool")
    assert constant("a") == Text("a")
    assert (constant(3).number, constant(True).number, constant(3.0).number) == (3, None, None)
    assert (constant("a").dtype, scalar("str"), scalar("int8")) == ("str", Text(), Number(dtype="int8"))


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
        (constant(3), constant("a"), UNKNOWN),
        (constant(3), constant(4), Number(dtype="int64")),
        (constant(3), constant(3.5), Number()),
        (constant(1), constant(True), Number()),
        (constant("a"), constant("b"), Text()),
        (Unknown(frozenset({BATCH, SIZE})), Unknown(frozenset({SIZE})), Unknown(frozenset({SIZE}))),
        (array(10, "int64"), array(10, "float32"), array(10)),
        (array(10, "int64"), array(12, "int64"), array(dtype="int64")),
        (tensor(10), array(10), array(10)),
        (KerasTensor("string"), KerasTensor(), KerasTensor()),
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
        (FIRST, SECOND, FunctionChoice((FIRST, SECOND))),
        (FIRST, altered(FIRST, may_be_none=True), altered(FIRST, may_be_none=True)),
        (FunctionChoice((FIRST, SECOND)), FIRST, FunctionChoice((FIRST, SECOND))),
        (replace(FIRST, owner=DATASET), replace(SECOND, owner=DATASET), UNKNOWN),
        (replace(FIRST, owner=DATASET), FIRST, UNKNOWN),
        (ScriptClass(A), ScriptClass(B), UNKNOWN),
        (
            ScriptClass(A),
            altered(ScriptClass(A), may_be_none=True),
            altered(ScriptClass(A), may_be_none=True),
        ),
        (Instance(A), Instance(B), UNKNOWN),
        (ScriptModule(folder="a"), ScriptModule(folder="b"), UNKNOWN),
        (External("a"), External("b"), UNKNOWN),
        (KerasLayer("a", A), KerasLayer("a", B), KerasLayer("a")),
        (KerasLayer("a"), Metric("a"), UNKNOWN),
        (Optimizer("a", A), Optimizer("b", A), Optimizer("", A)),
        (MODEL, OTHER_MODEL, EITHER_MODEL),
        (
            replace(MODEL, outputs=(KerasTensor(),)),
            replace(MODEL, outputs=(KerasTensor(), KerasTensor())),
            MODEL,
        ),
        (MODEL, DATASET, UNKNOWN),
        (ModelMethod("fit", MODEL), ModelMethod("fit", OTHER_MODEL), ModelMethod("fit", EITHER_MODEL)),
        (ModelMethod("fit", MODEL), ModelMethod("predict", MODEL), ModelMethod("", MODEL)),
        (ModelMethod("fit", MODEL), UNKNOWN, UNKNOWN),
        (Strategy("a"), Strategy("b"), Strategy()),
        (Strategy("a"), TfDistributeStrategy("a"), UNKNOWN),
        (IpuConfig("a"), IpuConfig("b"), IpuConfig()),
        (
            replace(array(), factors=frozenset({32, BATCH}), fills=frozenset({8})),
            replace(array(), factors=frozenset({32, SIZE}), fills=frozenset({9})),
            replace(array(), factors=frozenset({32})),
        ),
        (
            replace(DATASET, parts=(array(),)),
            replace(DATASET, parts=(array(), array()), length=4, remainder=2),
            replace(DATASET, length=None, remainder=None),
        ),
        (DATASET, replace(DATASET, size=Size.INFINITE), replace(DATASET, size=Size.UNKNOWN)),
        (DATASET, replace(DATASET, batching=Batching.PARTIAL), replace(DATASET, batching=Batching.PARTIAL)),
        (DATASET, replace(DATASET, batching=Batching.NONE), replace(DATASET, batching=Batching.UNKNOWN)),
        (DATASET, array(), UNKNOWN),
        (PythonGenerator(array(5)), PythonGenerator(array(6)), PythonGenerator(array())),
        (PythonGenerator(array(5)), PythonGenerator(), PythonGenerator()),
        (PythonGenerator(), KerasSequence("a", A), Generator()),
        (KerasSequence("a", A), KerasSequence("a", B), KerasSequence("a")),
        (ImageFlow("a", 3), ImageFlow("a", 4), ImageFlow("a")),
        (ImageFlow("a", 3), Generator(), Generator()),
        (Generator(), array(), UNKNOWN),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected


def test_altered_knows_its_fields() -> None:
    assert altered(array(3), rows=4) == array(4)
    with pytest.raises(AssertionError):
        altered(array(3), items=())


def test_what_is_known_of_the_items_of_a_list_or_dict() -> None:
    assert items_in(collection(NONE, UNKNOWN)) == items_in(Dict((NONE, UNKNOWN))) == (NONE, UNKNOWN)
    assert items_in(list_of(NONE)) == items_in(DictOf(NONE)) == (NONE,)
    assert items_in(array()) == items_in(list_of()) == ()


def test_the_divisors_of_numbers_and_rows() -> None:
    number = Number(factors=frozenset({BATCH}), fills=frozenset({SIZE}))
    assert (factors_of(number), fills_of(number)) == (frozenset({BATCH}), frozenset({SIZE}))
    assert (
        factors_of(Unknown(frozenset({BATCH})))
        == factors_of(Array(factors=frozenset({BATCH})))
        == frozenset({BATCH})
    )
    assert factors_of(Text()) == fills_of(UNKNOWN) == frozenset()


def test_the_functions_that_values_may_be() -> None:
    assert functions_of(FIRST, FunctionChoice((SECOND, FIRST)), UNKNOWN) == (FIRST, SECOND)
    assert functions_of(altered(FIRST, may_be_none=True)) == (FIRST,)


def test_a_part_is_an_array_of_the_same_library() -> None:
    assert part_of(tensor(5, "int8"), 3) == tensor(3, "int8")
    assert part_of(list_of(constant(3))) == array()


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


def test_what_only_datasets_and_models_say() -> None:
    made = replace(DATASET, origins=frozenset({CALL}))
    assert (length_of(made), remainder_of(made)) == (3, 1)
    assert (length_of(UNKNOWN), remainder_of(UNKNOWN)) == (None, None)
    assert (set(origins_of(made)), set(origins_of(UNKNOWN))) == ({CALL}, set())
    assert constructions_of(MODEL) == {(A,)}
    assert constructions_of(UNKNOWN) == frozenset()
    assert iterated(Dataset((NONE,))) == iterated(PythonGenerator(NONE)) == (NONE,)
    assert iterated(PythonGenerator()) == iterated(UNKNOWN) == ()
