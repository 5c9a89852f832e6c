"""Uncalled functions: which functions no run of a script meets."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.dataflow.uncalled_functions import is_in_uncalled, uncalled_functions
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.projects_in_memory import whole

MODEL = "from tensorflow import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"


def uncalled(code: str) -> set[str]:
    return {each.name for each in uncalled_functions(parse(Path("train.py"), code))}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f():\n    pass", {"f"}),
        ("def f():\n    f()", {"f"}),
        ("def f():\n    g()\ndef g():\n    pass", {"f", "g"}),
        ("def f():\n    pass\nf()", set()),
        ("def f():\n    pass\nd = {'f': 1}", set()),
        ("def f():\n    pass\n__all__ = ['f']", set()),
        ("def f():\n    g()\ndef g():\n    pass\nprint(g)", {"f"}),
        ("@register\ndef f():\n    pass", set()),
        ("def main():\n    pass", set()),
        ("def test_it():\n    pass", set()),
        ("def f():\n    pass\nglobals()[input()]()", set()),
        ("def f():\n    pass\ngetattr(tools, input())()", set()),
        ("def f():\n    pass\ngetattr(tools, 'g')()", {"f"}),
        ("def f():\n    pass\nfrom os import f", {"f"}),
        ("def f():\n    pass\nfrom os import f as g", set()),
        ("def f():\n    pass\nimport fire\nfire.Fire()", set()),
        ("class A:\n    def a(self):\n        pass\n    def b(self):\n        pass\nA().b()", {"a"}),
        (
            "class A:\n    @staticmethod\n    def a():\n        pass\n    def b(self):\n        pass\nA().b()",
            {"a"},
        ),
        ("class A:\n    @tf.function\n    def a(self):\n        pass\nA()", set()),
        ("class A:\n    def __init__(self):\n        pass", {"__init__"}),
        ("class A(keras.callbacks.Callback):\n    def on_epoch_end(self):\n        pass\nA()", set()),
        ("class A(unittest.TestCase):\n    def check(self):\n        pass", set()),
        ("class A:\n    def a(self):\n        pass\nclass B(A):\n    pass\nB()", set()),
        (
            "@dataclass\nclass A:\n    def a(self):\n        pass\n    def b(self):\n        pass\nA().b()",
            {"a"},
        ),
        ("@attr.s(auto_attribs=True)\nclass A:\n    def a(self):\n        pass\nA()", {"a"}),
        ("@dataclass\n@register\nclass A:\n    def a(self):\n        pass\nA()", set()),
        ("@register\nclass A:\n    def a(self):\n        pass", set()),
    ],
)
def test_uncalled_functions(code: str, names: set[str]) -> None:
    assert uncalled(f"{MODEL}{code}\n") == names


def test_a_module_is_there_for_others() -> None:
    assert uncalled("from tensorflow import keras\ndef build():\n    return keras.Sequential()\n") == set()


def test_the_header_of_a_function_is_run() -> None:
    script = parse(
        Path("train.py"), f"{MODEL}def f(\n    x=keras.layers.Dense(1),\n):\n    a = 1\n    return a\n"
    )
    assert [is_in_uncalled(script, line) for line in range(2, 8)] == [False, False, False, False, True, True]


def test_what_is_left_in_them_is_not_told() -> None:
    function = "def f(data):\n    model.fit(data)\n"
    path = Path("train.py")
    told = convert_text(path, f"{MODEL}model.compile()\n{function}f(open(0))\n", Config())
    untold = convert_text(path, f"{MODEL}model.compile()\n{function}", Config())
    assert [bool(told.left), untold.left] == [True, ()]


def test_grammar_is_told_everywhere() -> None:
    code = f"{MODEL}def f(x):\n    match x:\n        case [a, *b]:\n            return a\n"
    left = convert_text(Path("train.py"), code, Config()).left
    assert [each.rule for each in left if each.rule == "IPU604"] in ([], ["IPU604"])


@pytest.mark.parametrize(
    ("look_up", "names"),
    [("print(globals()[name])\n", {"unread"}), ("print(eval(name))\n", set()), ("", {"unread", "known"})],
)
def test_globals_are_those_of_their_file(look_up: str, names: set[str], tmp_path: Path) -> None:
    files = {
        "train.py": f"import other\nimport third\n{MODEL}model.compile()\n",
        "other.py": f"from fourth import found\ndef known():\n    return 1\n{look_up}",
        "third.py": "def unread():\n    return 1\n",
        "fourth.py": "def found():\n    return 1\n",
    }
    found = uncalled_functions(whole(tmp_path, files))
    assert {each.name for each in found} - {"found"} == names
