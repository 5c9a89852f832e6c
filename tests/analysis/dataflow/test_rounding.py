"""Quotients in all the ways that people write them: how they are rounded, and of what."""

from __future__ import annotations

import ast
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.dataflow.evaluation import NotClosedError, evaluate
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.rounding import Rounding, counts_partial, quotient, quotients, rounding_of_same
from gpu2ipu.analysis.dataflow.symbols import as_written
from tests.analysis.evaluated import script_of

DATA = """
import math, operator
from math import ceil
x = np.load("x.npy")
b, rows = int(input()), len(x)


def up(n, size=32):
    return (n + size - 1) // size


def added(n, size):
    full = n // size
    if n % size:
        full += 1
    return full


def returned(n, size):
    if n % size == 0:
        return n // size
    return n // size + 1


def counted(data, size):
    if size < 1:
        raise ValueError(size)
    full, left = divmod(len(data), size)
    return full + (1 if left else 0)


def looped(n, size):
    while n > size:
        n -= size
    return n


negative = lambda n, size: -(-n // size)


class Config:
    fixed = -(-len(x) // b)

    def __init__(self, n):
        self.n, self.other = n, 3
        self.steps = math.ceil(n / b)

    @property
    def count(self):
        return math.ceil(self.n / b)

    def whole(self):
        return self.n // b


config = Config(len(x))
options = {"steps": math.ceil(len(x) / b)}
named = math.ceil(rows / b)
full, left = divmod(rows, b)
if left:
    full += 1
if rows % b == 0:
    chosen = rows // b
else:
    chosen = rows // b + 1
"""

UP = """
(len(x) + b - 1) // b
-(-len(x) // b)
-(rows // -b)
math.ceil(len(x) / b)
ceil(rows / b)
np.ceil(rows / b)
int(np.ceil(x.shape[0] / float(b)))
np.ceil(rows / b).astype("int64")
rows // b + (rows % b > 0)
rows // b + bool(rows % b)
rows // b + int(rows % b != 0)
rows // b if rows % b == 0 else rows // b + 1
(rows - 1) // b + 1
tf.cast(tf.math.ceil(rows / b), tf.int32)
int(tf.math.ceil(rows / b).numpy())
len(range(0, rows, b))
len(list(range(0, rows, b)))
len(np.arange(0, rows, b))
len([i for i in range(0, rows, b)])
int((rows + b - 1) / b)
operator.floordiv(rows + b - 1, b)
divmod(rows, b)[0] + bool(divmod(rows, b)[1])
max(1, math.ceil(rows / b))
rows / b
up(rows, b)
up(n=rows, size=b)
added(rows, b)
returned(rows, b)
counted(x, b)
negative(rows, b)
Config.fixed
options["steps"]
named
full
chosen
(len(x) + b - 1) // b if rows else up(rows, b)
""".strip().splitlines()

OTHERS = [
    ("rows // b + 1", Rounding.ONE_MORE),
    ("(rows + b) // b", Rounding.ONE_MORE),
    ("round(rows / b)", Rounding.NEAREST),
    ("int(rows / b + 0.5)", Rounding.NEAREST),
    ("rows // b", Rounding.DOWN),
    ("int(rows / b)", Rounding.DOWN),
    ("math.floor(rows / b)", Rounding.DOWN),
    ("max(1, rows // b)", Rounding.DOWN),
    ("rows // b - 1", Rounding.BELOW),
    ("min(100, rows // b)", Rounding.BELOW),
]

UNKNOWN = [
    "n",
    "100",
    "looped(rows, b)",
    "len(x)",
    "rows * 2",
    "min(100, math.ceil(rows / b))",
    "rows // b // 0",
    "input()",
    "named_nowhere",
    "len(x) // b + len(named) // b",
]


def of(expression: str) -> tuple[tuple[Rounding, str, str] | None, ...]:
    script = script_of(f"{DATA}\n{expression}\n")
    last = script.tree.body[-1]
    assert isinstance(last, ast.Expr)
    found = quotients(script, last.value)
    return tuple(
        (
            None
            if each is None
            else (each.rounding, ast.unparse(as_written(each.rows)), ast.unparse(as_written(each.batch)))
        )
        for each in found
    )


@pytest.mark.parametrize("expression", UP)
def test_rounded_up(expression: str) -> None:
    (found,) = of(expression)
    assert found is not None
    rounding, rows, batch = found
    assert rounding is Rounding.UP and rounding.counts_partial
    assert rows in ("len(x)", "x.shape[0]") and batch == "b"


@pytest.mark.parametrize("expression", ["config.steps", "config.count"])
def test_of_an_object(expression: str) -> None:
    assert [found and found[0] for found in of(expression)] == [Rounding.UP]


@pytest.mark.parametrize(("expression", "rounding"), OTHERS)
def test_rounded_otherwise(expression: str, rounding: Rounding) -> None:
    assert of(expression) == ((rounding, "len(x)", "b"),)
    assert rounding.counts_partial is (rounding in (Rounding.ONE_MORE, Rounding.NEAREST))


@pytest.mark.parametrize("expression", UNKNOWN)
def test_not_understood(expression: str) -> None:
    assert of(expression) == (None,)


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("math.ceil(1010 / 32)", (Rounding.UP, "1010", "32")),
        ("(len(x) + 31) // 32", (Rounding.UP, "len(x)", "32")),
        ("(len(x) + 30) // 32", (Rounding.DOWN, "len(x) + 30", "32")),
        ("(rows - 1) // b", (Rounding.DOWN, "len(x) - 1", "b")),
        ("math.ceil(len(x) * 0.8 / b)", (Rounding.UP, "len(x) * 0.8", "b")),
        ("up(rows)", (Rounding.UP, "len(x)", "32")),
    ],
)
def test_of_what(expression: str, found: tuple[Rounding, str, str]) -> None:
    assert of(expression) == (found,)


def test_each_way_by_itself() -> None:
    either = of("n or math.ceil(rows / b)")
    assert either[0] is None and either[1] and either[1][0] is Rounding.UP
    assert [found and found[0] for found in of("rows // b if n > 3 else up(rows, b)")] == [
        Rounding.DOWN,
        Rounding.UP,
    ]


CALLED = """
import math
def train(data, batch, steps):
    for part in data:
        size = len(part)
        inside = (size + batch - 1) // batch
        used(steps, inside)
def first(): train(np.load("x.npy"), 8, math.ceil(n / 8))
def second(): train(np.load("x.npy"), 16, n // 16)
first()
second()
"""


def test_each_caller_by_itself() -> None:
    script = script_of(CALLED)
    call = next(c for c in ast.walk(script.tree) if isinstance(c, ast.Call) and ast.unparse(c.func) == "used")
    assert [found and found.rounding for found in quotients(script, call.args[0])] == [
        Rounding.UP,
        Rounding.DOWN,
    ]
    assert counts_partial(script, call.args[0])
    assert {found and found.rounding for found in quotients(script, call.args[1])} == {Rounding.UP}


def test_the_length_of_an_instance() -> None:
    code = DATA + """
class Rows(keras.utils.Sequence):
    def __init__(self, x, size):
        self.x, self.size = x, size
    def __len__(self):
        return math.ceil(len(self.x) / self.size)
data = Rows(x, b)
used(len(data), named, rows // b, n)
"""
    script = script_of(code)
    last = script.tree.body[-1]
    assert isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
    length, *others = last.value.args
    assert isinstance(length, ast.Call)
    found = [rounding_of_same(script, other, length, length.args[0]) for other in (length, *others)]
    assert found == [Rounding.UP, Rounding.UP, Rounding.DOWN, None]


def test_two_names_are_two_symbols() -> None:
    script = script_of("def one(k): used(k)\ndef two(k): used(k)")
    calls = [c for c in ast.walk(script.tree) if isinstance(c, ast.Call) and ast.unparse(c.func) == "used"]
    first, second = (expansions(script, call.args[0])[0] for call in calls)
    assert ast.dump(first) != ast.dump(second)


SPELLINGS = (
    ("(n + b - 1) // b", Rounding.UP),
    ("-(-n // b)", Rounding.UP),
    ("n // b + bool(n % b)", Rounding.UP),
    ("(n - 1) // b + 1", Rounding.UP),
    ("len(range(0, n, b))", Rounding.UP),
    ("n // b if n % b == 0 else n // b + 1", Rounding.UP),
    ("divmod(n, b)[0] + (divmod(n, b)[1] > 0)", Rounding.UP),
    ("n // b + 1", Rounding.ONE_MORE),
    ("n // b", Rounding.DOWN),
    ("int(n / b)", Rounding.DOWN),
)


@given(st.sampled_from(SPELLINGS), st.integers(1, 5000), st.integers(2, 300))
def test_evaluation_equals_python(spelling: tuple[str, Rounding], rows: int, batch: int) -> None:
    text, rounding = spelling
    node = ast.parse(text, mode="eval").body
    value = evaluate(node, {"n": rows, "b": batch})
    assert value == eval(text, {"n": rows, "b": batch})
    expected = {
        Rounding.UP: -(-rows // batch),
        Rounding.ONE_MORE: rows // batch + 1,
        Rounding.DOWN: rows // batch,
    }
    assert value == expected[rounding]


@given(st.integers(2, 1000), st.integers(-3, 1003))
def test_a_fixed_batch_size_rounds_up_only_with_one_less_added(batch: int, added: int) -> None:
    node = ast.parse(f"(rows_of_x + {added}) // {batch}", mode="eval").body
    assert isinstance(node, ast.BinOp) and isinstance(node.left, ast.BinOp)
    found = quotient(node)
    is_up = found is not None and found.rounding is Rounding.UP
    if added == batch - 1:
        assert not is_up  # a plain name is no symbol of an expansion
    assert found is None or found.rounding is not Rounding.ONE_MORE or added == batch


@pytest.mark.parametrize(
    "text", ["a", "1 // 0", "'a'", "round(1, 2, 3)", "f(1)", "(1, 2)[5]", "x.y(1)", "-'a'"]
)
def test_what_is_not_evaluated(text: str) -> None:
    with pytest.raises(NotClosedError):
        evaluate(ast.parse(text, mode="eval").body, {})


def test_functions_of_numbers() -> None:
    node = ast.parse("min(7, 9) + max(1, 2) + abs(-3) - 1 // 2 * 5", mode="eval").body
    assert evaluate(node, {}) == 12
    assert math.isclose(float(str(evaluate(ast.parse("float(7) / 2", mode="eval").body, {}))), 3.5)
