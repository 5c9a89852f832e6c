"""Calls that do what an earlier call did: they are not evaluated again, and nobody can tell by what is known."""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.functions import Functions
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.interpreter.statements import Evaluator
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.value import Value
from tests.projects_in_memory import whole


@contextmanager
def counted_evaluations() -> Iterator[Counter[str]]:
    """How often the body of each function is evaluated."""
    counted: Counter[str] = Counter()
    run = Functions._run

    def count(self: Functions, node: ast.AST, arguments: Arguments, call: ast.AST) -> Value:
        counted[getattr(node, "name", "lambda")] += 1
        return run(self, node, arguments, call)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Functions, "_run", count)
        yield counted


def facts(code: str) -> Facts:
    """What is known of a script."""
    return facts_of(parse(Path("script.py"), textwrap.dedent(code)))


def value_in(statement: ast.stmt) -> ast.expr:
    """The expression that is a statement."""
    assert isinstance(statement, ast.Expr)
    return statement.value


def last(code: str) -> Value:
    """What the last statement of a script stands for."""
    found = facts(code)
    return found.value(value_in(found.script.tree.body[-1]))


TOWER = "def f0(x): return x + 1\n" + "".join(
    f"def f{i}(x):\n    f{i - 1}(x)\n    return f{i - 1}(x)\n" for i in range(1, 6)
)


def test_a_call_with_the_same_arguments_is_evaluated_once() -> None:
    with counted_evaluations() as counted:
        found = facts(TOWER + "f5(1)\nf5(1)\n")
    assert counted == {f"f{i}": 1 for i in range(6)}
    functions = {node.name: node for node in found.script.tree.body if isinstance(node, ast.FunctionDef)}
    assert {name: len(found.calls[node]) for name, node in functions.items()} == {
        f"f{i}": 2 ** (6 - i) for i in range(6)
    }


def test_so_many_ways_to_a_function_are_followed() -> None:
    found = facts(TOWER + "f5(1)\n" * 20)
    called = found.script.tree.body[0]
    assert len(found.calls[called]) == 400


def test_each_call_has_its_own_notes() -> None:
    found = facts("""\
        from tensorflow import keras
        def inner(model, x):
            model.fit(x, x)
        def train(model, x):
            inner(model, x)
        model = keras.Sequential()
        train(model, 1)
        def again(model):
            train(model, 1)
        again(model)
        """)
    stacks = [[frame.call.lineno for frame in call.stack] for call in found.method_calls]  # type: ignore[attr-defined]
    assert stacks == [[7, 5, 3], [10, 9, 5, 3]]


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("n = 1\ndef f(): return n\nf()\nn = 2\nf()", 2),
        ("n = 1\ndef f(): return n\ndef g(): return f()\ng()\nn = 2\ng()", 2),
        ("n = 1\ndef f():\n    global n\n    n = 2\ndef g(): return n\ng()\nf()\ng()", 2),
        ("n = [1]\ndef f(): return len(n)\nf()\nn.append(2)\nf()", 2),
        ("class A: n = 1\ndef f(a): return a.n\nf(A())\nA.n = 1\nf(A())", 1),
        ("n = 1\ndef f(): return n\nif c:\n    n = 2\n    f()\nelse:\n    pass\nn = 3\nf()", 3),
        ("def f(x): return lambda: x\na = f(1)\nb = f(1)\nf(2)()", 2),
        ("def f(x):\n    def g(): return x\n    return g\ndef h(g): return g()\nh(f(1))\nh(f(2))", 2),
        ("def h(g): return g()\ndef f(x):\n    g = lambda: x\n    h(g)\n    x = 2\n    return h(g)\nf(1)", 2),
        ("def f(): return {'a': 1}\na = f()\na['a'] = 2\nf()['a']", 1),
        ("def f(): return ({'a': 1},)\na, = f()\na['a'] = 2\nf()[0]['a']", 1),
        ("def f(d): d['a'] = 2\nf({'a': 1})\nd = {'a': 1}\nf(d)\nd['a']", None),  # perhaps it was changed
        ("def f(d): return d\nf({'a': 1})\nd = {'a': 1}\ne = f(d)\ne['a'] = 2\nd['a']", 2),
        ("def f(x, y=1): return x\nf(1)\nf(True)\nf(2)", 2),
    ],
)
def test_what_has_changed_meanwhile_is_seen(code: str, number: int | None) -> None:
    assert last(code).number == number


def test_models_of_two_calls_are_two() -> None:
    code = "from tensorflow import keras\ndef build(): return keras.Sequential()\nbuild()\nbuild()\n"
    found = facts(code)
    built = [found.value(value_in(node)) for node in found.script.tree.body[2:]]
    assert all(isinstance(value, KerasModel) for value in built)
    assert built[0] != built[1]


def test_recursion_ends_the_same_way() -> None:
    code = "def f(x): return g(x)\ndef g(x): return f(x) if x else 1\nf(1)\ng(1)\n"
    found = facts(code)
    numbers = [found.value(value_in(node)).number for node in found.script.tree.body[2:]]
    assert numbers == [None, None]


def test_a_module_is_evaluated_once_for_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = {f"train_{i}.py": "import common\nfrom deep import build\nbuild()\n" for i in range(5)}
    modules = {
        "common.py": "import deep\n",
        "deep.py": "import keras\ndef build():\n    return keras.Model()\n",
    }
    program = whole(tmp_path, {**scripts, **modules})
    names = {id(file.tree.body): file.path.name for file in program.files}
    counted: Counter[str] = Counter()
    block = Evaluator.block

    def count(self: Evaluator, statements: list[ast.stmt]) -> bool:
        counted.update(filter(None, [names.get(id(statements))]))
        return block(self, statements)

    monkeypatch.setattr(Evaluator, "block", count)
    facts_of(program)
    assert counted == dict.fromkeys((*scripts, *modules), 1)


def test_a_call_is_repeated_unless_an_attribute_that_it_reads_has_changed() -> None:
    code = """\
        class A:
            def __init__(self):
                self.read, self.other = 1, 1
            def value(self):
                return self.read
        a = A()
        a.value()
        a.other = 2
        a.value()
        """
    with counted_evaluations() as counted:
        assert last(code).number == 1
    assert counted["value"] == 1
    with counted_evaluations() as counted:
        assert last(code.replace("a.other =", "a.read =")).number is None
    assert counted["value"] == 2
    with counted_evaluations() as counted:
        assert (
            last(code.replace("self.read, self.other = 1, 1", "pass").replace("a.other =", "a.read =")).number
            == 2
        )
    assert counted["value"] == 2


def test_what_a_repeated_call_has_read_counts_for_the_call_around() -> None:
    code = """\
        class A:
            read = 1
            def value(self):
                return self.read
        def outer():
            return a.value()
        a = A()
        a.value()
        outer()
        a.read = 2
        outer()
        """
    with counted_evaluations() as counted:
        assert last(code).number is None
    assert counted == {"value": 2, "outer": 2}


def test_any_attribute_that_is_new_may_be_set_by_name_again() -> None:
    code = """\
        class A:
            def __init__(self):
                self.one = 1
        def any(a, name):
            setattr(a, name, 3)
        a = A()
        any(a, key)
        a.two = 2
        any(a, key)
        a.two
        """
    assert last(code).number is None


def test_a_dict_of_the_call_itself_may_change_in_it() -> None:
    code = """\
        def f(x, **options):
            options["size"] = x
            return options["size"]
        f(3, a=1)
        f(3, a=1)
        """
    with counted_evaluations() as counted:
        assert last(code).number == 3
    assert counted == {"f": 1}


@pytest.mark.parametrize(
    ("code", "number"),
    [
        (  # of two equal dicts, each is changed
            """\
            def f(options):
                options["size"] = 3
            f({"size": 2})
            mine = {"size": 2}
            f(mine)
            mine["size"]
            """,
            None,
        ),
        (  # one in a dict that only the call has
            """\
            def f(**options):
                options["inner"]["size"] = 3
            f(inner={"size": 2})
            mine = {"size": 2}
            f(inner=mine)
            mine["size"]
            """,
            None,
        ),
        (  # one that a function around has, not called by itself
            """\
            def g(options):
                options["size"] = 3
            def f():
                options = {"size": 2}
                g(options)
                return options["size"]
            f()
            f()
            """,
            None,
        ),
        (  # a function that is defined in a call keeps its names
            """\
            def f(x):
                def inner():
                    return x
                return inner
            f(2)
            f(3)
            f(2)()
            """,
            2,
        ),
        (  # a function that is defined again, in an attribute
            """\
            class A:
                def set(self, x):
                    def inner():
                        return x
                    self.inner = inner
            a = A()
            a.set(2)
            a.set(3)
            a.set(2)
            a.inner()
            """,
            2,
        ),
    ],
)
def test_what_others_see_of_a_call_is_done_by_each_one(code: str, number: int | None) -> None:
    assert last(code).number == number


def test_a_function_in_a_function_is_defined_once_for_equal_calls() -> None:
    code = """\
        def f(x):
            def inner(y):
                return x + y
            return inner(1)
        f(2)
        f(3)
        f(2)
        """
    with counted_evaluations() as counted:
        assert last(code).number == 3
    assert counted == {"f": 2, "inner": 2}
