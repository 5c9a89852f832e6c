"""What the builtins give."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import Array, factors_of
from gpu2ipu.analysis.values.containers import ListOf, ListOrTuple
from gpu2ipu.analysis.values.library_objects import KerasModel, Slice
from gpu2ipu.analysis.values.scalars import Number, Text, constant
from gpu2ipu.analysis.values.value import NONE, Unknown, Value
from tests.analysis.evaluated import value_of


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("len([1, 2, 3])", 3),
        ("len(np.zeros((4, 2)))", 4),
        ("len(tf.data.Dataset.range(10).batch(3))", 4),
        ("len('abc')", None),
        ("len([])", None),
        ("max(3, 4)", 4),
        ("min(3, 4)", 3),
        ("min(3, n)", None),
        ("max([3, 4])", 4),
        ("min((3, n))", None),
        ("max([])", None),
        ("int(3.7)", 3),
        ("int(np.zeros(3)[0])", None),
        ("abs(-3)", None),
        ("sum([1, 2])", None),
        ("round(2.5)", None),
    ],
)
def test_numbers(code: str, number: int | None) -> None:
    value = value_of(code)
    assert isinstance(value, Number)
    assert value.number == number


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("list((1, 2))", ListOrTuple),
        ("tuple(unheard_of)", Unknown),
        ("sorted([2, 1])", ListOf),
        ("range(3)", ListOf),
        ("len()", Number),
        ("print(3)", Unknown),
        ("max([(1, 'a'), (2, 'b')])[1]", Text),
        ("min((np.zeros(3), np.zeros(3)), key=len)", Array),
        ("max(('a', 3), key=f)", Unknown),
        ("open('f')", Unknown),
        ("slice()", Unknown),
    ],
)
def test_kinds(code: str, kind: type[Value]) -> None:
    assert isinstance(value_of(code), kind)


def test_the_length_of_an_array_has_the_divisors_of_its_rows() -> None:
    assert 32 in factors_of(value_of("len(np.zeros((n, 2))[: n // 32 * 32])"))


@pytest.mark.parametrize("chooser", ["max({})", "next({})", "max([{}][0])", "min(list({}))"])
def test_a_number_that_was_tested_to_divide(chooser: str) -> None:
    numbers = "size for size in range(1, 33) if len(x) % size == 0"
    value = value_of("x = np.zeros(n)\n" + chooser.format(f"({numbers})"))
    assert isinstance(value, Number)
    assert value.divides_rows


@pytest.mark.parametrize(
    "numbers",
    [
        "size for size in range(1, 33)",
        "size for size in range(1, 33) if len(x) % size",
        "size for size in range(1, 33) if len(x) % 2 == 0",
        "size + 1 for size in range(1, 33) if len(x) % size == 0",
    ],
)
def test_a_number_that_was_not(numbers: str) -> None:
    value = value_of(f"x = np.zeros(n)\nmax(({numbers}))")
    assert not (isinstance(value, Number) and value.divides_rows)


@pytest.mark.parametrize(
    ("code", "bounds"),
    [
        ("slice(4)", (NONE, constant(4), NONE)),
        ("slice(2, 4)", (constant(2), constant(4), NONE)),
        ("slice(2, 8, 2)", (constant(2), constant(8), constant(2))),
    ],
)
def test_slices(code: str, bounds: tuple[Value, ...]) -> None:
    value = value_of(code)
    assert isinstance(value, Slice)
    assert value.bounds == bounds


@pytest.mark.parametrize(
    ("loop", "number"),
    [
        ("for i, a in enumerate((3, 3)):", 3),
        ("for a, b in zip((3, 3), (4, 4)):", 3),
        ("for a, b in zip((3, 3), unheard_of):", None),
        ("for i, a in enumerate(unheard_of):", None),
    ],
)
def test_what_a_loop_gets(loop: str, number: int | None) -> None:
    assert value_of(f"{loop}\n    pass\na").number == number


def test_items_that_are_added_one_by_one() -> None:
    code = "models = []\nfor i in range(3):\n    models.append(keras.Sequential())\nmodels[n]"
    assert isinstance(value_of(code), KerasModel)
    assert isinstance(value_of("table = {}\ntable['a'] = keras.Sequential()\ntable['a']"), KerasModel)
    assert isinstance(value_of("f()['a'] = 3\nf()"), Unknown)
