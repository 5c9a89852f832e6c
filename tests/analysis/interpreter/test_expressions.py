"""Names, literals, arithmetic and subscripts."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import Array, factors_of, fills_of
from gpu2ipu.analysis.values.containers import ListOf, collection, has_unknown_items
from gpu2ipu.analysis.values.data import PythonGenerator, iterated
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.scalars import Number, Text, constant
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Constant, Value
from tests.analysis.evaluated import facts, shown, value_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("3", 3),
        ("-3", -3),
        ("'a'", "a"),
        ("2.5", 2.5),
        ("1 + 2", 3),
        ("5 - 2", 3),
        ("2 * 3", 6),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("7 % 4", 3),
        ("(a := 4)", 4),
        ("(a := 4)\na + 1", 5),
        ("3 if n else 3", 3),
        ("3 if n else 4", None),
        ("3 or 3", 3),
        ("3 or 4", None),
        ("2**3", None),
        ("1 // 0", None),
        ("1 % 0", None),
        ("'a' + 'b'", None),
        ("f'{n}'", None),
        ("n + 1", None),
        ("not 3", None),
        ("3 < 4", None),
        ("np.zeros((10, 3)).shape[0] // 4", 2),
        ("np.zeros((10, 3)).shape[1]", 3),
        ("np.zeros((10, 3)).shape[-1]", 3),
        ("np.zeros((10, n)).shape[0]", 10),
        ("((2,) + (3, 4))[2]", 4),
        ("[*(2, 3), 4][-1]", 4),
        ("((2,) + n)[0]", 2),
        ("len(np.zeros(10)[2:]) * 2", 16),
    ],
)
def test_numbers(code: str, expected: Constant | None) -> None:
    value = value_of(code)
    assert isinstance(value, (Number, Text))
    assert value.constant == expected


@pytest.mark.parametrize(
    "code",
    [
        "b'bytes'",
        "...",
        "-n",
        "[*range(3)]",
        "{1, 2}",
        "{k: 1 for k in 'ab'}",
        "unheard_of()",
        "n.real",
        "n[0]",
        "np.zeros((10, n)).shape[1]",
        "np.zeros((10, 3)).shape[n:]",
        "np.zeros((10, 3)).size",
        "lambda: 1 if n else 2",
    ],
)
def test_what_is_not_known(code: str) -> None:
    value = value_of(code)
    assert has_unknown_items(value) or functions_of(value)


def test_every_expression_is_evaluated_even_inside_what_is_unknown() -> None:
    found = facts("print(f'{(a := 3)}', {'k': (b := 4)}, [c for c in (5, 5) if c])\na, b")
    names = {node.id: value.number for node, value in found.values.items() if hasattr(node, "id")}
    assert (names["a"], names["b"], names["c"]) == (3, 4, 5)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("tf.keras.layers", "keras.layers"),
        ("layers.Dense", "keras.layers.Dense"),
        ("np.random", "numpy.random"),
        ("print", "builtins.print"),
        ("from tensorflow.keras.layers import *\nDense", "keras.layers.Dense"),
        ("from numpy import *\nfrom tensorflow.keras.models import *\nSequential", "keras.Sequential"),
        ("from numpy import *\nunheard_of", "builtins.unheard_of"),
        ("from tensorflow.keras.layers import *\nDense = print\nDense", "builtins.print"),
    ],
)
def test_what_a_name_comes_from(code: str, name: str) -> None:
    assert value_of(code).name == name


# --- divisors


@pytest.mark.parametrize(
    ("code", "divisors", "others"),
    [
        ("n", {"n"}, {"32"}),
        ("n.count", {"n.count"}, set()),
        ("n[0]", {"n[0]"}, set()),
        ("n * 32", {"n", "32", "n * 32"}, {"16"}),
        ("n // 32 * 32", {"32", "n // 32"}, {"n"}),
        ("32 * (n // 32)", {"32", "n // 32"}, {"n"}),
        ("b = 32\nn - n % b", {"32", "b"}, {"n"}),
        ("n -= n % 32\nn", {"32"}, set()),
        ("n - 7 % 32", {"n - 7 % 32"}, {"32", "n"}),
        ("n + 32", {"n + 32"}, {"n", "32"}),
        ("n % 32", {"n % 32"}, {"32"}),
        ("steps = n // 32\nsize = steps * 32\nsize", {"32", "steps", "size"}, {"n"}),
        ("int(n)", set(), {"n"}),
        ("2.5", set(), {"2.5"}),
    ],
)
def test_divisors(code: str, divisors: set[str], others: set[str]) -> None:
    factors = shown(factors_of(value_of(code)))
    assert divisors <= factors
    assert not others & factors


@pytest.mark.parametrize(
    ("code", "fills"), [("-n % 32", {"32"}), ("b = 32\n-n % b", {"32", "b"}), ("n % 32", set())]
)
def test_what_a_number_fills_up(code: str, fills: set[str]) -> None:
    assert shown(fills_of(value_of(code))) == fills


# --- collections and subscripts


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("[1, 'a']", collection(constant(1), constant("a"))),
        ("(1, None)", collection(constant(1), NONE)),
        ("a = (1, 2)\na[1]", constant(2)),
        ("a = (1, 2)\na[-2]", constant(1)),
        ("a = (2, 2)\na[n]", constant(2)),
        ("a = (2, 2)\na[5]", constant(2)),
        ("a = {'x': 2, **unheard_of}\na['y']", UNKNOWN),
        ("a = {'x': 2, 'y': 2}\na['y']", constant(2)),
        ("a = ()\na[n]", UNKNOWN),
        ("a = [1]\na.insert(0, 2)\na[0]", Number()),
        ("a = [1]\na.append(2)\na[1]", constant(2)),
        ("import data\ndata.load()[:, 1]", Array()),
        ("import data\ndata.load()[..., None]", Array()),
        ("n[:]", UNKNOWN),
        ("a = {}\na.update(x=1)\na['x']", constant(1)),
        ("a = (1, 2)\na.index(1)", Number(dtype="int64")),
    ],
)
def test_collections(code: str, expected: object) -> None:
    value = value_of(code)
    assert getattr(value, "kind", None) is getattr(expected, "kind", None)
    assert (value.constant, iterated(value)) == (
        getattr(expected, "constant", None),
        getattr(expected, "items", ()),
    )


# --- comprehensions


@pytest.mark.parametrize(
    ("code", "kind", "item"),
    [
        ("[i for i in (1, 1)]", ListOf, constant(1)),
        ("{i for i in (1, 1)}", ListOf, constant(1)),
        ("(i for i in (1, 1) if i > n)", PythonGenerator, constant(1)),
        ("[j for i in ((1, 2), (1, 2)) for j in (i[1],)]", ListOf, constant(2)),
    ],
)
def test_comprehensions(code: str, kind: type[Value], item: object) -> None:
    value = value_of(code)
    assert isinstance(value, kind)
    assert [each.constant for each in iterated(value)] == [getattr(item, "constant", None)]


def test_a_comprehension_keeps_its_names_to_itself() -> None:
    assert value_of("i = 7\n[i for i in (1, 1)]\ni").number == 7
