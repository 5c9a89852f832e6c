"""Names are bound where Python binds them."""

from __future__ import annotations

import sys

import pytest

from tests.analysis.dataflow.names_in_lines import lines, script_of

SCOPES = {
    "module": ("x = 1\nprint(x)", 2, [1]),
    "builtin": ("print(x)", 1, []),
    "global in a function": ("x = 1\ndef f():\n    return x", 3, [1]),
    "local": ("x = 1\ndef f():\n    x = 2\n    return x", 4, [3]),
    "local that is bound below": ("x = 1\ndef f():\n    print(x)\n    x = 2", 3, [4]),
    "parameter": ("x = 1\ndef f(x):\n    return x", 3, [2]),
    "keyword only": ("x = 1\ndef f(*, x):\n    return x", 3, [2]),
    "star": ("x = 1\ndef f(*x):\n    return x", 3, [2]),
    "double star": ("x = 1\ndef f(**x):\n    return x", 3, [2]),
    "default": ("x = 1\ndef f(\n    x=x,\n): pass", 3, [1]),
    "annotation": ("x = 1\ndef f(\n    x: x,\n): pass", 3, [1]),
    "result": ("x = 1\ndef f(x) -> (\n    x\n): pass", 3, [1]),
    "decorator": ("x = 1\n@x\ndef f(x): pass", 2, [1]),
    "function around": ("def f(x):\n    def g():\n        return x", 3, [1]),
    "method": ("x = 1\nclass A:\n    x = 2\n    def f(self):\n        return x", 5, [1]),
    "class": ("x = 1\nclass A:\n    x = 2\n    y = x", 4, [3]),
    "class, before": ("x = 1\nclass A:\n    y = x\n    x = 2", 3, [1]),
    "class, itself": ("x = 1\nclass A:\n    x = x", 3, [1]),
    "base": ("x = 1\nclass A(\n    x\n):\n    x = 2", 3, [1]),
    "lambda": ("x = 1\nf = lambda x: (\n    x)", 3, [2]),
    "lambda's default": ("x = 1\nf = lambda x=(\n    x): 1", 3, [1]),
    "comprehension": ("x = 1\ny = [\n    x\n    for x in z\n]", 3, [4]),
    "comprehension, first": ("x = 1\ny = [x for x in (\n    x)]", 3, [1]),
    "comprehension, second": ("x = 1\ny = [x for z in z for x in (\n    x)]", 3, [2]),
    "comprehension, test": ("x = 1\ny = {x for x in z if (\n    x)}", 3, [2]),
    "comprehension, outside": ("x = 1\ny = [x for x in z]\nprint(x)", 3, [1]),
    "comprehension in a class": ("x = 1\nclass A:\n    x = 2\n    y = [(\n        x) for z in z]", 5, [1]),
    "comprehension in a class, first": ("x = 1\nclass A:\n    x = 2\n    y = [z for z in x]", 4, [3]),
    "dict comprehension": ("x = 1\ny = {x: (\n    x) for x in z}", 2, [3]),
    "generator": ("x = 1\ny = (x for x in z if (\n    x))", 3, [2]),
    "walrus": ("print(x := 1)\nprint(x)", 2, [1]),
    "walrus in a comprehension": ("y = [x := z for z in z]\nprint(x)", 2, [1]),
    "walrus in a comprehension of a function": (
        "x = 1\ndef f():\n    y = [[x := z for z in y] for y in z]\n    return x",
        4,
        [3],
    ),
    "global": ("def f():\n    global x\n    x = 1\nprint(x)", 4, [3]),
    "global, read": ("x = 1\ndef g(x):\n    def f():\n        global x\n        return x", 5, [1]),
    "global, never bound": ("def f():\n    global x\n    return x", 3, []),
    "nonlocal": (
        "x = 1\ndef f():\n    x = 2\n    def g():\n        nonlocal x\n        x = 3\n    return x",
        7,
        [3, 6],
    ),
    "nonlocal, read": (
        "def f(x):\n    def g():\n        nonlocal x\n        x = 3\n        return x",
        5,
        [1, 4],
    ),
    "for": ("for x in z:\n    print(x)", 2, [1]),
    "for, tuple": ("for i, (x, y) in z:\n    print(x)", 2, [1]),
    "with": ("with z as x:\n    print(x)", 2, [1]),
    "except": ("try:\n    pass\nexcept E as x:\n    print(x)", 4, [3]),
    "import": ("import x\nprint(x)", 2, [1]),
    "import, dotted": ("import x.y\nprint(x)", 2, [1]),
    "import as": ("import y as x\nprint(x)", 2, [1]),
    "import as, other name": ("import x as y\nprint(x)", 2, []),
    "import from": ("from y import x\nprint(x)", 2, [1]),
    "import star": ("from y import *\nprint(x)", 2, []),
    "def": ("def x(): pass\nx()", 2, [1]),
    "async def": ("async def x(): pass\nx()", 2, [1]),
    "class name": ("class x: pass\nx()", 2, [1]),
    "function, itself": ("def x():\n    x()", 2, [1]),
    "augmented": ("x = 1\nx += 1\nprint(x)", 3, [1, 2]),
    "augmented reads": ("x = 1\nx += 1", 2, [1, 2]),
    "annotated": ("x: int = 1\nprint(x)", 2, [1]),
    "declared": ("x = 1\ndef f():\n    x: int\n    print(x)", 4, [3]),
    "deleted": ("x = 1\ndel x\nprint(x)", 3, [1, 2]),
    "match": ("match z:\n    case x:\n        print(x)", 3, [2]),
    "match, star": ("match z:\n    case [1, *x]:\n        print(x)", 3, [2]),
    "match, mapping": ("match z:\n    case {**x}:\n        print(x)", 3, [2]),
    "match, class": ("match z:\n    case A(1 as x):\n        print(x)", 3, [2]),
    "two branches": ("if z:\n    x = 1\nelse:\n    x = 2\nprint(x)", 5, [2, 4]),
    "async for": ("async def f():\n    async for x in z:\n        print(x)", 3, [2]),
    "async with": ("async def f():\n    async with z as x:\n        print(x)", 3, [2]),
}


@pytest.mark.parametrize("code, line, expected", SCOPES.values(), ids=SCOPES)
def test_a_name_is_bound_where_python_binds_it(code: str, line: int, expected: list[int]) -> None:
    assert lines(script_of(code), line) == expected


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
@pytest.mark.parametrize(
    ("code", "line", "expected"),
    [
        ("x = 1\ndef f[x](\n    y: x\n): pass", 3, [2]),
        ("x = 1\ndef f[x]() -> (\n    x\n): pass", 3, [2]),
        ("x = 1\ndef f[x]():\n    return x", 3, [2]),
        ("x = 1\ndef f[x](\n    y=x\n): pass", 3, [1]),
        ("x = 1\n@x\ndef f[x](): pass", 2, [1]),
        ("x = 1\nclass A[x](\n    list[x]\n): pass", 3, [2]),
        ("x = 1\ntype A[x] = (\n    x)", 3, [2]),
        ("x = 1\ndef f[x](): pass\nprint(x)", 3, [1]),
    ],
)
def test_a_type_parameter_is_seen_where_python_sees_it(code: str, line: int, expected: list[int]) -> None:
    assert lines(script_of(code), line) == expected
