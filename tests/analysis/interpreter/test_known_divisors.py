"""What divides rows is forgotten once the variable that it was read from is set again."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.divisors import divisor_of
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.analysis.values.arrays import factors_of

HEAD = "import numpy as np\nx = np.load('x.npy')\nobject = get()\nitems = get()\nn = get()\n"


def facts(code: str) -> Facts:
    return facts_of(parse(Path("script.py"), HEAD + textwrap.dedent(code)))


def divides(code: str, batch: str) -> bool:
    """True if the argument of the last call of `use` is known to have rows that a batch size divides."""
    known = facts(code)
    calls = [node for node in ast.walk(known.script.tree) if isinstance(node, ast.Call)]
    used = [call.args[0] for call in calls if ast.unparse(call.func) == "use"]
    divisor = divisor_of(known.script, ast.parse(batch, mode="eval").body)
    return divisor in factors_of(known.value(used[-1]))


@pytest.mark.parametrize("batch", ["n", "object.batch", "items['batch']"])
@pytest.mark.parametrize("between", ["", "other = 3", "object.other = 3", "items['other'] = 3"])
def test_rows_keep_what_they_were_cut_with(batch: str, between: str) -> None:
    assert divides(f"x = x[: len(x) // {batch} * {batch}]\n{between}\nuse(x)", batch)


@pytest.mark.parametrize(
    ("batch", "between"),
    [
        ("n", "n = get()"),
        ("n", "n += 1"),
        ("n", "for n in get():\n    pass"),
        ("n", "if get():\n    n = 3"),
        ("n", "def change():\n    global n\n    n = get()\nchange()"),
        ("object.batch", "object.batch = get()"),
        ("object.batch", "setattr(object, 'batch', get())"),
        ("object.batch", "for object.batch in get():\n    pass"),
        ("items['batch']", "items['batch'] *= 2"),
    ],
)
def test_rows_lose_what_is_set_again(batch: str, between: str) -> None:
    cut = f"x = x[: len(x) // {batch} * {batch}]\n"
    assert divides(f"{cut}use(x)", batch)
    assert not divides(f"{cut}{between}\nuse(x)", batch)
    assert not divides(f"pair = (x[: len(x) // {batch} * {batch}], 1)\n{between}\nuse(pair[0])", batch)


TRAINER = """
class Trainer:
    def __init__(self, batch):
        self.batch = batch

    def cut(self, x):
        return x[: len(x) // self.batch * self.batch]

    def train(self, x):
        use(x)

"""


@pytest.mark.parametrize(
    ("first", "second", "disagree"),
    [
        ("32", "32", False),
        ("n", "n", False),
        ("32", "64", True),
        ("n", "get()", True),
        ("get()", "get()", True),
    ],
)
def test_objects_agree_on_an_attribute_or_not(first: str, second: str, disagree: bool) -> None:
    known = facts(f"{TRAINER}a = Trainer({first})\nb = Trainer({second})\nb.train(a.cut(x))")
    assert {name for _, name in known.disagreements} == ({"batch"} if disagree else set())


def test_a_new_object_sets_nothing_of_others() -> None:
    cut = "x = x[: len(x) // object.batch * object.batch]\n"
    assert divides(f"{TRAINER}{cut}Trainer(object.batch).train(x)", "object.batch")
