"""The names of scripts: each `read` and each `bound` name is asked for by the line that it stands in."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from gpu2ipu.analysis.dataflow.binding import How
from gpu2ipu.analysis.dataflow.bindings import Bindings, bindings_of
from gpu2ipu.analysis.syntax.script import Script, moved, parse


def script_of(code: str) -> Script:
    return parse(Path("script.py"), code)


def read(script: Script, line: int, name: str = "x") -> ast.Name:
    """The last place of a line that reads a name, `x += 1` among them."""
    names = [node for node in ast.walk(script.tree) if isinstance(node, ast.Name) and node.id == name]
    found = [node for node in names if node.lineno == line and not isinstance(node.ctx, ast.Del)]
    loads = [node for node in found if isinstance(node.ctx, ast.Load)] or found
    return max(loads, key=lambda node: node.col_offset)


def lines(script: Script, line: int, name: str = "x") -> list[int]:
    """The lines that bind what a name in a line reads."""
    return [each.line for each in bindings_of(script).of(read(script, line, name))]


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
def test_a_type_parameter_is_bound_by_its_function() -> None:
    assert lines(script_of("x = 1\ndef f[x](\n    y: x\n): pass"), 3) == [2]


HOW = {
    "x = 1": (How.ASSIGNED, "1", None),
    "x: int = 1": (How.ASSIGNED, "1", None),
    "x = y = 1": (How.ASSIGNED, "1", None),
    "print(x := 1)": (How.ASSIGNED, "1", None),
    "x, y = 1, 2": (How.ASSIGNED, "1", None),
    "y, x = 1, 2": (How.ASSIGNED, "2", None),
    "[y, x] = (1, 2)": (How.ASSIGNED, "2", None),
    "x, y = z": (How.UNPACKED, "z", 0),
    "y, x = z": (How.UNPACKED, "z", 1),
    "y, *x = z": (How.UNPACKED, "z", None),
    "*y, x = z": (How.UNPACKED, "z", None),
    "x, *y = z": (How.UNPACKED, "z", 0),
    "(y, x), w = z": (How.UNPACKED, "z", None),
    "x, y = *a, b": (How.UNPACKED, "(*a, b)", 0),
    "x += 1": (How.AUGMENTED, "1", None),
    "x: int": (How.DECLARED, None, None),
    "del x": (How.DELETED, None, None),
    "for x in z: pass": (How.ITERATED, "z", None),
    "for y, x in z: pass": (How.ITERATED, "z", 1),
    "[x for x in z]": (How.ITERATED, "z", None),
    "with z as x: pass": (How.ENTERED, "z", None),
    "with z as (y, x): pass": (How.ENTERED, "z", 1),
    "import x": (How.IMPORTED, None, None),
    "def x(): pass": (How.DEFINED, None, None),
    "def f(y, x=1): pass": (How.PARAMETER, "1", None),
    "def f(x, y=1): pass": (How.PARAMETER, None, None),
    "def f(x=1, /, y=2): pass": (How.PARAMETER, "1", None),
    "def f(*, y, x=1): pass": (How.PARAMETER, "1", None),
    "def f(*, x, y=1): pass": (How.PARAMETER, None, None),
    "lambda x=1: x": (How.PARAMETER, "1", None),
    "try: pass\nexcept E as x: pass": (How.CAUGHT, None, None),
    "match z:\n    case x: pass": (How.MATCHED, None, None),
}


@pytest.mark.parametrize("code, expected", HOW.items(), ids=HOW)
def test_a_binding_says_what_a_name_is_bound_to(
    code: str, expected: tuple[How, str | None, int | None]
) -> None:
    script = script_of(code)
    names = bindings_of(script)
    found = [each for node in script.nodes if (each := _binding_at(names, node)) is not None]
    assert len(found) == 1
    source = found[0].source
    assert (found[0].how, source and ast.unparse(source), found[0].index) == expected


def _binding_at(names: Bindings, node: ast.AST):  # type: ignore[no-untyped-def]
    variables = names._name(names.script.tree, "x").variables.values()
    return next((each for one in variables for each in one.bindings if each.node is node), None)


def test_reads_are_those_of_the_same_variable() -> None:
    script = script_of("x = 1\ndef f():\n    return x\ndef g(x):\n    return x\nx += 1\nprint(x)")
    names = bindings_of(script)
    first = names.of(read(script, 7))[0]
    assert [each.lineno for each in names.reads(first)] == [3, 6, 7]


REACHING = {
    "one": ("x = 1\nprint(x)", 2, [1]),
    "replaced": ("x = 1\nx = 2\nprint(x)", 3, [2]),
    "below": ("print(x)\nx = 1", 1, []),
    "its own value": ("x = 1\nx = x + 1", 2, [1]),
    "augmented": ("x = 1\nx += 1\nprint(x)", 3, [2]),
    "augmented reads": ("x = 1\nx += 1", 2, [1]),
    "one branch": ("x = 1\nif z:\n    x = 2\nprint(x)", 4, [1, 3]),
    "both branches": ("if z:\n    x = 1\nelse:\n    x = 2\nprint(x)", 5, [2, 4]),
    "other branch": ("if z:\n    x = 1\nelse:\n    print(x)", 4, []),
    "other branch of an elif": ("if z:\n    x = 1\nelif y:\n    print(x)", 4, []),
    "test of the elif": ("x = 1\nif z:\n    x = 2\nelif x:\n    pass", 4, [1]),
    "same branch": ("x = 1\nif z:\n    x = 2\n    print(x)", 4, [3]),
    "branch inside": ("if z:\n    x = 1\n    if y:\n        print(x)", 4, [2]),
    "other case": ("match z:\n    case 1:\n        x = 1\n    case 2:\n        print(x)", 5, []),
    "loop": ("x = 1\nfor i in z:\n    print(x)\n    x = 2", 3, [1, 4]),
    "loop, replaced": ("x = 1\nfor i in z:\n    x = 2\n    print(x)", 4, [3]),
    "loop, behind": ("x = 1\nfor i in z:\n    x = 2\nprint(x)", 4, [1, 3]),
    "loop, else": ("x = 1\nfor i in z:\n    x = 2\nelse:\n    print(x)", 5, [1, 3]),
    "loop, other branch": ("for i in z:\n    if z:\n        x = 1\n    else:\n        print(x)", 5, [3]),
    "while": ("x = 1\nwhile x:\n    x = 2", 2, [1, 3]),
    "target": ("x = 1\nfor x in z:\n    print(x)", 3, [2]),
    "target, behind": ("x = 1\nfor x in z:\n    pass\nprint(x)", 4, [1, 2]),
    "target, iterated": ("x = 1\nfor x in x:\n    pass", 2, [1]),
    "outer loop": ("for i in z:\n    for j in z:\n        print(x)\n    x = 1", 3, [4]),
    "outer loop, replaced": (
        "for i in z:\n    x = 1\n    for j in z:\n        print(x)\n        x = 2",
        4,
        [2, 5],
    ),
    "with": ("x = 1\nwith z as x:\n    pass\nprint(x)", 4, [2]),
    "in a with": ("x = 1\nwith z:\n    x = 2\nprint(x)", 4, [3]),
    "in a with of a branch": ("x = 1\nif y:\n    with z:\n        x = 2\nprint(x)", 5, [1, 4]),
    "try": ("x = 1\ntry:\n    x = 2\nexcept E:\n    pass\nprint(x)", 6, [1, 3]),
    "handler": ("x = 1\ntry:\n    x = 2\nexcept E:\n    print(x)", 5, [1, 3]),
    "caught": ("x = 1\ntry:\n    pass\nexcept E as x:\n    print(x)", 5, [4]),
    "caught, behind": ("x = 1\ntry:\n    pass\nexcept E as x:\n    pass\nprint(x)", 6, [1, 4]),
    "deleted": ("x = 1\ndel x\nprint(x)", 3, [2]),
    "walrus": ("x = 1\nif y and (x := z):\n    pass\nprint(x)", 4, [1, 2]),
    "walrus, its value": ("x = 1\nprint(x := x)", 2, [1]),
    "other function": ("x = 1\ndef f():\n    return x\nx = 2", 3, [1, 4]),
    "bound by another function": ("x = 1\ndef f():\n    global x\n    x = 2\nprint(x)", 5, [1, 4]),
    "lambda": ("x = 1\nf = lambda: (\n    x)\nx = 2", 3, [1, 4]),
    "comprehension": ("x = 1\nx = 2\ny = [x for z in z]", 3, [2]),
    "generator": ("x = 1\ny = (x for z in z)\nx = 2", 2, [1, 3]),
    "generator that is consumed": ("x = 1\ny = max(x for z in z)\nx = 2", 2, [1]),
    "parameter": ("def f(x):\n    print(x)", 2, [1]),
    "parameter, replaced": ("def f(x):\n    x = 2\n    print(x)", 3, [2]),
    "parameter, maybe": ("def f(x=None):\n    if x is None:\n        x = 2\n    print(x)", 4, [1, 3]),
    "declared": ("x: int\nx = 1\nprint(x)", 3, [2]),
    "import": ("try:\n    import x\nexcept ImportError:\n    x = None\nprint(x)", 5, [2, 4]),
}


@pytest.mark.parametrize("code, line, expected", REACHING.values(), ids=REACHING)
def test_a_binding_reaches_a_place_unless_another_one_replaces_it(
    code: str, line: int, expected: list[int]
) -> None:
    script = script_of(code)
    assert [each.line for each in bindings_of(script).reaching(read(script, line))] == expected


FREE = {  # the statements inside of `if here:`
    "if here:\n    y = x": ["x"],
    "if here:\n    x = 1\n    y = x": [],
    "if here:\n    y = x\n    x = 1": ["x"],
    "if here:\n    x += 1": ["x"],
    "if here:\n    print(x)": ["print", "x"],
    "if here:\n    y = [x for x in z]": ["z"],
    "if here:\n    y = [x for z in x]": ["x"],
    "if here:\n    f = lambda x: x + y": ["y"],
    "if here:\n    def f(x): return x + y": ["y"],
    "if here:\n    def f(x=y): return x": ["y"],
    "if here:\n    for x in z: print(x)": ["z", "print"],
    "if here:\n    with z as x: x()": ["z"],
    "if here:\n    try: z()\n    except E as x: x()": ["z", "E"],
    "x = 0\nif here:\n    if z: x = 1\n    y = x": ["z", "x"],
    "if here:\n    if z: x = 1\n    else: x = 2\n    y = x": ["z"],
    "for i in z:\n    if here:\n        y = x\n        x = 1": ["x"],
    "for i in z:\n    x = 1\n    if here:\n        y = x\n": ["x"],
    "if here:\n    import x\n    x.y()": [],
    "if here:\n    class A(x):\n        y = 1\n        z = y": ["x"],
}


@pytest.mark.parametrize("code, expected", FREE.items(), ids=FREE)
def test_free_names_are_read_from_outside(code: str, expected: list[str]) -> None:
    script = script_of(code)
    block = next(node for node in ast.walk(script.tree) if isinstance(node, ast.If)).body
    assert bindings_of(script).free(block) == expected


BOUND = {
    "x = y = 1": ["x", "y"],
    "x, (y, *z) = w": ["x", "y", "z"],
    "for x in z:\n    y = x": ["x", "y"],
    "def f(x):\n    y = 1": ["f"],
    "class A:\n    x = 1": ["A"],
    "x = [y for y in z]": ["x"],
    "x = [y := z for z in z]": ["x", "y"],
    "x = lambda y: y": ["x"],
    "import x.y, z as w": ["x", "w"],
    "with a as x: y = 1": ["x", "y"],
    "match z:\n    case [x, *y]: pass": ["x", "y"],
    "try: x = 1\nexcept E as y: pass": ["x", "y"],
    "del x": ["x"],
    "x[0] = 1": [],
    "x.y = 1": [],
}


@pytest.mark.parametrize("code, expected", BOUND.items(), ids=BOUND)
def test_statements_bind_names_around_them(code: str, expected: list[str]) -> None:
    script = script_of(code)
    assert bindings_of(script).bound_in(script.tree.body) == expected


VALUES = {
    "one": ("x = 1\nprint(x)", 2, "1"),
    "two": ("x = 1\nx = 2\nprint(x)", 3, None),
    "of a tuple": ("x, y = 1, 2\nprint(x)", 2, "1"),
    "unpacked": ("x, y = z\nprint(x)", 2, None),
    "declared before": ("x: int\nx = 1\nprint(x)", 3, "1"),
    "parameter": ("x = 1\ndef f(x):\n    print(x)", 3, None),
    "global in a function": ("x = y\ndef f():\n    print(x)", 3, "y"),
    "global of other names": ("y = 0\nx = y\ndef f(y):\n    print(x)", 4, None),
    "global of other names, by a loop": ("x = y\ndef f():\n    for y in z:\n        print(x)", 4, None),
    "names of its own": ("x = max(n for n in z)\ndef f(n):\n    print(x)", 3, "max((n for n in z))"),
    "loop": ("for x in z:\n    print(x)", 2, None),
    "changed": ("x = 1\nx += 1\nprint(x)", 3, None),
    "changed by a function": ("x = 1\ndef f():\n    global x\n    x = 2\nprint(x)", 5, None),
}


@pytest.mark.parametrize("code, line, expected", VALUES.values(), ids=VALUES)
def test_a_name_stands_for_its_only_value(code: str, line: int, expected: str | None) -> None:
    script = script_of(code)
    value = bindings_of(script).value(read(script, line))
    assert (value and ast.unparse(value)) == expected


def test_a_script_that_was_moved_has_the_same_bindings() -> None:
    script = script_of("x = 1\nprint(x)")
    before = bindings_of(script)
    later = moved(script, script_of("# a comment\nx = 1\nprint(x)"))
    assert bindings_of(later) is before
    assert lines(later, 3) == [2]


def place(script: Script, name: str = "here") -> ast.Name:
    return next(node for node in script.nodes if isinstance(node, ast.Name) and node.id == name)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(a, /, b, *c, d, **e):\n    here", "abcde"),
        ("def f(a):\n    g = lambda b: here", "ab"),
        ("def f(a):\n    def g(b):\n        here", "ab"),
        ("def f(a):\n    def g(b):\n        a = 1\n        here", "b"),
        ("def f(a, b=here): pass", ""),
        ("c = 1\nhere", ""),
    ],
)
def test_parameters_around_a_place(code: str, names: str) -> None:
    script = script_of(code)
    here = place(script)
    assert {name for name in "abcde" if bindings_of(script).is_parameter(name, here)} == set(names)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("f(lambda a, b: here)", "ab"),
        ("[here for a in x for b, c in y]", "abc"),
        ("[a for a in here]", ""),
        ("{c: here for c in x}", "c"),
        ("def f(a):\n    return here", ""),
        ("f = lambda a: [here for b in a]", "ab"),
        ("if here:\n    pass", ""),
        ("[here for a in x if (b := a)]", "a"),
    ],
)
def test_names_of_lambdas_and_comprehensions_around_a_place(code: str, names: str) -> None:
    script = script_of(code)
    here = place(script)
    assert {name for name in "abc" if bindings_of(script).is_inside_expression(name, here)} == set(names)


def test_names_that_functions_bind_for_others() -> None:
    script = script_of("""
def f():
    global a, b
    a = 1
    def g():
        nonlocal c
        c = 1
    c = b = 2
""")
    assert sorted(each.name for each in bindings_of(script).made_for_others(script)) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("x = 1\ndef f():\n    x = 2\nx = 3", [1, 4]),
        ("def f():\n    global x\n    x = 2", []),
        ("class A:\n    x = 1\ny = [x for x in z]", []),
        ("if y:\n    x = 1\nwhile (x := 2):\n    del x", [2, 3, 4]),
    ],
)
def test_bindings_that_a_module_makes(code: str, lines: list[int]) -> None:
    script = script_of(code)
    assert [each.line for each in bindings_of(script).made_in(script.tree, "x")] == lines


def test_bindings_that_a_function_makes() -> None:
    script = script_of("def f(x):\n    global y\n    x = y = 1\n    def g():\n        x = 2")
    function = script.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert [each.line for name in "xy" for each in bindings_of(script).made_in(function, name)] == [3, 3]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("a.b = 1\na.c = 2\nb.b = 3\ndef f():\n    a.b = 4\na.b", ["1", "4"]),
        ("a['b'] = 1\na['c'] = 2\na.b = 3\na['b']", ["1"]),
        ("a = b = 1\ndef f():\n    a = 2\na, c = 3, 4\na", ["1", "3"]),
        ("for a in b:\n    a", []),
        ("def f():\n    a = 1\na", []),
    ],
)
def test_what_is_assigned(code: str, values: list[str]) -> None:
    script = script_of(code)
    last = next(node for node in reversed(list(ast.walk(script.tree))) if isinstance(node, ast.Expr))
    assert [ast.unparse(each) for each in bindings_of(script).assigned(last.value)] == values


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("f([a for a in b])", "a"),
        ("f(lambda a, *b: c)", "ab"),
        ("a = b", ""),
        ("for a in b:\n    [c for c in a]", ""),
        ("if [a for a in b]:\n    lambda c: c", "a"),
    ],
)
def test_names_that_the_header_of_a_statement_has_for_itself(code: str, names: str) -> None:
    script = script_of(code)
    found = {name for name in "abc" if bindings_of(script).is_bound_in_header(name, script.tree.body[0])}
    assert found == set(names)
