"""What Python 3.8 refuses is found, what it takes is not, and the older form means the same."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.rewrite import apply
from gpu2ipu.rules.python38.grammar import newer_grammar

# as black has not seen it, without comments on what is left
CONFIG = Config(select=("IPU604",), format=False, annotate=False)
DECORATOR = "a decorator that is more than a name and its call (Python 3.9)"
BARE_DECORATOR = "a decorator in parentheses (Python 3.9)"
WITH = "a `with` in parentheses (Python 3.9)"
TUPLE = "a star in a tuple without parentheses (Python 3.9)"
WALRUS = "`:=` here without parentheses (Python 3.9)"
WALRUS_IN_BRACKETS = "`:=` here without parentheses (Python 3.10)"
BRACKETS = "a star in brackets (Python 3.11)"
ASYNCHRONOUS = "an asynchronous comprehension in another one (Python 3.11)"

# since when this Python reads it, the code, the line and the words
REFUSED = [
    (10, "x = 1\nmatch x:\n    case 1:\n        pass\n", 2, "`match` (Python 3.10)"),
    (11, "try:\n    pass\nexcept* ValueError:\n    pass\n", 1, "`except*` (Python 3.11)"),
    (12, "def f[T](x: T):\n    pass\n", 1, "parameters of types (Python 3.12)"),
    (12, "x = 1\nclass A[T]:\n    pass\n", 2, "parameters of types (Python 3.12)"),
    (12, "type A = int\n", 1, "`type` (Python 3.12)"),
    (14, "try:\n    pass\nexcept KeyError, ValueError:\n    pass\n", 3,
     "`except` of several classes without parentheses (Python 3.14)"),
    (14, "a = t'{b}'\n", 1, "a t-string (Python 3.14)"),
    (9, "with (open('a') as f, open('b') as g):\n    pass\n", 1, WITH),
    (9, "with (\n    open('a') as f,  # :\n):\n    pass\n", 1, WITH),
    (9, "def f():\n    with (a as b, c[1:2]):\n        pass\n", 2, WITH),
    (9, "with ((a) as b):\n    pass\n", 1, WITH),
    (9, "async def f():\n    async with (a as b):\n        pass\n", 2, WITH),
    (9, "@a[0]\ndef f():\n    pass\n", 1, DECORATOR),
    (9, "@a\n@a().b\nclass A:\n    pass\n", 2, DECORATOR),
    (9, "@a.b(1)(2)\nasync def f():\n    pass\n", 1, DECORATOR),
    (9, "@lambda f: f\ndef f():\n    pass\n", 1, DECORATOR),
    (9, "@(a.b)(c)\ndef f():\n    pass\n", 1, DECORATOR),
    (9, "@(a)\ndef f():\n    pass\n", 1, BARE_DECORATOR),
    (9, "@(\n    a(1)\n)\ndef f():\n    pass\n", 2, BARE_DECORATOR),
    (9, "for x in *a, b:\n    pass\n", 1, TUPLE),
    (9, "async def f():\n    async for x in b, *a:\n        pass\n", 2, TUPLE),
    (9, "x += *a,\n", 1, TUPLE),
    (9, "{b := 1}\n", 1, WALRUS),
    (9, "{\n    # (\n    b := 1, 2\n}\n", 3, WALRUS),
    (9, "{b := x for x in y}\n", 1, WALRUS),
    (9, "f(b := x for x in y)\n", 1, WALRUS),
    (10, "a[b := 1]\n", 1, WALRUS_IN_BRACKETS),
    (10, "a[1:2, b := 1]\n", 1, WALRUS_IN_BRACKETS),
    (11, "a[*b]\n", 1, BRACKETS),
    (11, "a[(b), *(c)] = 1\n", 1, BRACKETS),
    (11, "a[*b, 1:2]\n", 1, BRACKETS),
    (11, "x: tuple[*Ts] = a\n", 1, BRACKETS),
    (11, "def f(*a: *Ts):\n    pass\n", 1, "a star before an annotation (Python 3.11)"),
    (11, "async def f():\n    return [[x async for x in y] for z in w]\n", 2, ASYNCHRONOUS),
    (11, "async def f():\n    return ([await x for x in y] for z in w)\n", 2, ASYNCHRONOUS),
]  # fmt: skip

TAKEN = [
    "with (open('a')) as f, (open('b')) as g:\n    pass\n",
    "with (open('a')):\n    pass\n",
    "with (a, b) as c:\n    pass\n",
    "with (a)(b) as c, d, (e):\n    pass\n",
    "with a as (b, c):\n    pass\n",
    "import re\nmatch = re.match('a', 'b')\nprint(match(1))\n",
    "def f(a, /, b):\n    return (c := a)\n",
    "@a\n@a . b\n@a.b (\n    c)\ndef f():\n    pass\n",
    "for x in (*a, b):\n    pass\n",
    "for *x, y in z:\n    pass\n",
    "x += (*a,)\n",
    "x = *a, b\n",
    "def f():\n    return *a, b\n",
    "f(*a, b)\n",
    "a[(*b,)]\n",
    "a[((b), *c)]\n",
    "a[(b := 1)]\n",
    "a[(b := 1, c), d]\n",
    "a[(c, b := 1)]\n",
    "{(b := 1)}\n",
    "{(b := x) for x in y}\n",
    "{1, (\n    # why\n    b := 1)}\n",
    "f(b := 1)\n",
    "f((b := x for x in y))\n",
    "f((b := x) for x in y)\n",
    "[b := x for x in y]\n",
    "try:\n    pass\nexcept (KeyError, ValueError):\n    pass\n",
    "async def f():\n    return [x for z in [x async for x in y]]\n",
    "async def f():\n    return [(x async for x in y) for z in w]\n",
    "async def f():\n    return [await x for x in y]\n",
]


def script(code: str) -> Script:
    return parse(Path("script.py"), textwrap.dedent(code))


def found(code: str) -> list[tuple[int, str]]:
    read = script(code)
    return [(newer.span.line, newer.what) for newer in newer_grammar(read, facts_of(read))]


def is_read(minor: int) -> bool:
    return sys.version_info >= (3, minor)


def compiles(python: str, codes: list[str]) -> list[bool]:
    program = """
import json, sys
def reads(code):
    try:
        return bool(compile(code, "script", "exec"))
    except SyntaxError:
        return False
print(json.dumps([reads(code) for code in json.load(sys.stdin)]))
"""
    command = [python, "-c", program]
    read: list[bool] = json.loads(
        subprocess.check_output(command, input=json.dumps(codes), text=True, timeout=60)
    )
    return read


@pytest.mark.parametrize("since, code, line, what", REFUSED)
def test_what_is_newer(since: int, code: str, line: int, what: str) -> None:
    if not is_read(since):
        pytest.skip("this Python cannot read it either")
    assert found(code) == [(line, what)]


@pytest.mark.parametrize("code", TAKEN)
def test_what_is_older(code: str) -> None:
    assert found(code) == []


@pytest.mark.parametrize("code", ["with (a, b):\n    pass\n", "with (a,):\n    pass\n"])
def test_managers_that_would_be_a_tuple(code: str) -> None:
    read = script(code)
    assert [newer.trouble for newer in newer_grammar(read, facts_of(read))] == [
        "takes a tuple for the context manager"
    ]


@pytest.mark.tf26
def test_python_3_8_refuses_what_is_newer_and_nothing_else(python38: str) -> None:
    refused = [code for _, code, _, _ in REFUSED]
    assert compiles(python38, [*refused, *TAKEN]) == [False] * len(refused) + [True] * len(TAKEN)


def test_classes_of_an_except_without_parentheses() -> None:
    """As newer Pythons give it: the same tree, its tuple from the first class to the last one."""
    code = "try:\n    pass\nexcept KeyError, ValueError:\n    pass\n"
    tree = ast.parse(code.replace("KeyError, ValueError", "(KeyError, ValueError)"))
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and node.lineno == 3:
            node.col_offset -= not isinstance(node, ast.Tuple)
            assert node.end_col_offset is not None
            node.end_col_offset -= 2 if isinstance(node, ast.Tuple) else 1
    read = Script(Path("script.py"), code, tree)
    (newer,) = newer_grammar(read, facts_of(read))
    assert newer.span == (3, 7, 3, 27)
    if is_read(14):
        assert "except (KeyError, ValueError):" in apply(code, newer.edits)


# since when this Python reads it, the code, the port
FIXED = [
    (9, "fs = [lambda f: f]\n@fs[0]\ndef f():\n    return 1\nresult = f()",
     "fs = [lambda f: f]\n_decorator = fs[0]\n@_decorator\ndef f():\n    return 1\nresult = f()"),
    (9, "_decorator = str\n@lambda f: f()\n@(lambda f: f)\ndef result():\n    return _decorator(1)",
     "_decorator = str\n_decorator_2 = lambda f: f()\n_decorator_3 = lambda f: f\n"
     "@_decorator_2\n@_decorator_3\ndef result():\n    return _decorator(1)"),
    (9, "class A:\n    @(property)  # why\n    def f(self):\n        return 1\nresult = A().f",
     "class A:\n    @property  # why\n    def f(self):\n        return 1\nresult = A().f"),
    (9, "import contextlib as c\nwith (c.nullcontext(1) as a, c.nullcontext([2]) as (b,), c.nullcontext()):\n"
        "    # why\n    result = a + b",
     "import contextlib as c\nwith c.nullcontext(1) as a, c.nullcontext([2]) as (b,), c.nullcontext():\n"
     "    # why\n    result = a + b"),
    (9, "import contextlib as c\nif True:\n    with (\n        c.nullcontext(),\n    ):\n        result = 1",
     "import contextlib as c\nif True:\n    with c.nullcontext():\n        result = 1"),
    (9, "a = [1, 2]\nresult = ()\nfor x in *a, 3:\n    result += *a, x",
     "a = [1, 2]\nresult = ()\nfor x in (*a, 3):\n    result += (*a, x)"),
    (9, "result = {a := 1, 2, (b := a)}", "result = {(a := 1), 2, (b := a)}"),
    (9, "result = list(a := x for x in 'ab'), a", "result = list((a := x) for x in 'ab'), a"),
    (10, "result = 'ab'[a := 1], a", "result = 'ab'[(a := 1)], a"),
    (11, "X = {(1, 2): 3}\nb = 1, 2\nresult = X[*b]", "X = {(1, 2): 3}\nb = 1, 2\nresult = X[(*b,)]"),
    (11, "a = {}\nb = [1, 2]\na[*b] = 3\na[0, *b, c := 1] = a[*b]\nresult = a, c",
     "a = {}\nb = [1, 2]\na[(*b,)] = 3\na[(0, *b, (c := 1))] = a[(*b,)]\nresult = a, c"),
]  # fmt: skip


def port(code: str) -> str:
    """The port of a few lines; a script that never speaks of Keras is none."""
    return convert_text(Path("script.py"), f"{code}\n# keras\n", CONFIG).text


def result(code: str) -> object:
    space: dict[str, object] = {}
    exec(code, space)
    return space["result"]


@pytest.mark.parametrize("since, code, expected", FIXED)
def test_the_older_form(since: int, code: str, expected: str) -> None:
    if not is_read(since):
        pytest.skip("this Python cannot read it")
    assert port(code) == f"{expected}\n# keras\n"
    assert result(expected) == result(code)


@pytest.mark.tf26
def test_python_3_8_reads_the_older_forms(python38: str) -> None:
    assert all(compiles(python38, [expected for _, _, expected in FIXED]))


@pytest.mark.parametrize(
    "since, code",
    [
        # in a class it would be an attribute; what is called above it would be called after it
        (9, "class A:\n    @a[0]\n    def f(self):\n        pass"),
        (9, "@a(1)\n@b[0]\ndef f():\n    pass"),
        (9, "@(\n    a\n)\ndef f():\n    pass"),
        # the comments would be lost
        (9, "with (\n    a as b,  # why\n):\n    pass"),
        # black takes these parentheses away
        (9, "x = {b := 1}"),
        # a slice cannot stand in a tuple
        (11, "a = {}\na[*b, 1:2]"),
        (11, "from __future__ import annotations\ndef f(a: tuple[*Ts]) -> None:\n    pass"),
        (11, "class A:\n    pass\nA[*Ts]"),
        (11, "class A(b[*Ts]):\n    pass"),
        # who knows what this is
        (11, "from a import b\nb[*c]"),
    ],
)
def test_what_is_left(since: int, code: str) -> None:
    if not is_read(since):
        pytest.skip("this Python cannot read it")
    assert len(found(code)) == 1
    assert port(code) == f"{code}\n# keras\n"
